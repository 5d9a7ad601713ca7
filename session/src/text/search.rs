//! A search, step by step.

use crate::text::messages;

messages! {
    search_title: "A search, step by step", "逐步搜索";
    search_typed: "A tree of your own", "自己的树";
    search_position: "A position", "一个局面";
    search_tree: "Tree", "树";
    search_about_tree: "Numbers are leaves, and brackets hold the moves of a node. MAX moves first. The node ba is the first move after the second.", "数字是叶，括号里是一个节点的着法。MAX 先走。节点 ba 是第二着之后的第一着。";
    search_engine: "Engine", "引擎";
    search_depth(depth: u8): "Depth {depth}", "深度 {depth}";
    search_cuts: "Alpha-beta cuts", "α-β 剪枝";
    search_show: "Search", "搜索";
    search_searching: "Searching", "正在搜索";
    search_back: "one step back", "后退一步";
    search_next: "one step on", "前进一步";
    search_next_cut: "Next cut", "下一次剪枝";
    search_play: "Play", "播放";
    search_pause: "Pause", "暂停";
    search_parts: "What this value is made of", "这个值由什么组成";
    search_speed: "Speed", "速度";
    search_slow: "slow", "慢";
    search_usual: "normal", "中";
    search_fast: "fast", "快";
    search_counts(entered: usize, nodes: u64): "Nodes: {entered} of {nodes}", "节点：{entered} / {nodes}";
    search_plain(plain: u64): "plain minimax: {plain}", "纯极小极大：{plain}";
    search_not_shown(count: u64): "{count} not shown", "略去 {count} 个";
    search_shown(count: u64): "{count} of them shown", "显示其中 {count} 个";
    search_ready: "Ready. Go one step on, or play.", "就绪：前进一步或播放。";
    search_enters(name: &str, side: &str): "{name}: {side} to move", "{name}：轮到 {side}";
    search_enters_with(entered: &str, window: &str): "{entered}, {window}", "{entered}，{window}";
    search_about_moves: "Moves such as b2 a1, in turn.", "着法例如 b2 a1，双方轮流。";
    search_window(alpha: &str, beta: &str): "α {alpha}, β {beta}", "α {alpha}，β {beta}";
    search_leaf(name: &str): "{name}: a leaf", "{name}：叶";
    search_refused(why: &str): "There is no tree: {why}", "无法显示搜索树：{why}";
    search_failed: "The engine sent a tree that cannot be shown.", "引擎给出的树无法显示。";
    search_illegal: "These moves do not fit this board.", "这些着法与棋盘不符。";
    search_leaves(name: &str, value: &str, way: &str): "{name}: value {value}. {way}", "{name}：值 {value}。{way}";
    search_ahead(count: u32): "{count} more", "还有 {count} 个";
    search_skipped(count: u32, why: &str): "{count} not searched: {why}", "{count} 个未搜：{why}";
}
