//! The words for clocks and settings.

use crate::text::messages;

messages! {
    clock_none: "none", "无";
    seconds(seconds: f64): "{seconds} s", "{seconds} 秒";
    clock_move(seconds: &str): "{seconds} a move", "每手 {seconds}";
    clock_fischer(main: &str, increment: &str): "{main} + {increment}", "{main} + {increment}";
    clock_byo_yomi(main: &str, periods: u8, period: &str): "{main} + {periods}x{period}", "{main} + {periods}x{period}";
    access_listed: "listed", "公开";
    access_unlisted: "unlisted", "不公开";
    access_passphrase: "passphrase", "口令";
    watch_allowed: "allowed", "允许";
    watch_consent: "by consent", "需同意";
    watch_never: "nobody", "禁止";
    first_alternate: "each in turn", "轮流";
    first_loser: "the loser", "负方";
    first_winner: "the winner", "胜方";
    first_fixed: "always the same", "固定";
    hints_ai: "against the AI", "对 AI 时";
    hints_always: "always", "总是";
    hints_never: "never", "从不";
    thoughts_live: "with each move", "每手显示";
    thoughts_after: "after the game", "局后显示";
    thoughts_never: "never", "从不";
    verdicts_classic: "not by master", "大师除外";
    verdicts_always: "by any AI", "任何 AI";
    verdicts_never: "never", "从不";
    think_time(seconds: f32): "{seconds} s at least", "至少 {seconds} 秒";
    change_clock: "clock ", "棋钟 ";
    change_access: "access ", "进入 ";
    change_watching: "watching ", "观战 ";
    change_first: "then begins ", "先手 ";
    change_ai_time: "AI takes ", "AI 用时 ";
    change_hints: "hints ", "提示 ";
    change_thoughts: "AI's thoughts ", "AI 思路 ";
    change_verdicts: "win foretold ", "必胜预告 ";
    change_pause: "pause after ", "连下局数 ";
    only_passphrase: "nothing but the passphrase", "只有口令";
}
