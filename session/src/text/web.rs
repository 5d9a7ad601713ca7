//! The browser client: what only a page with buttons, links and a mouse says.

use tengen_shared::game::RoomCode;

use crate::text::messages;

messages! {
    web_home: "Tengen", "天元";
    web_play_ai: "Play the AI", "人机对弈";
    web_alone: "Play on this device", "本机对局";
    web_return_alone: "Back to your game on this device", "回到本机对局";
    web_end_alone: "End this game? It is not stored.", "结束本局？不会保存。";
    web_player: "Player", "棋手";
    web_master_here: "The strongest level. It uses its thinking time, so its strength depends on this device.", "最强等级：用满思考时间，强度取决于本机。";
    web_engine_failed(why: &str): "The engine does not work here. Reload the page while the server is on. {why}", "引擎无法运行：请在服务器开启时重新加载页面。{why}";
    web_new_room: "New room", "新建房间";
    web_quick: "Quick match", "快速匹配";
    web_code: "Room code", "房间号";
    web_join: "Join", "加入";
    web_watch: "Watch", "观战";
    web_return: "Return", "返回";
    web_save: "Save", "保存";
    web_change_name: "Change", "修改";
    web_name: "Your name", "你的名字";
    web_send: "Send", "发送";
    web_message: "Message", "消息";
    web_less: "previous value", "上一个值";
    web_more: "next value", "下一个值";
    web_bad_code: "A room code looks like amber-fox-42.", "房间号的格式如 amber-fox-42。";
    web_no_page: "There is no page at this address.", "这个地址没有页面。";
    web_no_rooms: "No public room is in use. Create one.", "没有正在使用的公开房间，可以新建一个。";
    web_board_of(board: &str): "Board, {board}", "棋盘，{board}";
    web_empty(point: &str): "{point}, empty", "{point}，空";
    web_black(point: &str): "{point}, black", "{point}，黑";
    web_white(point: &str): "{point}, white", "{point}，白";
    web_cross(point: &str): "{point}, X", "{point}，叉";
    web_nought(point: &str): "{point}, O", "{point}，圈";
    web_forbidden(point: &str, foul: &str): "{point}, forbidden: {foul}", "{point}，禁手：{foul}";
    web_moved(who: &str, point: &str): "{who}: {point}.", "{who}：{point}。";
    web_tap_again(point: &str): "{point}: tap again to place the stone.", "{point}：再点一次落子。";
    web_invite: "Send a friend this link:", "把这个链接发给朋友：";
    web_device_code: "Show a code for another device", "显示给另一台设备的配对码";
    web_device_code_how: "On the other device, open My devices and enter it there.", "在另一台设备上打开“我的设备”并输入。";
    web_device_pair: "Use this code", "使用此配对码";
    web_qr: "The same as a QR code, for a phone", "同一链接的二维码，供手机扫描";
    prefs_title: "Settings of this page", "本页设置";
    prefs_theme: "Colours", "配色";
    prefs_paper: "paper", "纸张";
    prefs_wood: "wood", "木纹";
    prefs_contrast: "high contrast", "高对比";
    prefs_sound: "Sounds", "声音";
    prefs_notices: "Notifications while hidden", "隐藏时通知";
    prefs_taps: "Tap small boards twice", "小棋盘点两次";
    web_ended: "The game is over", "对局结束";
    web_copy: "Copy the link", "复制链接";
    web_copy_by_hand: "This page cannot copy. Select the text and copy it.", "此页面不能复制：请选中文字后复制。";
    web_broken(what: &str): "Tengen has broken down: {what}. Reload the page.", "程序出错：{what}。请重新加载页面。";
    web_copied: "Copied.", "已复制。";
    web_more_actions: "More", "更多";
    web_leave_question: "Leave this room?", "离开房间？";
    web_cancel: "Cancel", "取消";
    web_not_kept:
        "This browser stores nothing for this page. When you close it, you lose your seat and your score.",
        "浏览器不为此页面保存数据：关闭后会失去座位和战绩。";
    web_going_in(room: &RoomCode): "Opening {room}", "正在进入 {room}";
    web_wrong_passphrase: "This is not the passphrase.", "口令不对。";
    web_ask_players: "Ask the players", "请求棋手";
    web_stale: "Connecting. The board may have changed.", "正在连接，局面可能已变化。";
    web_device: "browser", "浏览器";
    web_wall: "Games in progress", "正在进行的对局";
    web_no_games_on: "No public game is in progress.", "暂无可公开观看的对局。";
    web_games: "Finished games", "历史对局";
    web_loading: "Loading games", "正在获取对局";
    web_older: "Older games", "更早的对局";
    web_show: "Show", "查看";
    web_first_move: "to the beginning", "回到开头";
    web_back_move: "one move back", "后退一手";
    web_next_move: "one move on", "前进一手";
    web_last_move: "to the end", "到终局";
    web_to_game: "Back to the game", "回到实战";
    web_erase: "Delete this move", "删除这一手";
    web_connection: "Connection", "连接";
    web_is_black: "black", "黑";
    web_is_white: "white", "白";
    web_mute: "Mute", "屏蔽";
    web_unread(count: usize): "Chat ({count} new)", "聊天（{count} 条新）";
}
