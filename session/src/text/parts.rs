//! A static value, taken apart.

use crate::text::messages;

messages! {
    parts_sum(value: &str): "static value {value}: the sum of", "静态估值 {value}：各部分之和";
    part_open_both: "open for both", "双方都能连成";
    part_open_max: "open for MAX", "仅 MAX 能连成";
    part_open_min: "open for MIN", "仅 MIN 能连成";
    part_open_nobody: "closed to both", "双方都不能连成";
    part_attack(row: u8, ends: u8, s: &str): "attack, row of {row}, {ends} open end{s}", "进攻，连 {row}，{ends} 个空端";
    part_defence(row: u8, ends: u8, s: &str): "defence, row of {row}, {ends} open end{s}", "防守，连 {row}，{ends} 个空端";
    part_shares(x: u8, x_cells: u8, o: u8, o_cells: u8): " (X {x}/{x_cells}, O {o}/{o_cells})", "（X {x}/{x_cells}，O {o}/{o_cells}）";
    part_nothing: "no space for five", "容不下五子";
    part_run(side: &str, row: usize, ends: u8, s: &str): "{side}: row of {row}, {ends} open end{s}", "{side}：连 {row}，{ends} 个空端";
    part_times(worth: &str, times: u64): ", {worth} counted {times} times", "，{worth} 按 {times} 倍计";
    parts_more(count: u32, s: &str, adds: &str): "and {count} smaller part{s}: {adds}", "另有 {count} 个较小的部分：{adds}";
    parts_none: "Nothing on the board counts.", "盘上没有计分的棋形。";
    parts_asking: "Taking the value apart …", "正在拆解估值…";
    no_parts_here: "Only leaves have a static value. Move to a row that ends with leaf", "只有叶节点的值是静态估值。请移到叶所在的行";
}
