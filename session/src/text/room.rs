//! A room: players, turns, results, panels and events.

use crate::text::messages;

messages! {
    invitation_title(key: &str): "Invite a friend ({key} closes)", "邀请朋友（{key} 关闭）";
    invite_friend: "invite a friend", "邀请朋友";
    invitation_network: "It works if the server listens to this network.", "前提是服务器监听本网络。";
    and_passphrase: "Your friend needs the passphrase, too.", "朋友还需要口令。";
    invitation_scan: "Send this link to a friend, or let them scan the code.", "把链接发给朋友，或让朋友扫描二维码。";
    invitation_small: "Send this link to a friend. The window is too small for its QR code.", "朋友打开此链接即可加入。窗口太小，无法显示二维码。";
    invitation_plain: "Send this link to a friend. A QR code needs colours and Unicode.", "朋友打开此链接即可加入。二维码需要颜色和 Unicode。";
    invitation_local: "This machine is on no network, so only you can open this link.", "本机不在任何网络上，只有本机能打开此链接。";
    invitation_alone: "This game is on this machine alone", "这局只在本机";

    room_title(code: &str): "Room {code}", "房间 {code}";
    title_game(number: u32): "game {number}", "第 {number} 局";
    title_watching(count: u32): "{count} watching", "{count} 人观战";

    nobody_yet: "free seat", "空位";
    stand_in_name(bot: &str, owner: &str): "AI {bot} for {owner}", "AI {bot} 代 {owner}";
    note_you: "you", "你";
    note_ready: "ready", "已准备";
    tally(wins: u32, draws: u32): "{wins} won {draws} drawn", "{wins} 胜 {draws} 和";
    tally_short(wins: u32, draws: u32): "{wins}w {draws}d", "{wins}胜{draws}和";
    is_here: "connected", "在线";
    is_away: "disconnected", "已断线";
    is_computer: "AI", "AI";
    plays_black: "black", "黑棋";
    plays_white: "white", "白棋";

    first_game(run: u8, place: &str, menu: &str, help: &str):
        "Get {run} in a row. Arrows move, {place} places. {menu}: menu, {help}: all keys.",
        "先连成 {run} 子者胜。方向键移动，{place} 落子。{menu} 菜单，{help} 全部按键。";
    waiting_for_second: "Waiting for a second player", "等待另一位玩家";
    not_begun: "The next game has not started", "下一局尚未开始";
    your_turn: "Your turn", "轮到你了";
    to_move(who: &str): "{who}'s turn", "轮到 {who}";
    to_move_but_away(who: &str): "{who}'s turn (disconnected)", "轮到 {who}（已断线）";
    waits_to_think(who: &str): "{who} is waiting for a free processor", "{who} 正在等待空闲的处理器";
    is_thinking(who: &str): "{who} is thinking", "{who} 正在思考";
    clocks_paused: " (clocks paused)", "（棋钟暂停）";
    clocks_count_down(seconds: u64): " (clocks resume in {seconds} s)", "（{seconds} 秒后走钟）";
    clocks_held: " (clocks stopped)", "（棋钟已停，等待双方）";

    you_watch: "You are watching", "你正在观战";
    you_watch_sit(key: &str): "You are watching. Press {key} to take the free seat.", "你正在观战；按 {key} 入座";
    press_clocks_on(key: &str): "Press {key} to resume the clocks", "按 {key} 继续走钟";
    press_ask_clocks_on(key: &str): "Press {key} to ask to resume the clocks", "按 {key} 请求继续走钟";
    paused_press_g(games: &str, key: &str): "Paused after {games}. Press {key} to continue.", "已下 {games}，暂停；按 {key} 继续";
    uncounted_ready(key: &str): "Not counted. {key}: next game", "本局不计分。{key}：下一局";
    ready_or_analysis(ready: &str, analysis: &str): "{ready}: next game  {analysis}: analysis", "{ready}：下一局   {analysis}：分析";
    press_ready(key: &str): "{key} when ready", "准备好请按 {key}";
    tell_code(code: &str, key: &str): "Tell a friend the code {code}, or press {key} for the AI", "把房间号 {code} 告诉朋友，或按 {key} 与 AI 对弈";
    tell_friend(address: &str, code: &str, key: &str):
        "A friend needs {address} and the code {code}. Or press {key} for the AI.",
        "把地址 {address} 和房间号 {code} 告诉朋友，或按 {key} 与 AI 对弈";
    tell_friend_all(address: &str, code: &str, passphrase: &str, key: &str):
        "A friend needs {address}, the code {code} and {passphrase}. Or press {key} for the AI.",
        "把地址 {address}、房间号 {code} 和{passphrase}告诉朋友，或按 {key} 与 AI 对弈";
    the_passphrase: "the passphrase", "口令";
    this_passphrase(passphrase: &str): "the passphrase {passphrase}", "口令 {passphrase} ";
    other_seat_free: "The other seat is free", "对方座位空着";
    quick_wait(key: &str): "Waiting for someone to play. {key}: leave", "正在等待对手；按 {key} 离开";
    ready_waiting(other: &str): "You are ready. Waiting for {other}", "你已准备；等待 {other}";
    you_begin_next: "Next game: you move first", "下一局你先手";
    begins_next(who: &str): "Next game: {who} moves first", "下一局 {who} 先手";
    turn_reminder(key: &str): "It is your turn. {key}: back to the game", "对局轮到你了：按 {key} 返回";

    hint_is(point: &str, outlook: &str): "Hint: {point}. Your position: {outlook}", "提示：{point}。你的局面：{outlook}";
    looking_for_hint: "Looking for a hint", "正在寻找提示";
    thought_of(who: &str, thought: &str): "{who}: {thought}", "{who}：{thought}";
    figures(value: &str, depth: u8, nodes: &str): "{value}, depth {depth}, {nodes}", "{value}，深度 {depth}，{nodes}";
    words_and_figures(words: &str, figures: &str): "{words} ({figures})", "{words}（{figures}）";
    blocked_at_once: "blocked at once", "立即防守";
    moved_at_once: "moved at once", "立即落子";
    outlook_wins_at_once: "wins with the next move", "下一手获胜";
    outlook_wins(moves: u16): "wins in {moves} moves", "{moves} 手内获胜";
    outlook_loses_at_once: "loses at once", "立即落败";
    outlook_loses(moves: u16): "loses in {moves} moves", "{moves} 手内落败";
    nodes(count: u64, s: &str): "{count} node{s}", "{count} 个节点";
    games(count: u64, s: &str): "{count} game{s}", "{count} 局";
    moves(count: u64, s: &str): "{count} move{s}", "{count} 手";
    new_lines(count: u64, s: &str, key: &str): "{count} new message{s}: {key}", "{count} 条新消息：{key}";
    outlook_drawn: "a draw", "和棋";
    outlook_much_better: "much better", "大优";
    outlook_better: "a little better", "稍优";
    outlook_even: "about even", "均势";
    outlook_worse: "a little worse", "稍劣";
    outlook_much_worse: "much worse", "大劣";

    no_sign(seconds: u64): "No answer from the server for {seconds} s", "服务器已 {seconds} 秒没有回应";
    connecting: "Connecting", "正在连接";
    saying_hello: "Signing in", "正在登录";
    offline(seconds: u64, why: &str): "Not connected: {why}. Next try in {seconds} s", "未连接：{why}。{seconds} 秒后重试";
    connection_lost: "Connection lost.", "连接已断开。";
    connection_lost_because(why: &str): "Connection lost: {why}.", "连接已断开：{why}。";
    trying_again(lost: &str, seconds: u64): "{lost} Trying again in {seconds} s.", "{lost}{seconds} 秒后重试。";
    trying_again_seated(lost: &str, seconds: u64): "{lost} Trying again in {seconds} s. Your seat and the position are kept.", "{lost}{seconds} 秒后重试。座位和局面都会保留。";

    why_line(length: u8): "{length} in a row", "{length} 连";
    why_resigned(loser: &str): "{loser} resigned", "{loser} 认输";
    why_time(loser: &str): "{loser} ran out of time", "{loser} 超时";
    why_away(loser: &str): "{loser} did not return in time", "{loser} 没有及时回来";
    won(winner: &str): "{winner} won", "{winner} 获胜";
    won_because(winner: &str, why: &str): "{winner} won: {why}", "{winner} 获胜：{why}";
    you_won: "You won", "你赢了";
    you_won_because(why: &str): "You won: {why}", "你赢了：{why}";
    you_lost: "You lost", "你输了";
    you_lost_line(winner: &str, length: u8): "You lost: {winner} has {length} in a row", "你输了：{winner} {length} 连";
    you_lost_time: "You lost: your time ran out", "你输了：超时";
    you_lost_away: "You lost: you did not return in time", "你输了：没有及时回来";
    you_resigned: "You resigned", "你认输了";
    draw: "Draw", "和棋";
    draw_full: "Draw: no move is left", "和棋：无处可下";
    draw_away: "Draw: a player did not return in time", "和棋：有玩家没有及时回来";
    draw_agreed: "Draw by agreement", "双方同意和棋";
    aborted: "Aborted", "对局中止";
    restarted: "Restarted", "重新开始";
    not_counted(result: &str): "{result} (not counted)", "{result}（不计分）";

    panel_moves: "Moves", "棋谱";
    panel_evaluations(side: &str): "Evaluation for {side}", "{side} 的形势";
    panel_won(side: &str): "{side} has won", "{side} 已获胜";
    moves_note: "+ good for the mover", "+ 对落子方有利";
    score_win(moves: u16): "W{moves}", "胜{moves}";
    score_loss(moves: u16): "L{moves}", "负{moves}";
    panel_outlook(side: &str, words: &str): "{side} {words}", "{side} {words}";
    panel_chat: "Chat", "聊天";
    panel_chat_muted: "Chat (all muted)", "聊天（已全部屏蔽）";
    panel_chat_spectators: "Spectators' chat", "观战聊天";
    panel_watchers(count: u32): "{count} watching", "{count} 人观战";
    no_moves: "No moves yet", "尚未落子";
    and_more(count: u32): "and {count} more", "等 {count} 人";

    everybody_muted: "Everybody is muted.", "已屏蔽所有人。";
    nothing_said: "No messages yet", "还没有消息";
    more_below(count: usize): " {count} more below ", " 下面还有 {count} 行 ";
    chat_count(count: usize, most: usize): " {count} of {most} characters", " {count}/{most} 字";
    chat_self: "you:", "你：";
    chat_line(name: &str, text: &str, key: &str): "{name}: {text} ({key}: chat)", "{name}：{text}（{key} 聊天）";
    press_c(key: &str): "{key}: write", "按 {key} 发言";
    unread(key: &str, count: usize): "{key} {count} new  ", "{key} {count} 条新消息  ";
    say_offline: "Your message will be sent when the server is back", "连上服务器后会立即发出";
    everybody: "everyone", "所有人";
    mute_on(name: &str): "[muted] {name}", "[屏蔽] {name}";
    mute_off(name: &str): "[heard] {name}", "[正常] {name}";

    wants_to_watch(who: &str): "{who} wants to watch", "{who} 请求观战";
    asked_short(what: &str): "Asked: {what}", "已请求：{what}";
    asks_reminder(who: &str, key: &str): "{who} has a request. {key}: back to the room", "{who} 在问你：按 {key} 返回";
    gone_claim(who: &str, key: &str): "{who} did not return. {key}: claim the game, or let an AI play on", "{who} 没有回来。{key}：判定，或让 AI 代下";
    gone_claim_short(who: &str, key: &str): "{who} gone. {key}: claim or AI", "{who} 没有回来：{key} 判定";
    may_be_back(new: &str, old: &str, key: &str): "{new} may be {old}. {key}: give back seat and score", "{new} 可能就是 {old}。{key}：交还座位和战绩";
    may_be_back_short(new: &str, key: &str): "{new} is back? {key}", "{new} 回来了？{key}";
    is_gone(who: &str): "{who} is disconnected", "{who} 已断线";
    reconnecting(who: &str, seconds: u64): "{who} disconnected: {seconds} s to return", "{who} 已断线：{seconds} 秒内可返回";

    entry_label: " Point: ", " 落点：";
    entry_advice(point: &str): "({point}, or row col from the top)", "（{point}，或从上数的行 列）";
    is_local: "local", "本机";
    is_offline: "disconnected", "已断线";
}
