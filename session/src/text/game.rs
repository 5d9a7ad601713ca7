//! The actions in a room: moves, offers and the menu; and the words for settings.

use crate::text::messages;

messages! {
    sent: "sent; waiting for the server's answer", "已发送，等待服务器";
    sent_later(point: &str): "{point} is sent as soon as the server is back", "连上服务器后会立即发送 {point}";
    deed_sent_later: "this is sent as soon as the server is back", "连上服务器后会立即发送";
    wait_for_somebody(code: &str, key: &str):
        "wait for somebody to join {code}, or press {key} for the AI", "请等别人加入 {code}，或按 {key} 与 AI 对弈";
    not_your_turn(who: &str): "it is not your turn: {who} is to move", "还没轮到你：轮到 {who}";
    ready_waiting_other: "you are ready: waiting for the other side", "你已准备：等待对方";
    no_game_ready(key: &str): "no game is on: press {key} when you are ready", "没有进行中的对局：准备好请按 {key}";
    digits_small_only(key: &str): "digits place on 3x3 boards only: press {key} and type a point such as h8", "数字键只用于 3x3 棋盘：按 {key} 输入 h8 这样的落点";
    no_point(text: &str): "{text:?} is no point here: type h8, or row and column from the top: 8 8", "{text:?} 不是落点：请输入 h8，或从上数的行和列：8 8";
    place_question(point: &str): "Place a stone at {point}?", "落子 {point}？";
    trial(point: &str, key: &str): "{point}? the same point again places, {key} takes it away", "{point}？再选一次落子，{key} 取消";

    nothing_paused: "nothing has paused here", "没有暂停的对局";

    q_resign: "Give this game up?", "认输？";
    q_leave: "Leave? The game is on; your seat is kept.", "离开？对局进行中，座位会保留。";
    q_quit: "Quit? The game is on.", "退出？对局进行中。";
    q_restart: "Begin anew? This game then counts for nobody.", "重新开始？本局将不计分。";
    q_draw: "Call this game a draw?", "本局算和棋？";
    q_kick: "Send the other player away? They may come back after another game.", "请对方离座？下一局之后可以再来。";
    q_watch: "The players must let you in. Ask them?", "需要棋手同意才能观战。要请求吗？";
    yes: "yes", "是";
    no: "no", "否";
    claim_win: "I claim a win", "判我胜";
    claim_draw: "I claim a draw", "判和棋";
    claim_ai(who: &str): "an AI plays on for {who}", "AI 代 {who} 下完";

    sure_title: " Sure? ", " 确定？ ";
    level_title: " Level ", " 级别 ";
    gone_title: " The other player is gone ", " 对方已离开 ";
    mute_title: " Mute ", " 屏蔽 ";
    who_plays_on: "Who shall play on? The game then counts for nobody.", "由谁代下？本局将不计分。";
    how_go_on: "How shall the game go on?", "对局如何继续？";
    whom_not_to_hear: "Whom do you not want to hear? Only you know.", "不想听到谁？只有你自己知道。";
    who_plays_seat(seat: u8): "Who shall play in seat {seat}? A level, or a brain by name.", "座位 {seat} 由谁下？级别或算法名。";

    watching_sit(key: &str): "you are watching: press {key} to take a free seat", "你正在观战：按 {key} 入座";
    stood_in: "a computer plays for you until this game ends", "AI 代你下完本局";
    stood_in_then(key: &str): "a computer has your seat: press {key} to take it back", "AI 占着你的座位：按 {key} 坐回";
    no_game: "no game is on", "没有进行中的对局";
    talk: "chat", "聊天";
    games_here: "look at the games played here", "查看这里的历史对局";
    leave_room: "leave the room", "离开房间";
    ais_go_on: "let the paused AIs go on", "让暂停的 AI 继续";
    stand_up: "stand up", "离座";
    resign: "resign", "认输";
    say_yes(who: &str): "say yes to {who}", "同意 {who}";
    say_no(who: &str): "say no to {who}", "拒绝 {who}";
    let_watch(who: &str): "let {who} watch", "允许 {who} 观战";
    not_let_watch(who: &str): "do not let {who} watch", "不允许 {who} 观战";
    nobody_asked: "nobody has asked you anything", "没有待回应的请求";
    seat_back: "take your seat back", "坐回座位";
    has_seat: "you have a seat already", "你已经有座位";
    take_seat: "take the free seat", "入座";
    show_thinking: "show how the AI thinks", "看 AI 思路";
    no_thinking: "the thinking cannot be shown now", "现在不能看思路";
    ai_takes_seat: "let an AI take the free seat", "让 AI 入座";
    other_ai: "choose another AI", "换一个 AI";
    be_ready: "ready for the next game", "准备下一局";
    settings_between: "settings: between games only", "设置：只能在两局之间更改";
    ask_to(deed: &str): "ask to {deed}", "请求{deed}";
    change_settings: "change the settings", "更改设置";
    swap_seats: "swap seats", "交换座位";
    nobody_to_swap: "there is nobody to swap seats with", "没有人可以交换座位";
    send_away(who: &str): "send {who} away", "请 {who} 离座";
    nobody_to_send: "there is nobody to send away", "没有人可以请走";
    withdraw(what: &str): "take back what you asked: {what}", "撤回请求：{what}";
    nothing_to_withdraw: "you have asked for nothing that could be taken back", "没有可以撤回的请求";
    ask_hint: "ask for a hint", "要提示";

    abort_game: "abort the game: it counts for nobody", "中止对局：不计分";
    begin_anew: "begin anew", "重新开始";
    asked_takeback: "take back: you have asked once", "悔棋：已经请求过一次";
    asked_draw: "draw: you have offered it once", "和棋：已经提过一次";
    hint_given: "you have had the hint for this position", "这个局面已经提示过";
    asked_pause: "pause: you have asked once", "暂停：已经请求过一次";
    ask_go(what: &str): "ask to go {what}", "请求{what}";
    go(what: &str): "go {what}", "直接{what}";
    offer_draw: "offer a draw", "提和";
    call_draw: "call it a draw", "算和棋";
    ask_clocks_on: "ask to let the clocks go on", "请求继续走钟";
    clocks_on: "let the clocks go on", "继续走钟";
    ask_pause: "ask to pause the clocks", "请求暂停棋钟";
    pause: "pause the clocks", "暂停棋钟";
    computer_needs_none: "a computer needs no more time", "AI 不需要加时";
    give_time(who: &str): "give {who} 15 s", "给 {who} 加 15 秒";
    claim(who: &str): "{who} is gone: claim, or let an AI play on", "{who} 已离开：判定或让 AI 代下";
    claim_if_gone(who: &str): "claim the game if {who} is gone", "若 {who} 已离开：判定";
    claim_later(who: &str, seconds: f64): "claim: {who} has {seconds} s to come back", "判定：{who} 还有 {seconds} 秒可以回来";

    foot_accept: "accept", "同意";
    foot_decline: "decline", "拒绝";
    foot_let_in: "let in", "允许";
    foot_refuse: "refuse", "拒绝";
    foot_withdraw: "take offer back", "撤回";
    foot_claim: "claim", "判定";
    foot_place: "place", "落子";
    foot_ready: "ready", "准备";
    foot_go_on: "go on", "继续";
    foot_sit: "take seat", "入座";
    foot_menu: "menu", "菜单";
    foot_type: "type h8", "输入 h8";
    foot_takeback: "take back", "悔棋";
    foot_hint: "hint", "提示";
    foot_settings: "settings", "设置";
    foot_chat: "chat", "聊天";
    foot_games: "games", "历史对局";
    foot_explain: "thinking", "思路";
    foot_leave: "leave", "离开";
    foot_help: "help", "帮助";
    foot_quit: "quit", "退出";

    offer_to_start: "to take back to the start", "悔棋到开局";
    offer_to_move(to: u16): "to take back to move {to}", "悔棋到第 {to} 手";
    offer_draw_full: "for a draw", "和棋";
    offer_pause: "to pause the clocks", "暂停棋钟";
    offer_resume: "to let the clocks go on", "继续走钟";
    offer_change(what: &str): "to change {what}", "更改设置：{what}";
    offer_swap: "to swap seats", "交换座位";
    short_to_start: "back to the start", "退回开局";
    short_to_move(to: u16): "back to move {to}", "退回第 {to} 手";
    short_draw: "a draw", "和棋";
    short_pause: "a pause", "暂停";
    short_resume: "clocks on", "走钟";
    short_change: "new settings", "新设置";
    short_swap: "swap seats", "换座";
}
