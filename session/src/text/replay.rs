//! Finished games, replays, and the search trees of an AI.

use crate::text::messages;

messages! {
    so_many_moves(count: u16, s: &str): "{count:>3} move{s:<1}", "{count:>3} 手";
    reason_line: "row", "连线";
    reason_full: "board full", "棋盘满";
    reason_resigned: "resigned", "认输";
    reason_time: "time", "超时";
    reason_agreed: "agreed", "议和";
    reason_left: "abandoned", "离开";
    reason_aborted: "aborted", "中止";
    reason_anew: "restarted", "重开";
    reason_foul: "forbidden", "禁手";
    game_of_room(room: &str, number: u32, variant: &str, moves: &str):
        "{room} game {number}, {variant}, {moves}", "{room} 第 {number} 局，{variant}，{moves}";
    moment_and_result(moment: &str, result: &str): "{moment} · {result}", "{moment} · {result}";

    asking_for_game: "Loading the game …", "正在获取棋谱…";
    not_shown(why: &str, key: &str): "Cannot show this: {why}.\n\nPress {key} to go back.", "无法显示：{why}。\n\n按 {key} 返回。";
    before_first(moves: &str): "Before the first of {moves}", "开局之前，共 {moves}";
    which_wins: ", which wins", "，获胜";
    which_draws: ", a draw", "，和棋";
    in_branch(first: usize, played: &str): "Variation at move {first}: {played}", "第 {first} 手的变化：{played}";
    in_long_branch(first: usize, ply: usize, played: &str): "Variation at move {first}, move {ply}: {played}", "第 {first} 手的变化，第 {ply} 手：{played}";
    in_game(ply: usize, count: usize, played: &str): "Move {ply} of {count}: {played}", "第 {ply}/{count} 手：{played}";
    time_left(used: &str, left: &str): ", {used}, {left} left", "，用时 {used}，剩 {left}";
    time_used(used: &str): ", {used}", "，用时 {used}";
    tenths(seconds: &str): "{seconds} s", "{seconds} 秒";
    goes_back(key: &str): "{key}: back to the game", "按 {key} 回到实战";
    ai_thought(thought: &str): "AI: {thought}", "AI：{thought}";
    asked_for_hint(who: &str): "{who} had asked for a hint", "{who} 要过提示";
    autoplaying(seconds: &str): "Playing, {seconds} s a move", "自动播放，每手 {seconds} 秒";
    which_of(which: usize, count: usize, up: &str, down: &str):
        "Choice {which} of {count} ({up} {down})", "第 {which}/{count} 种选择（{up} {down}）";
    tried_next(points: &str): "Tried next: {points}", "试过：{points}";
    own_line: "You are already on the moves of the game", "已在实战";
    no_other_move: "No other move was tried here", "此处没有试过别的下法";
    moves_stay(key: &str): "The moves of the game cannot be deleted. {key}: step back", "实战的着法不能删除：{key} 后退";

    try_decided(key: &str): "The game is over here. Step back with {key} first.", "此处胜负已分：请先按 {key} 后退";
    try_full(most: usize, key: &str):
        "You have tried {most} moves. Delete some with {key} first.", "试下的着法已有 {most} 手：请先按 {key} 删去一些";

    no_more(why: &str): "Cannot load more: {why}", "无法显示更多：{why}";
    none_here: "No finished games in this room yet", "这里还没有下完的对局";
    none_mine: "You have no finished games yet", "还没有已结束的对局";
    asking_for_games: "Loading games …", "正在获取对局…";
    games_listed(games: &str, days: &str): "{games}. * marks the winner.{days}", "{games}。* 为胜方。{days}";
    games_and_more(games: &str, days: &str): "{games} and more. * marks the winner.{days}", "{games}以上。* 为胜方。{days}";
    days_are_utc: " Dates are in UTC.", "日期为 UTC。";
    result_and_reason(result: &str, reason: &str): "{result} ({reason})", "{result}（{reason}）";
    games_title(code: &str): "Games · {code}", "历史对局 · {code}";
    my_games_title: "Tengen · My games", "Tengen · 我的对局";
    replay_title: "Replay", "复盘";
    replay_title_of(room: &str, number: u32, variant: &str):
        "Replay · {room} · game {number} · {variant}", "复盘 · {room} · 第 {number} 局 · {variant}";
    analysis_title(room: &str, number: u32): "Analysis · {room} · game {number}", "分析 · {room} · 第 {number} 局";

    asking_how(bot: &str): "AI {bot} is analysing this position …", "AI {bot} 正在分析这个局面…";
    analysis_not_shown(why: &str, bot: &str, shallower: &str, earlier: &str, later: &str):
        "Cannot show this: {why}.\n\nPress {bot} for another AI, {shallower} for less depth, {earlier} or {later} for another position.",
        "无法显示：{why}。\n\n按 {bot} 换另一个 AI，按 {shallower} 减少深度，按 {earlier} 或 {later} 换局面。";
    ai_played(point: &str, thought: &str): "The AI played {point}: {thought}.", "AI 下了 {point}：{thought}。";
    search_prefers(point: &str): " This search prefers {point}.", "这次搜索更倾向 {point}。";
    no_ai_played(bot: &str): "Analysis by AI {bot}. No AI played.", "AI {bot} 的分析。本局没有 AI。";
    depth(depth: u8): ", depth {depth}", "，深度 {depth}";
    search_without_cuts: "This search makes no cuts", "此搜索没有剪枝";
    without_cuts: ", without cuts", "，不剪枝";
    before_first_move: "before the first move", "开局之前";
    after_move(ply: u16): "after move {ply}", "第 {ply} 手之后";
    max_plays(mark: &str): "; MAX plays {mark}", "；MAX 执{mark}";
    black: "black", "黑";
    white: "white", "白";
    searched(searched: &str, s: &str): "Searched {searched} position{s}.", "搜索了 {searched} 个局面。";
    searched_part(searched: &str, plain: &str): "Searched {searched} of {plain} positions.", "搜索了 {plain} 个局面中的 {searched} 个。";
    skipped_uncounted: " Cuts skipped more than can be counted.", "剪枝略去的无法计数。";
    skipped_none: " The search made no cuts.", "没有剪枝。";
    skipped_rest: " Cuts skipped the rest.", "其余被剪枝略去。";
    levels(counts: &str): "Positions by depth: {counts}", "逐层局面数：{counts}";
    first_position: "This is the first position", "这是第一个局面";
    last_position: "This is the last position", "这是最后一个局面";
    no_tree:
        "the server sent no tree",
        "服务器没有发来搜索树";
    no_depth(key: &str): "This AI has no depth to choose. Press {key} for another AI.", "此 AI 没有可选深度。按 {key} 换一个 AI。";
    depth_limit(least: u8, most: u8): "Depths are {least} to {most}", "深度为 {least} 到 {most}";
    no_other_ai: "No other AI can analyse this board", "没有别的 AI 能分析这个棋盘";
    tree_move: "move", "着法";
    tree_turn: "turn", "轮次";
    tree_value: "value", "值";
    tree_end: " result", " 结局";
    tree_root: "root", "根";
    tree_game_over: "game over", "终局";
    tree_leaf: "leaf", "叶";
    tree_at_once(point: &str): "immediate {point}", "立即 {point}";
    tree_best(best: &str): "best {best}", "最佳 {best}";
    tree_all_tried(best: &str): "searched all, best {best}", "全部搜过，最佳 {best}";
    tree_all_none: "searched all, none better", "全部搜过，没有更好";
    tree_none_better: "none better", "没有更好";
    tree_cut_full(by: &str, reached: &str, untried: u32): "cut by {by}: {reached}, {untried} not searched", "被 {by} 剪枝：{reached}，{untried} 个未搜";
    tree_cut(by: &str, untried: u32): "cut by {by}, {untried} not searched", "被 {by} 剪枝，{untried} 个未搜";
    tree_cut_short(by: &str, untried: u32): "cut {by}, {untried} skipped", "{by} 剪枝，{untried} 未搜";
    tree_cut_shortest(by: &str): "cut by {by}", "被 {by} 剪枝";
    tree_left_out(count: u32): ", {count} not shown", "，略去 {count} 个";
}
