//! Line mode: the description of each command.

use crate::text::messages;

messages! {
    line_about_help: "show what you can type now, or explain one word",
        "现在可以输入什么，或某个命令的说明";
    line_about_board: "show the board: columns from the left, rows from the bottom; X and O are stones, brackets mark the last move",
        "显示棋盘：列从左往右，行从下往上；X 和 O 是棋子，方括号是最后一手";
    line_about_boards: "show the board after each move, or stop showing it; 3x3 boards are shown by default",
        "每手之后是否显示棋盘；平时只显示 3x3 棋盘";
    line_about_moves: "list the moves of this game",
        "列出本局的着法";
    line_about_score: "show wins, draws and losses in this room",
        "本房间的胜、和、负";
    line_about_clock: "show the time that each side has left",
        "双方剩余时间";
    line_about_who: "show who plays, who watches, and the state of the connection",
        "座位、观战者和连接状态";
    line_about_point: "place a stone; a point by itself does the same: h8, or row and column from the top: 8 8; on small boards 31 is row 3, column 1; on 3x3 boards 5 is the centre",
        "落子；直接输入落点也行：h8，或从上数的行和列：8 8；小棋盘上 31 表示第 3 行第 1 列；3x3 棋盘上 5 是中心";
    line_about_ready: "ask for the next game",
        "准备下一局";
    line_about_resign: "resign; with yes, without a question",
        "认输；加 yes 则不再询问";
    line_about_take_back: "take back your last move; a person is asked first",
        "悔棋；对手是人时需对方同意";
    line_about_draw: "offer a draw",
        "提和";
    line_about_pause: "pause the clocks; a person is asked first",
        "暂停棋钟；对手是人时需对方同意";
    line_about_choose: "choose in the opening: play black, play white, or place two more stones",
        "开局选择：执黑、执白，或再摆两子";
    line_about_resume: "resume the clocks",
        "继续走钟";
    line_about_give: "give the opponent 15 seconds",
        "给对方加 15 秒";
    line_about_yes: "accept a request",
        "同意";
    line_about_no: "decline a request",
        "不同意";
    line_about_withdraw: "cancel your own request",
        "撤回你的请求";
    line_about_abort: "abort the game before both sides have moved; it does not count",
        "中止双方还没都落子的对局，不计分";
    line_about_restart: "restart the game; it does not count",
        "重新开始本局，不计分";
    line_about_claim: "when your opponent does not come back: claim a win or a draw, or let an AI play on",
        "对手离开太久时：判胜、判和，或让 AI 代下";
    line_about_hint: "ask for a suggested move",
        "请求提示";
    line_about_say: "send a chat message",
        "说话";
    line_about_talk: "show the latest chat messages; all loads older ones",
        "最近的聊天；all 查看更早的";
    line_about_mute: "hide somebody's chat messages",
        "屏蔽某人的聊天";
    line_about_unmute: "show somebody's chat messages again",
        "不再屏蔽";
    line_about_ai: "play the AI: in a new room, in the free seat, or at another level; levels are easy, medium, hard, expert, master, or an engine such as alphabeta:6",
        "与 AI 对弈：新房间、空位或换个级别；级别有 easy、medium、hard、expert、master，或 alphabeta:6 这样的算法";
    line_about_new: "create a room, for example new gomoku15 ai hard first clock 5+3",
        "建房间，如 new gomoku15 ai hard first clock 5+3";
    line_options: "options: clock none|10s|5+3|10+3x30, listed|unlisted|passphrase TEXT, spectators allowed|consent|never, hints ai|always|never, evaluation live|after|never, begins alternate|loser|winner|fixed, opening none|pro|long-pro|swap|swap2, forbidden refused|loses, think MS, games N",
        "选项：clock none|10s|5+3|10+3x30、listed|unlisted|passphrase 口令、spectators allowed|consent|never、hints ai|always|never、evaluation live|after|never、begins alternate|loser|winner|fixed、opening none|pro|long-pro|swap|swap2、forbidden refused|loses、think 毫秒、games 局数";
    line_about_quick: "find someone to play on this board",
        "快速匹配对手";
    line_about_rooms: "list the rooms of the server",
        "列出服务器上的房间";
    line_about_join: "take a seat in a room",
        "进入房间就座";
    line_about_watch: "watch a room",
        "观战";
    line_about_leave: "leave the room, or go back from a replay, a list or an analysis",
        "离开房间；或从复盘、列表、分析返回";
    line_about_sit: "take the free seat, or take yours back from an AI",
        "坐到空位，或从 AI 处坐回自己的座位";
    line_about_stand: "leave your seat and watch",
        "让出座位并观战";
    line_about_swap: "swap seats; a person is asked first",
        "交换座位；对手是人时需对方同意";
    line_about_recognize: "list who may be a player who is gone; N: give them the old seat and score (host only)",
        "列出可能是离开的棋手的人；N：把原来的座位和战绩给此人（仅房主）";
    line_about_kick: "remove the other player from the seat (host only)",
        "房主请对方离座";
    line_about_settings: "show the room's settings, or change them between games; the options are those of new",
        "查看或在两局之间更改房间设置；选项与 new 相同";
    line_about_history: "list the finished games of this room",
        "列出本房间下完的对局";
    line_about_mine: "list your finished games",
        "列出你下完的对局";
    line_about_more: "list older games",
        "更早的对局";
    line_about_replay: "replay game N of the list",
        "复盘列表中第 N 局";
    line_about_next: "in a replay: go forward",
        "复盘：前进";
    line_about_back: "in a replay: go back",
        "复盘：后退";
    line_about_first: "in a replay: go to the empty board",
        "复盘：回到空棋盘";
    line_about_last: "in a replay: go to the last move",
        "复盘：到最后一手";
    line_about_go: "in a replay: go to the position after move N; go on continues two paused AIs",
        "复盘：到第 N 手；go on 让暂停的两个 AI继续";
    line_about_try: "in a replay: try another move",
        "复盘：试下一手";
    line_about_erase: "in a replay: delete the tried move",
        "复盘：删除试下的一手";
    line_about_other: "in a replay: go to the next move that was tried here",
        "复盘：换到这里试过的另一手";
    line_about_game: "in a replay: go back to the moves of the game",
        "复盘：回到对局本身的着法";
    line_about_play: "in a replay: play the moves automatically; stop ends it",
        "复盘：自动播放；stop 停止";
    line_about_stop: "in a replay: stop automatic play",
        "复盘：停止自动播放";
    line_about_explain: "show an AI's analysis of the last move, or of the position after move N; nocuts searches without cuts, all shows the whole tree; POINTS, the moves to a leaf, take its value apart",
        "显示 AI 对最后一手（或某一手之后）的分析；nocuts 不剪枝，all 显示整棵搜索树；POINTS（到某个叶的着法）拆解该叶的估值";
    line_about_name: "set your name",
        "设置名字";
    line_about_connect: "connect to a server; here plays on this machine", "连接服务器；here 在本机对局";
    line_about_find: "list the servers and rooms on this network", "列出本网络的服务器和房间";
    line_about_continue: "go back to the room where your seat is kept", "回到保留着你座位的房间";
    line_about_wait: "for scripts: run the next line only when it is your turn, the game is over, a game has begun, the server is connected, or a line with TEXT was written",
        "用于脚本：轮到你、对局结束、对局开始、连上服务器或出现含 TEXT 的一行之后，才执行下一行";
    line_about_quit: "end the program; your seat is kept",
        "退出；座位会保留";
}
