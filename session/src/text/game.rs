//! The actions in a room: moves, offers and the menu; and the words for settings.

use crate::text::messages;

messages! {
    sent: "Sent. Waiting for the server", "已发送，等待服务器";
    sent_later(point: &str): "{point} will be sent when the server is back", "连上服务器后会立即发送 {point}";
    move_waits(point: &str):
        "{point} will be sent when the server is back. You cannot choose another move.",
        "连上服务器后会立即发送 {point}，不能再改选";
    too_late(what: &str): "{what} was not sent: the position changed", "局面已变化，未发送{what}";
    late_move(point: &str): "your move {point}", "你的落子 {point}";
    late_draw: "your draw offer", "你的提和";
    late_pause: "your request to pause the clocks", "暂停棋钟的请求";
    late_resume: "your request to resume the clocks", "继续走钟的请求";
    late_takeback: "your request to take back a move", "你的悔棋";
    late_request: "your request", "你的请求";
    action_sent_later: "This will be sent when the server is back", "连上服务器后会立即发送";
    wait_for_somebody(key: &str):
        "Waiting for a second player. Press {key} to play an AI.", "等待另一位玩家。按 {key} 与 AI 对弈。";
    not_your_turn(who: &str): "It is {who}'s turn", "现在轮到 {who}";
    ready_waiting_other: "You are ready. Waiting for the other player", "你已准备：等待对方";
    no_game_ready(key: &str): "No game in progress. Press {key} when you are ready.", "没有进行中的对局：准备好请按 {key}";
    digits_small_only(key: &str, point: &str):
        "Digits work on 3x3 boards only. Press {key} and type a point such as {point}.",
        "数字键只用于 3x3 棋盘：按 {key} 输入 {point} 这样的落点";
    no_point(text: &str, point: &str, row_col: &str):
        "{text:?} is not a point. Type {point}, or row and column from the top: {row_col}",
        "{text:?} 不是落点：请输入 {point}，或从上数的行和列：{row_col}";
    place_question(point: &str): "Place a stone at {point}?", "落子 {point}？";
    preview(point: &str, key: &str): "{point}? Choose it again to place the stone, or press {key} to cancel.", "{point}？再选一次落子，{key} 取消";

    nothing_paused: "Nothing is paused here", "没有暂停的对局";

    q_resign: "Resign?", "认输？";
    q_leave: "Leave? The game goes on, and your seat is kept.", "离开？对局进行中，座位会保留。";
    q_leave_local: "Leave? You can continue this game later.", "离开？之后可以继续这盘棋。";
    q_leave_clock: "Leave? The clocks keep running, and your seat is kept.", "离开？棋钟会继续走，座位会保留。";
    q_quit: "Quit Tengen? Games and seats are kept.", "退出 Tengen？对局和座位会保留。";
    q_restart: "Restart the game? This one will not count.", "重新开始？本局将不计分。";
    q_abort: "Abort the game? It will not count.", "中止对局？本局将不计分。";
    q_draw: "Call this game a draw?", "本局算和棋？";
    q_kick: "Remove the other player? They may come back after the next game.", "请对方离座？下一局之后可以再来。";
    q_watch_instead: "Both seats are taken. Watch the room?", "两个座位都有人。要观战吗？";
    q_watch: "The players decide who may watch. Ask them?", "需要棋手同意才能观战。要请求吗？";
    yes: "Yes", "是";
    no: "No", "否";
    leave: "Leave", "离开";
    quit: "Quit", "退出";
    stay: "Stay", "留下";
    resign_yes: "Resign", "认输";
    resign_no: "Keep playing", "继续下";
    close: "Close", "关闭";
    claim_win: "Claim a win", "判我胜";
    claim_draw: "Claim a draw", "判和棋";
    claim_ai(who: &str): "Let an AI play for {who}", "AI 代 {who} 下完";

    sure_title: " Are you sure? ", " 确定？ ";
    level_title: " Level ", " 级别 ";
    gone_title: " Opponent disconnected ", " 对方已断线 ";
    mute_title: " Mute ", " 屏蔽 ";
    who_plays_on: "Which AI plays on? The game will not count.", "由哪个 AI 代下？本局将不计分。";
    may_return(who: &str, seconds: u64): "{who} has {seconds} s to return. Try again then.", "{who} 还有 {seconds} 秒可以回来，请到时再试。";
    did_not_return(who: &str): "{who} did not return.", "{who} 没有回来。";
    whom_not_to_hear: "Mute players. Only you see this.", "屏蔽玩家，只有你能看到。";
    who_plays_seat(seat: u8): "Choose the AI for seat {seat}: a level, or an engine by name.", "选择座位 {seat} 的 AI：级别或引擎名。";

    watching_sit(key: &str): "You are watching. Press {key} to take the free seat.", "你正在观战：按 {key} 入座";
    watching_full: "You are watching. Both seats are taken.", "你正在观战，两个座位都有人。";
    stood_in_short(key: &str): "Press {key} to take your seat", "按 {key} 坐回座位";
    stood_in_then(key: &str): "An AI has your seat. Press {key} to take it back.", "AI 占着你的座位：按 {key} 坐回";
    no_game: "no game in progress", "没有进行中的对局";
    talk: "chat", "聊天";
    games_here: "finished games of this room", "查看这里的历史对局";
    leave_room: "leave the room", "离开房间";
    ais_go_on: "continue the paused games", "继续暂停的对局";
    stand_up: "leave your seat", "离座";
    resign: "resign", "认输";
    say_yes(who: &str): "accept {who}'s request", "同意 {who}";
    say_no(who: &str): "decline {who}'s request", "拒绝 {who}";
    let_watch(who: &str): "let {who} watch", "允许 {who} 观战";
    not_let_watch(who: &str): "do not let {who} watch", "不允许 {who} 观战";
    nobody_asked: "there is no request to answer", "没有待回应的请求";
    seat_back: "take your seat back", "坐回座位";
    has_seat: "you already have a seat", "你已经有座位";
    take_seat: "take the free seat", "入座";
    analysis: "analysis", "分析";
    no_analysis: "You can analyse this game when it is over", "对局结束后才能分析";
    nothing_to_analyse: "There is no game to analyse yet", "还没有可以分析的对局";
    ai_takes_seat: "let an AI take the free seat", "让 AI 入座";
    other_ai: "choose another AI", "换一个 AI";
    be_ready: "ready for the next game", "准备下一局";
    settings_between: "room settings: only between games", "房间设置：只能在两局之间更改";
    ask_to(action: &str): "ask to {action}", "请求{action}";
    change_settings: "change the settings", "更改设置";
    swap_seats: "swap seats", "交换座位";
    nobody_to_swap: "there is nobody to swap seats with", "没有人可以交换座位";
    send_away(who: &str): "remove {who} from the seat", "请 {who} 离座";
    recognize: "recognize a player who is back …", "认出回来的棋手…";
    recognize_title: " Who is back? ", " 谁回来了？ ";
    recognize_question: "They get the seat and the score of the player who is gone.", "此人将得到离开的棋手的座位和战绩。";
    is_the_same(new: &str, old: &str, score: &str): "{new} is {old} ({score})", "{new} 就是 {old}（{score}）";
    nobody_to_recognize: "nobody here can be a player who is gone", "这里没有可能是离开的棋手的人";
    nobody_to_send: "there is nobody to remove", "没有人可以请走";
    withdraw(what: &str): "cancel your request: {what}", "撤回请求：{what}";
    nothing_to_withdraw: "you have no open request", "没有可以撤回的请求";
    ask_hint: "ask for a hint", "要提示";

    abort_game: "abort the game: it will not count", "中止对局：不计分";
    begin_anew: "restart the game", "重新开始本局";
    asked_takeback: "take back: already requested", "悔棋：已经请求过一次";
    no_move_yet: "take back: no move yet", "悔棋：还没有落子";
    no_draw_with_ai: "the AI does not accept draws", "AI 不接受和棋";
    asked_draw: "draw: already offered", "和棋：已经提过一次";
    hint_sought: "still looking for a hint", "仍在寻找提示";
    abort_too_late: "both sides have moved, so you cannot abort: resign or restart", "双方都已落子，不能中止：可以认输或重新开始";
    hint_given: "you already have the hint for this position", "这个局面已经提示过";
    no_pause_left: "pause: no pause is left in this game", "暂停：本局的暂停已用完";
    open_request: "you have an open request: cancel it before you make another", "你有未回应的请求：请先撤回";
    asked_pause: "pause: already requested", "暂停：已经请求过一次";
    offer_draw: "offer a draw", "提和";
    call_draw: "call it a draw", "算和棋";
    ask_clocks_on: "ask to resume the clocks", "请求继续走钟";
    clocks_on: "resume the clocks", "继续走钟";
    ask_pause: "ask to pause the clocks", "请求暂停棋钟";
    pause: "pause the clocks", "暂停棋钟";
    computer_needs_none: "the AI needs no extra time", "AI 不需要加时";
    give_time(who: &str): "give {who} 15 s", "给 {who} 加 15 秒";
    claim(who: &str): "{who} did not return: claim, or let an AI play on", "{who} 没有回来：判定或让 AI 代下";
    claim_if_gone(who: &str): "claim the game if {who} does not return", "若 {who} 没有回来：判定";
    claim_later(who: &str, seconds: u64): "claim: {who} has {seconds} s to return", "判定：{who} 还有 {seconds} 秒可以回来";

    foot_accept: "accept", "同意";
    foot_decline: "decline", "拒绝";
    foot_let_in: "let in", "允许";
    foot_refuse: "refuse", "拒绝";
    foot_withdraw: "cancel request", "撤回";
    foot_claim: "claim", "判定";
    foot_place: "place", "落子";
    foot_ready: "ready", "准备";
    foot_go_on: "continue", "继续";
    foot_sit: "take seat", "入座";
    foot_menu: "menu", "菜单";
    foot_digits: "place", "落子";
    foot_type: "type a point", "输入落点";
    foot_takeback: "take back", "悔棋";
    foot_ask_takeback: "ask to take back", "请求悔棋";
    foot_clocks_on: "resume clocks", "继续走钟";
    foot_ask_clocks_on: "ask to resume clocks", "请求继续走钟";
    foot_show: "show", "显示";
    foot_hide: "hide", "隐藏";
    foot_reset: "reset", "恢复默认";
    foot_details: "details", "详情";
    foot_watch: "watch", "观战";
    foot_return: "return", "返回对局";
    foot_code: "enter a code", "房间号";
    foot_start: "start", "开始";
    foot_save: "save", "保存";
    foot_ask: "ask", "请求";
    foot_hint: "hint", "提示";
    foot_settings: "settings", "设置";
    foot_chat: "chat", "聊天";
    foot_games: "games", "历史对局";
    foot_leave: "leave", "离开";
    foot_help: "help", "帮助";
    foot_quit: "quit", "退出";

    wants_takeback(who: &str, moves: &str): "{who} wants to take back {moves}", "{who} 请求悔棋：{moves}";
    wants_draw(who: &str): "{who} offers a draw", "{who} 提和";
    wants_pause(who: &str): "{who} wants to pause the clocks", "{who} 请求暂停棋钟";
    wants_resume(who: &str): "{who} wants to resume the clocks", "{who} 请求继续走钟";
    wants_change(who: &str, what: &str): "{who} wants to change: {what}", "{who} 请求更改设置：{what}";
    wants_settings(who: &str): "{who} wants to change the settings", "{who} 请求更改设置";
    wants_swap(who: &str): "{who} wants to swap seats", "{who} 请求交换座位";
    asked_to_take_back(moves: &str): "You asked to take back {moves}", "你请求悔棋：{moves}";
    offered_draw: "You offered a draw", "你已提和";
    asked_to_pause: "You asked to pause the clocks", "你请求暂停棋钟";
    asked_to_resume: "You asked to resume the clocks", "你请求继续走钟";
    asked_to_change(what: &str): "You asked to change: {what}", "你请求更改设置：{what}";
    asked_to_swap: "You asked to swap seats", "你请求交换座位";
    take_back(moves: &str): "take back {moves}", "悔棋：{moves}";
    short_draw: "draw", "和棋";
    short_pause: "pause clocks", "暂停棋钟";
    short_resume: "resume clocks", "继续走钟";
    short_change: "new settings", "新设置";
    short_swap: "swap seats", "换座";
    two_moves(first: &str, second: &str): "{first} and {second}", "{first} 和 {second}";
    last_moves(count: usize): "the last {count} moves", "最后 {count} 手";
    every_move: "every move", "所有棋子";
}
