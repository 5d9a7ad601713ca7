//! The words for clocks, settings, boards, levels and engines.

use crate::text::messages;

messages! {
    clock_none: "none", "无";
    seconds(seconds: &str): "{seconds} s", "{seconds} 秒";
    clock_move(seconds: &str): "{seconds} a move", "每手 {seconds}";
    clock_fischer(main: &str, increment: &str): "{main} + {increment}", "{main} + {increment}";
    whole_minutes(count: u64, s: &str): "{count} minute{s}", "{count} 分钟";
    some_seconds(seconds: &str, s: &str): "{seconds} second{s}", "{seconds} 秒";
    about_no_clock: "No time limit.", "不限时。";
    about_per_move(time: &str): "{time} for each move.", "每手 {time}。";
    about_whole_game(main: &str): "{main} for the whole game.", "全局 {main}。";
    about_fischer(main: &str, increment: &str): "{main}, plus {increment} with each move.", "{main}，每手加 {increment}。";
    about_byo_yomi(main: &str, periods: u64, s: &str, period: &str): "{main}, then {periods} period{s} of {period}.", "{main}，之后 {periods} 次读秒，每次 {period}。";
    clock_byo_yomi(main: &str, periods: u8, period: &str): "{main} + {periods}x{period}", "{main} + {periods}x{period}";
    access_listed: "public", "公开";
    access_unlisted: "by code only", "凭房间号";
    access_passphrase: "passphrase", "口令";
    watch_allowed: "allowed", "允许";
    watch_consent: "ask players", "需同意";
    watch_never: "not allowed", "禁止";
    first_alternate: "alternate", "轮流";
    first_loser: "loser first", "负方";
    first_winner: "winner first", "胜方";
    first_fixed: "as in the first game", "固定";
    hints_ai: "against the AI", "对 AI 时";
    hints_always: "always", "总是";
    hints_never: "never", "从不";
    evaluation_each_move: "each move", "每手显示";
    evaluation_after_game: "after the game", "局后显示";
    evaluation_never: "never", "从不";
    evaluation_other: "other", "其他";
    think_time(seconds: &str): "{seconds} s a move", "每手 {seconds} 秒";
    changed_one(what: &str, old: &str, new: &str): "{what} changed from {old} to {new}", "{what}已从 {old} 改为 {new}";
    changed_several(what: &str): "Changed: {what}", "已更改：{what}";
    change_board: "board ", "棋盘 ";
    change_clock: "clock ", "棋钟 ";
    change_access: "access ", "进入 ";
    change_watching: "spectators ", "观战 ";
    change_first: "first move later ", "先手 ";
    change_ai_time: "AI time ", "AI 用时 ";
    change_hints: "hints ", "提示 ";
    change_evaluation: "evaluation ", "局面评价 ";
    change_pause: "pause after ", "连下局数 ";
    only_passphrase: "only the passphrase", "只有口令";

    board_tictactoe: "Tic-tac-toe", "井字棋";
    board_gomoku15: "Gomoku 15x15", "五子棋 15x15";
    board_gomoku19: "Gomoku 19x19", "五子棋 19x19";
    board_standard15: "Standard 15x15", "标准五子棋 15x15";
    board_caro15: "Caro 15x15", "越南五子棋 15x15";
    board_renju15: "Renju 15x15", "连珠 15x15";
    rules_name_freestyle: "freestyle", "自由规则";
    rules_name_standard: "standard", "标准规则";
    rules_name_caro: "caro", "越南规则";
    rules_name_long_caro: "caro, six wins", "越南规则（长连胜）";
    rules_name_renju: "renju", "连珠规则";

    about_easy: "For beginners: it often overlooks threats.", "适合初学者：常常看漏威胁。";
    about_medium: "For casual players: it overlooks a threat now and then.", "适合一般棋手：偶尔看漏威胁。";
    about_hard: "For good players: it sees a few moves ahead.", "适合高手：能看几步。";
    about_expert: "Strong: it searches 100,000 positions for each move.", "很强：每手搜索十万个局面。";
    about_master: "The strongest: it thinks for as long as it may.", "最强：用足思考时间。";
    about_alphabeta: "Articles 000 and 002: minimax with alpha-beta cuts, depth 1 to 9.", "文章 000 和 002：alpha-beta 剪枝，深度 1 到 9。";
    about_levels: "Article 001: minimax, in which the depth is the difficulty, 1 to 9.", "文章 001：极小极大搜索，深度即难度，1 到 9。";
    about_greedy: "Article 003: the point with the best score, without a search.", "文章 003：选评分最高的点，不搜索。";
    about_domain_article: "Article 004: alpha-beta with scores for rows, depth 1 to 4.", "文章 004：按连子评分搜索，深度 1 到 4。";
    about_solver: "Plays perfectly, on small boards.", "在小棋盘上下得完美。";
    about_pvs: "The main engine to a fixed depth, 1 to 60.", "主引擎，固定深度 1 到 60。";
}
