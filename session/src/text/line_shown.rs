//! Line mode: the output of commands that show something.

use crate::text::messages;

messages! {
    shown_returning(number: usize, who: &str): "{number}: {who}", "{number}：{who}";
    shown_no_moves: "no moves yet", "还没有落子";
    shown_no_clock: "there is no clock", "没有棋钟";
    shown_clock(who: &str, left: &str, state: &str): "clock: {who} {left}{state}", "棋钟：{who} {left}{state}";
    shown_runs: ", running", "，走时中";
    shown_connection_good: "connection: good", "连接：正常";
    shown_connection_silent: "connection: the server does not answer", "连接：服务器没有动静";
    shown_connection_bad: "connection: lost, reconnecting", "连接：断开，正在重连";
    shown_in_menu: "you are not in a room", "你不在房间里";
    shown_no_talk: "no messages yet", "还没有人说话";
    shown_server(name: &str, address: &str): "server {name}: connect {address}", "服务器 {name}：connect {address}";
    shown_server_rooms_unknown(address: &str): "{address}: rooms unknown", "{address}：房间未知";
    shown_no_servers: "no servers found on this network: connect ADDR connects to one",
        "本网络没有发现服务器：用 connect 地址 连接";
    shown_no_network: "cannot look for servers on this network: connect ADDR connects to one", "此网络无法自动发现服务器：用 connect 地址 连接";
    shown_last_server(address: &str): "last server: connect {address}", "上次的服务器：connect {address}";
    shown_kept(code: &str): "you have a seat in room {code}: type continue to return", "你在房间 {code} 有座位：输入 continue 返回";
    shown_no_rooms: "there are no rooms: new creates one", "没有房间：new 建一个";
    shown_rooms(count: usize): "rooms: {count}", "房间：{count}";
    shown_listing(code: &str, board: &str, one: &str, two: &str, state: &str): "{code}: {board}, {one} - {two}, {state}",
        "{code}：{board}，{one} - {two}，{state}";
    shown_open: "open", "可加入";
    shown_playing: "playing", "对局中";
    shown_between: "between games", "两局之间";
    shown_free: "free seat", "空位";
    shown_with_passphrase(state: &str): "{state}, with a passphrase", "{state}，需要口令";
    shown_games(count: usize): "games: {count}; replay N opens one", "对局：{count} 局；replay N 打开";
    shown_more_games(count: usize): "games: {count}; replay N opens one, more lists older ones", "对局：{count} 局；replay N 打开，more 列出更早的";
    shown_no_games: "no finished games", "没有下完的对局";
    shown_game(number: usize, what: &str, who: &str, how: &str, moves: &str): "{number}: {what}, {who}, {how}, {moves}",
        "{number}：{what}，{who}，{how}，{moves}";
    shown_refused(why: &str): "cannot show this: {why}", "无法显示：{why}";
    shown_replay(room: &str, number: u32, board: &str, who: &str): "replay of {room} game {number}, {board}: {who}; next, back, first, last, go N, try POINT, leave",
        "复盘 {room} 第 {number} 局，{board}：{who}；next、back、first、last、go N、try 落点、leave";
    shown_position(ply: usize, length: usize, what: &str): "move {ply} of {length}: {what}", "第 {ply} 手，共 {length} 手：{what}";
    shown_branch(ply: usize, left: usize, what: &str): "move {ply}, tried after move {left} of the game: {what}", "第 {ply} 手，从第 {left} 手起试下：{what}";
    shown_start: "the empty board", "空棋盘";
    shown_options(points: &str): "known moves here: {points}", "此处有记录的着法：{points}";
    shown_thinking(bot: &str, ply: u16, depth: u8, nodes: u64): "{bot} about the position after move {ply}: depth {depth}, nodes {nodes}",
        "{bot} 对第 {ply} 手之后局面的思考：深度 {depth}，节点 {nodes}";
    shown_saved(plain: u64, saved: u128): "without cuts: {plain} nodes, {saved}% saved", "不剪枝：{plain} 个节点，节省 {saved}%";
    shown_levels(counts: &str): "nodes by depth: {counts}", "各层节点数：{counts}";
    shown_node(name: &str, side: &str, value: &str, window: &str, end: &str): "{name}, {side}, value {value}, window {window}: {end}",
        "{name}，{side}，值 {value}，窗口 {window}：{end}";
    shown_root: "root", "根";
    shown_leaf: "leaf", "叶节点";
    shown_decided: "game over", "终局";
    shown_at_once(point: &str): "immediate {point}", "直接 {point}";
    shown_best(point: &str): "searched all, best {point}", "全部搜索，最好 {point}";
    shown_none_better: "searched all, none better", "全部搜索，没有更好的";
    shown_cut(point: &str, untried: u32): "cut by {point}, {untried} not searched", "被 {point} 剪枝，{untried} 个未搜索";
    shown_left_out(end: &str, count: u32): "{end}, {count} not shown", "{end}，省略 {count} 个";
    shown_settings(options: &str): "settings: {options}", "设置：{options}";
    shown_boards_on: "the board is shown after each move", "每手之后显示棋盘";
    shown_boards_off: "the board is shown when you type board", "输入 board 时显示棋盘";
    shown_muted(who: &str): "{who} is muted", "已屏蔽 {who}";
    shown_unmuted(who: &str): "{who} is no longer muted", "已取消屏蔽 {who}";
    shown_everybody: "everyone", "所有人";
    shown_help(usage: &str, about: &str): "{usage}: {about}", "{usage}：{about}";
    shown_short_forms(words: &str): "short: {words}", "简写：{words}";
    shown_help_more: "help WORD explains one command; docs/line-mode.md explains all of them", "help 命令 查看单个命令；完整说明见 docs/line-mode.md";
}
