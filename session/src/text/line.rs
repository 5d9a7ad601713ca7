//! Line mode: the answers to commands that are unknown, impossible or change nothing.

use crate::text::messages;

messages! {
    line_unknown(typed: &str): "\"{typed}\" is not a command or a point: help lists the commands; a point is h8, or row and column from the top: 8 8",
        "“{typed}”既不是命令也不是落点：输入 help 查看命令；落点写作 h8，或从上数的行和列：8 8";
    line_too_long: "the line is too long, so nothing was done",
        "这一行太长：未执行任何操作";
    line_open_quote: "the closing quotation mark is missing, so nothing was done",
        "缺少右引号：未执行任何操作";
    line_incomplete(what: &str, usage: &str): "missing: {what}. Usage: {usage}",
        "缺少内容：{what}。用法：{usage}";
    line_too_much(typed: &str, usage: &str): "\"{typed}\" does not belong here, so nothing was done. Usage: {usage}",
        "“{typed}”是多余的：未执行任何操作。用法：{usage}";
    line_no_choice(typed: &str, choices: &str, word: &str): "\"{typed}\" is not one of the choices: {choices}. help {word} explains them",
        "不能选择“{typed}”：可选 {choices}。输入 help {word} 查看说明";
    line_no_number(typed: &str, usage: &str): "\"{typed}\" is not a number that can be used here. Usage: {usage}",
        "“{typed}”不是可用的数字。用法：{usage}";
    line_no_point(typed: &str, usage: &str): "\"{typed}\" is not a point: type h8, or row and column from the top: 8 8. Usage: {usage}",
        "“{typed}”不是落点：写作 h8，或从上数的行和列：8 8。用法：{usage}";
    line_no_clock(typed: &str): "\"{typed}\" is not a clock: use none, 10s (a move), 5+3 (minutes + seconds), 10+3x30 (minutes + periods x seconds)",
        "“{typed}”不是棋钟：none、10s（每步）、5+3（分钟+秒）、10+3x30（分钟+次数x读秒）";
    line_no_option(typed: &str, boards: &str, word: &str): "\"{typed}\" is not a board or an option: a board is {boards}, or a size such as 7x7k4. help {word} lists the options",
        "“{typed}”既不是棋盘也不是选项：棋盘有 {boards}，或 7x7k4 这样的大小。输入 help {word} 查看选项";
    line_bad(why: &str, usage: &str): "{why}. Usage: {usage}",
        "{why}。用法：{usage}";
    line_off_board(typed: &str, last: &str, rows: u8): "{typed} is not on this board: columns are a to {last}, rows 1 to {rows} from the bottom; or type row and column from the top, such as 2 2. Try again",
        "{typed} 不在棋盘上：列为 a 到 {last}，行为 1 到 {rows}（从下往上）；也可输入从上数的行和列，如 2 2。请重试";
    line_answer_first(question: &str): "answer yes or no first: {question}",
        "请先回答 yes 或 no：{question}";
    line_name_first: "enter your name first: name NAME",
        "请先告诉我你的名字：name 名字";
    line_no_room: "you are not in a room: new creates one, rooms lists them, join CODE enters one",
        "你不在任何房间：new 建房间，rooms 列出房间，join 房间号 进入房间";
    line_room_first(code: &str): "you are in room {code}: leave first",
        "你在房间 {code}：请先输入 leave";
    line_watching: "you are watching: sit takes a free seat if there is one",
        "你在观战：输入 sit 坐到空位";
    line_seat_taken_over: "an AI has your seat: sit takes it back",
        "AI 占着你的座位：输入 sit 坐回";
    line_wait_for_player(code: &str): "nobody has the other seat yet: tell a friend the code {code}, or type ai to play the AI",
        "对面还没有人：把房间号 {code} 告诉朋友，或输入 ai 让 AI 来下";
    line_game_over: "the game is over: type ready for the next one",
        "对局已结束：输入 ready 表示想下一局";
    line_not_your_turn(who: &str): "it is {who}'s turn. Scripts use wait turn first",
        "还没轮到你：轮到 {who}。脚本请先用 wait turn";
    line_in_replay(point: &str): "you are in a replay: try {point} tries the move here, leave goes back",
        "你正在复盘：try {point} 试下，leave 返回";
    line_no_replay: "no replay is open: history or mine lists games, replay N opens one",
        "没有打开复盘：history 或 mine 列出对局，replay N 打开";
    line_no_such_pair: "there is no such pair in the list: type recognize", "列表中没有这一项：请输入 recognize";
    line_no_list: "there is no list of games yet: history lists those of the room, mine your own",
        "没有对局列表：history 列出本房间的对局，mine 列出你的对局";
    line_no_such_game(count: usize): "the list has games 1 to {count}",
        "列表里没有这个编号：只有 1 到 {count}";
    line_no_more: "there are no older games",
        "没有更早的对局了";
    line_at_end: "this is the last move",
        "后面没有棋了";
    line_at_start: "this is the empty board",
        "已经回到空棋盘";
    line_own_move: "moves of the game cannot be deleted: back steps back",
        "这是对局本身的着法，不能删除：back 后退";
    line_decided: "the game is over here: back steps back",
        "此处胜负已定：back 后退";
    line_nobody_called(who: &str): "nobody here is called {who}",
        "这里没有叫 {who} 的人";
    line_no_level(bot: &str, choices: &str): "{bot} cannot play this board: choose one of {choices}",
        "{bot} 不会下这种棋盘：可选 {choices}";
    line_never_mind: "cancelled",
        "已取消";
    line_nobody_comes_here: "nobody can join a game on this machine: use new here NAME, new ai LEVEL, or connect ADDR first",
        "别人无法加入本机对局：new here 名字、new ai 级别，或先 connect 地址";
    line_not_connected: "you are not connected: connect ADDR connects to a server, find lists those on this network",
        "没有连接服务器：connect 地址 连接，find 列出本网络的服务器";
    line_leave_server_first: "you are connected to a server: type leave first",
        "你在服务器上：请先输入 leave";
    line_nothing_to_continue: "there is no game to continue",
        "没有保留的座位";
    line_nowhere_to_leave: "you are not in a room or on a server: quit ends the program",
        "你不在房间也没有连接服务器：quit 退出";
    line_seek_nowhere(room: &str): "no room {room} on this network: check the code, or connect ADDR first",
        "此网络没有房间 {room}：请核对房间号，或先用 connect 地址 连接";
    line_seek_busy(room: &str): "the servers here are too busy to look for {room}: try again in a minute",
        "服务器繁忙，暂时无法查找 {room}：请稍后再试";
    line_seek_no_server: "no servers found on this network: connect ADDR first, then try again",
        "本网络没有发现服务器：先用 connect 地址 连接，再试一次";
    line_already_so: "nothing changed: it is already set that way",
        "已经是这样了";
    line_no_pause: "the clocks are not paused",
        "棋钟没有暂停";
    line_is_paused: "the clocks are already paused: type resume",
        "棋钟已经暂停：输入 resume 继续";
}
