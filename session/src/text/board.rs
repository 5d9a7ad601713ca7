//! The analysis of positions and games.

use crate::text::messages;

messages! {
    board_title: "Analysis board", "分析棋盘";
    board_start: "Analyse", "分析";
    board_stop: "Stop", "停止";
    board_thinking: "Analysing", "正在分析";
    board_lines: "Best moves", "最佳着法";
    board_more_lines: "more moves", "更多着法";
    board_fewer_lines: "fewer moves", "更少着法";
    board_searched(nodes: u64, depth: u8): "{nodes} positions, depth {depth}", "{nodes} 个局面，深度 {depth}";
    board_black_wins(moves: u16): "black wins in {moves}", "黑 {moves} 手胜";
    board_white_wins(moves: u16): "white wins in {moves}", "白 {moves} 手胜";
    board_black_chance(percent: u8): "black {percent} %", "黑 {percent} %";
    board_black_won: "black has won", "黑胜";
    board_white_won: "white has won", "白胜";
    board_threats_black: "Black's threats:", "黑棋的威胁：";
    board_threats_white: "White's threats:", "白棋的威胁：";
    board_and: "; ", "；";
    board_five(points: &str): "wins at {points}", "{points} 成五获胜";
    board_open_four(points: &str): "an open four or two fours at {points}", "{points} 成活四或双四";
    board_four(points: &str): "a four at {points}", "{points} 冲四";
    board_open_three(points: &str): "an open three at {points}", "{points} 成活三";
    board_graph: "Black's chance after each move", "每一手后黑棋的胜率";
    board_after(ply: usize, value: &str): "after move {ply}: {value}", "第 {ply} 手后：{value}";
    board_turned: "Where the game turned", "转折点";
    board_move(ply: usize, point: &str): "move {ply}, {point}", "第 {ply} 手 {point}";
    board_missed(moves: u16): "missed a forced win in {moves}", "错过 {moves} 手必胜";
    board_let_win(moves: u16): "lets the other side win in {moves}", "让对方 {moves} 手必胜";
    board_foul: "the stone was forbidden", "禁手";
    board_mistake(from: u8, to: u8): "the chance falls from {from} % to {to} %", "胜率从 {from} % 降到 {to} %";
    board_better(point: &str): "better: {point}", "应下 {point}";
    board_no_turning: "No move changed the likely result.", "没有改变胜负趋势的着法。";
    board_moves: "Moves", "棋谱";
    board_set: "Show", "摆出";
    board_copy: "Copy", "复制";
    board_svg: "Save as SVG", "存为 SVG";
    board_png: "Save as PNG", "存为 PNG";
    board_bad_moves: "Write the moves like this: h8 i9 j10.", "棋谱的格式如 h8 i9 j10。";
    board_over: "The game is over here.", "此处对局已结束。";
    board_analyse_game: "analyse this game", "分析本局";
}
