//! Line mode: the reports of events.

use crate::text::messages;

messages! {
    told_error(why: &str): "error: {why}", "错误：{why}";
    told_welcome: "line mode: type help for the commands", "文本行模式：输入 help 查看可用命令";
    told_dialling(address: &str): "connecting to {address}", "正在连接 {address}";
    told_online(address: &str, name: &str): "connected to {address} as {name}", "已连接 {address}，名字 {name}";
    told_local(name: &str): "playing on this machine as {name}", "本机对局，名字 {name}";
    told_online_again: "reconnected", "已重新连接";
    told_silent: "the server does not answer; waiting", "服务器没有回应，等待中";
    told_heard: "the server answers again", "服务器恢复回应";
    told_down(why: &str): "disconnected: {why}; reconnecting; commands to the server wait until then. Ctrl-C quits",
        "已断线：{why}；正在自动重连，输入的命令会等待，Ctrl-C 退出";
    told_who_are_you: "what is your name? type: name NAME", "请问你的名字？输入：name 名字";
    told_suggested(name: &str): "an empty line uses the name {name}", "直接回车使用名字 {name}";
    told_room(code: &str, what: &str): "room {code}: {what}", "房间 {code}：{what}";
    told_seat(number: u8, who: &str): "seat {number}: {who}", "座位 {number}：{who}";
    told_you(who: &str): "{who} (you)", "{who}（你）";
    told_nobody: "free", "空";
    told_with_mark(who: &str, mark: &str): "{who}, {mark}", "{who}，{mark}";
    told_cross: "X", "X";
    told_nought: "O", "O";
    told_black: "X (black)", "X（黑棋）";
    told_white: "O (white)", "O（白棋）";
    told_invite(address: &str, code: &str): "a friend joins with: tengen join {address} --room {code}",
        "朋友可以这样加入：tengen join {address} --room {code}";
    told_invite_by_code(code: &str): "a friend joins with: tengen join {code}", "朋友可以这样加入：tengen join {code}";
    told_you_watch: "you are watching", "你在观战";
    told_back_in(code: &str): "back in room {code}", "回到房间 {code}";
    told_left(code: &str): "you left room {code}", "已离开房间 {code}";
    told_game(number: u32, who: &str, mark: &str): "game {number} begins: {who} is {mark} and moves first",
        "第 {number} 局开始：{who} 执 {mark}，先手";
    told_game_on(number: u32, who: &str, mark: &str, moves: u16): "game {number} is in progress: {who} is {mark} and moved first; moves so far: {moves}",
        "第 {number} 局进行中：{who} 执 {mark}，先手；已下 {moves} 手";
    told_opening_begun(number: u32, who: &str, opening: &str): "game {number} begins with {opening}: {who} places the first stones",
        "第 {number} 局开始，{opening} 开局：{who} 先摆子";
    told_opening_on(number: u32, opening: &str, moves: u16): "game {number} is in progress, in its opening ({opening}); moves so far: {moves}",
        "第 {number} 局进行中，正在开局（{opening}）；已下 {moves} 手";
    told_choose(choices: &str): "choose: {choices}", "请选择：{choices}";
    told_forbidden(points: &str): "forbidden to black: {points}", "黑棋禁手：{points}";
    line_choose_first(choices: &str): "choose first: {choices}", "请先选择：{choices}";
    told_move(number: u16, who: &str, point: &str): "{number} {who}: {point}", "{number} {who}：{point}";
    told_your_turn: "your turn", "轮到你了";
    told_turn(who: &str): "{who}'s turn", "轮到 {who}";
    told_over(how: &str): "game over: {how}", "对局结束：{how}";
    told_score(who: &str, wins: u32, draws: u32, losses: u32): "score: {who} {wins} won, {draws} drawn, {losses} lost",
        "比分：{who} {wins} 胜 {draws} 和 {losses} 负";
    told_no_score: "no finished games in this room", "本房间还没有下完的对局";
    told_ready(who: &str): "{who} is ready", "{who} 已准备";
    told_sat(who: &str, number: u8): "{who} took seat {number}", "{who} 坐在座位 {number}";
    told_freed(who: &str, number: u8): "{who} left seat {number}", "{who} 离开座位 {number}";
    told_stood_in(bot: &str, who: &str): "AI {bot} plays on for {who}; this game will not count",
        "AI {bot} 代 {who} 继续下；本局不计分";
    told_thought(number: u16, who: &str, what: &str): "{number} {who}: {what}", "{number} {who}：{what}";
    told_hint(point: &str, outlook: &str): "hint: {point} ({outlook})", "提示：{point}（{outlook}）";
    told_hint_asked: "looking for a hint", "正在找提示";
    told_queued(who: &str): "{who} is waiting for a free processor", "{who} 正在等待空闲的处理器";
    told_offer(request: &str): "{request}: yes or no", "{request}，请回答 yes 或 no";
    told_changed(what: &str): "changed: {what}", "已更改：{what}";
    told_swapped: "the players swapped seats", "已交换座位";
    told_kicked: "the host removed you from your seat; you may sit again after the next game",
        "房主请你离座：下一局之后可以再坐";
    told_kicked_other: "the host removed a player from the seat", "房主请一位玩家离座";
    told_host: "you are now the host of this room", "你现在是房主";
    told_said(who: &str, text: &str): "{who} says: {text}", "{who} 说：{text}";
    told_asks_to_watch(who: &str): "{who} wants to watch: yes or no", "{who} 请求观战，请回答 yes 或 no";
    told_not_let_in: "a request to watch was declined", "观战请求被拒绝";
    told_gift(who: &str, from: &str): "{from} gave {who} 15 s", "{from} 给 {who} 加了 15 秒";
    told_paused: "the clocks are paused", "棋钟已暂停";
    told_held: "the clocks are stopped until both players are back", "棋钟已停，等待双方回来";
    told_count_down(seconds: u64): "the clocks run again in {seconds} s", "{seconds} 秒后棋钟继续";
    told_go_on: "the clocks are running again", "棋钟继续";
    told_went_on: "the AIs continue", "AI 继续对局";
    told_ai_paused: "the AIs are paused: go on continues", "AI 已暂停：输入 go on 继续";
    told_away(who: &str, seconds: u64): "{who} disconnected; {seconds} s to return", "{who} 已断线；座位保留 {seconds} 秒";
    told_back(who: &str): "{who} is back", "{who} 回来了";
    told_gone(who: &str): "{who} did not return: claim win, claim draw or claim ai", "{who} 没有回来：claim win、claim draw 或 claim ai";
    told_watchers(count: u32, names: &str): "watching: {count} ({names})", "观战：{count} 人（{names}）";
    told_no_watchers: "nobody is watching", "没有人观战";
    told_knocking(code: &str): "you asked the players of {code} to let you watch; leave cancels", "已询问 {code} 的玩家，等待同意，leave 放弃";
    told_wants_passphrase(word: &str, code: &str): "room {code} needs a passphrase: type {word} {code} PASSPHRASE",
        "房间 {code} 需要口令：输入 {word} {code} 口令";
    told_points(how: &str, points: &str): "{how}: {points}", "{how}：{points}";
    told_waited(what: &str, seconds: u64): "waited {seconds} s for {what}, but it did not happen", "等了 {seconds} 秒，没有等到 {what}";
    told_wait_over: "the game is over", "对局已结束";
    told_unanswered(count: usize): "the server did not answer {count} of your commands", "服务器没有回应你的 {count} 条命令";
    told_lines_lost(count: usize): "not connected: {count} lines were not run", "连不上服务器：{count} 行未执行";
    told_sure_place(point: &str): "place {point}? yes or no", "落子 {point}？yes 或 no";
    told_sure_resign: "resign? yes or no", "认输？yes 或 no";
    told_sure_leave: "leave? the game goes on, and your seat is kept. yes or no", "离开正在进行的对局？座位会保留。yes 或 no";
    told_sure_quit: "quit? the game goes on, and your seat is kept. yes or no", "对局进行中，退出？座位会保留。yes 或 no";
    told_sure_abort: "abort the game? yes or no", "中止本局？yes 或 no";
    told_sure_restart: "restart the game? yes or no", "重新开始本局？yes 或 no";
    told_sure_draw: "call the game a draw? yes or no", "判为和棋？yes 或 no";
    told_recognized(old: &str): "{old} is back, with the old seat and score", "{old} 回来了，座位和战绩照旧";
    told_sure_kick(who: &str): "remove {who} from the seat? yes or no", "请 {who} 离座？yes 或 no";
    told_sure_watch(code: &str): "both seats of {code} are taken: watch? yes or no", "{code} 两个座位都有人：观战？yes 或 no";
    told_sure_knock(code: &str): "the players of {code} decide who may watch: ask them? yes or no", "观战 {code} 需要玩家同意：询问他们？yes 或 no";
}
