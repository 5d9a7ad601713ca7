//! A room: players, turns, results, panels and events.

use crate::text::messages;

messages! {
    room_title(code: &str): "room {code}", "房间 {code}";
    title_game(number: u32): "game {number}", "第 {number} 局";
    title_watching(count: u32): "{count} watching", "{count} 人观战";

    nobody_yet: "nobody yet", "空位";
    stand_in_name(bot: &str, owner: &str): "AI {bot} for {owner}", "AI {bot} 代 {owner}";
    note_you: "you", "你";
    note_ready: "ready", "已准备";
    tally(wins: u32, draws: u32): "{wins} won {draws} drawn", "{wins} 胜 {draws} 和";
    tally_short(wins: u32, draws: u32): "{wins}w {draws}d", "{wins}胜{draws}和";
    is_here: "here", "在线";
    is_away: "away", "离线";
    is_computer: "computer", "AI";
    is_empty: "free seat", "空位";
    plays_black: "black", "黑棋";
    plays_white: "white", "白棋";

    waiting_for_second: "waiting for a second player", "等待另一位玩家";
    not_begun: "the next game has not begun", "下一局尚未开始";
    your_turn: "your turn", "轮到你了";
    to_move(who: &str): "{who} to move", "轮到 {who}";
    to_move_but_away(who: &str): "{who} to move, but away", "轮到 {who}（离线）";
    waits_to_think(who: &str): "{who} waits for its turn to think", "{who} 正在排队等待思考";
    is_thinking(who: &str): "{who} is thinking", "{who} 正在思考";
    clocks_paused: " (clocks paused)", "（棋钟暂停）";
    clocks_held: " (clocks held)", "（棋钟已停，等待双方）";

    you_watch: "you are watching", "你正在观战";
    you_watch_sit(key: &str): "you are watching; press {key} to take the free seat", "你正在观战；按 {key} 入座";
    paused_press_g(games: &str, key: &str): "paused after {games}; press {key} to go on", "已下 {games}，暂停；按 {key} 继续";
    paused_by_host: "paused until the maker of the room lets them go on", "已暂停，等待房主继续";
    uncounted_ready(key: &str): "counts for nobody; {key} when ready", "本局不计分；准备好请按 {key}";
    ready_or_thinking(ready: &str, thinking: &str): "press {ready} when ready, {thinking} for thinking", "准备好请按 {ready}，按 {thinking} 看 AI 思路";
    press_ready(key: &str): "press {key} when ready", "准备好请按 {key}";
    tell_code(code: &str, key: &str): "tell a friend the code {code}, or press {key} for the AI", "把房间号 {code} 告诉朋友，或按 {key} 与 AI 对弈";
    quick_wait(key: &str): "waiting for somebody who wants to play, too; {key} leaves", "正在等待对手；按 {key} 离开";
    ready_waiting(other: &str): "you are ready; waiting for {other}", "你已准备；等待 {other}";
    begins_next(who: &str): "{who} begins the next game", "下一局 {who} 先手";
    turn_call_back(key: &str): "it is your turn in the game: {key} goes back", "对局轮到你了：按 {key} 返回";

    hint_is(point: &str, outlook: &str): "hint: {point} ({outlook})", "提示：{point}（{outlook}）";
    looking_for_hint: "looking for a hint", "正在寻找提示";
    forced_win(who: &str, plies: u16): "forced win for {who} in {plies}", "{who} {plies} 步内必胜";
    thought_of(who: &str, thought: &str): "{who} {thought}", "{who} {thought}";
    thought_win(plies: u16): "saw a win in {plies}", "算到 {plies} 步内获胜";
    thought_loss(plies: u16): "saw a loss in {plies}", "算到 {plies} 步内落败";
    thought_units(units: i32): "thought {units:+}", "评分 {units:+}";
    thought_nothing: "moved without a search", "未经搜索直接落子";
    thought_depth(value: &str, depth: u8, nodes: &str): "{value} at depth {depth} ({nodes})", "{value}，深度 {depth}（{nodes}）";
    nodes(count: u64, s: &str): "{count} node{s}", "{count} 个节点";
    games(count: u64, s: &str): "{count} game{s}", "{count} 局";
    moves(count: u64, s: &str): "{count} move{s}", "{count} 手";
    new_lines(count: u64, s: &str, key: &str): "{count} new line{s}: {key}", "{count} 条新消息：{key}";
    outlook_wins_at_once: "wins at once", "立即获胜";
    outlook_wins(plies: u16): "wins in {plies}", "{plies} 步内获胜";
    outlook_loses(plies: u16): "loses in {plies}", "{plies} 步内落败";
    outlook_drawn: "a draw", "和棋";
    outlook_much_better: "much better", "大优";
    outlook_better: "a little better", "稍优";
    outlook_even: "about even", "均势";
    outlook_worse: "a little worse", "稍劣";
    outlook_much_worse: "much worse", "大劣";

    no_sign(seconds: u64): "no sign of the server for {seconds} s", "服务器已 {seconds} 秒没有回应";
    connecting: "connecting", "正在连接";
    saying_hello: "saying hello", "正在登录";
    offline(seconds: f64, why: &str): "you are offline; reconnecting in {seconds} s: {why}", "已离线；{seconds} 秒后重连：{why}";

    result_row(winner: &str, length: u8): "{winner} wins: {length} in a row", "{winner} 获胜：{length} 连";
    result_resigned(winner: &str, loser: &str): "{winner} wins: {loser} resigned", "{winner} 获胜：{loser} 认输";
    result_time(winner: &str, loser: &str): "{winner} wins: {loser} ran out of time", "{winner} 获胜：{loser} 超时";
    result_gone(winner: &str, loser: &str): "{winner} wins: {loser} was gone too long", "{winner} 获胜：{loser} 离开太久";
    result_won(winner: &str): "{winner} wins", "{winner} 获胜";
    draw_full: "a draw: the board is full", "和棋：棋盘已满";
    draw_gone: "a draw: a player was gone too long", "和棋：有玩家离开太久";
    draw_agreed: "a draw by agreement", "双方同意和棋";
    draw: "a draw", "和棋";
    aborted: "aborted: it counts for nobody", "对局中止，不计分";
    restarted: "begun anew: it counts for nobody", "重新开始，不计分";
    uncounted: "; it counts for nobody", "；不计分";

    panel_moves: "Moves", "棋谱";
    panel_judgement(side: &str): "Eval, high for {side}", "形势（越高{side}越优）";
    moves_note: "+ good for the mover", "+ 对落子方有利";
    score_win(plies: u16): "W{plies}", "胜{plies}";
    score_loss(plies: u16): "L{plies}", "负{plies}";
    panel_chat: "Chat", "聊天";
    panel_chat_muted: "Chat (all muted)", "聊天（已全部屏蔽）";
    panel_chat_spectators: "Spectators' chat", "观战聊天";
    panel_watchers(count: u32): "{count} watching", "{count} 人观战";
    no_moves: "no move yet", "尚未落子";
    and_more(count: u32): "and {count} more", "等 {count} 人";
    is_better(side: &str, units: &str): "{side} {units} better", "{side} 优 {units}";
    is_even: "even", "均势";
    is_winning(side: &str, plies: u16): "{side} wins in {plies}", "{side} {plies} 步内获胜";

    everybody_muted: "Everybody is muted.", "已屏蔽所有人。";
    nothing_said: "Nothing was said yet.", "还没有人说话。";
    more_below(count: usize): " {count} more below ", " 下面还有 {count} 行 ";
    chat_count(count: usize, most: usize): " {count} of {most} characters", " {count}/{most} 字";
    chat_self: "you>", "你>";
    chat_line(name: &str, text: &str, key: &str): "{name}: {text} ({key}: chat)", "{name}：{text}（{key} 聊天）";
    press_c(key: &str): "{key}: say something", "按 {key} 发言";
    unread(key: &str, count: usize): "{key} {count} new  ", "{key} {count} 条新消息  ";
    say_offline: "your line is sent as soon as the server is back", "连上服务器后会立即发出";
    everybody: "everybody", "所有人";
    mute_on(name: &str): "[muted] {name}", "[屏蔽] {name}";
    mute_off(name: &str): "[heard] {name}", "[正常] {name}";

    asks(who: &str, what: &str, yes: &str, no: &str): "{who} asks {what}: {yes} yes, {no} no", "{who} 请求{what}：{yes} 同意，{no} 拒绝";
    asks_for(who: &str, what: &str, yes: &str, no: &str): "{who} asks for {what}: {yes} yes, {no} no", "{who} 请求{what}：{yes} 同意，{no} 拒绝";
    asks_shorter(who: &str, what: &str, yes: &str, no: &str, more: &str): "{who}: {what}? {yes}/{no}, {more} more", "{who}：{what}？{yes}/{no}，{more} 详情";
    asks_shortest(who: &str, what: &str, yes: &str, no: &str): "{who}: {what}? {yes}/{no}", "{who}：{what}？{yes}/{no}";
    asks_in_full(who: &str, what: &str): "{who} asks {what}", "{who} 请求{what}";
    asks_to_watch(who: &str, yes: &str, no: &str): "{who} asks to watch: {yes} yes, {no} no", "{who} 请求观战：{yes} 同意，{no} 拒绝";
    asks_to_watch_short(who: &str, yes: &str, no: &str): "{who}: watch? {yes}/{no}", "{who}：观战？{yes}/{no}";
    you_ask(what: &str, key: &str): "you ask {what}: {key} takes it back", "你请求{what}：{key} 撤回";
    you_ask_for(what: &str, key: &str): "you ask for {what}: {key} takes it back", "你请求{what}：{key} 撤回";
    you_ask_short(what: &str, key: &str): "you ask: {what} ({key}: not so)", "你请求{what}（{key} 撤回）";
    replaced_now: "a computer plays for you until this game ends", "AI 代你下完本局";
    replaced_now_short: "a computer plays for you", "AI 代你下棋";
    replaced_then(key: &str): "a computer played for you: press {key} to take your seat back", "AI 代你下完了：按 {key} 坐回";
    replaced_then_short(key: &str): "press {key} to take your seat", "按 {key} 坐回座位";
    asks_call_back(who: &str, key: &str): "{who} asks you something: {key} goes back", "{who} 在问你：按 {key} 返回";
    gone_claim(who: &str, key: &str): "{who} is gone: {key} to claim or let an AI play on", "{who} 已离开：按 {key} 判定或让 AI 代下";
    gone_claim_short(who: &str, key: &str): "{who} is gone: {key} claim or AI", "{who} 已离开：{key} 判定";
    is_gone(who: &str): "{who} is gone", "{who} 已离开";
    reconnecting(who: &str, seconds: f64): "{who} is reconnecting, {seconds} s", "{who} 正在重连，{seconds} 秒";

    entry_label: " point: ", " 落点：";
    entry_advice: "(h8, or row col from the top)", "（h8，或从上数的行 列）";
    is_local: "local", "本机";
    is_offline: "offline", "离线";
}
