//! The words for times and clocks.

use std::time::Duration;

use tengen_shared::{
    game::{ClockRule, SideTime},
    rules::{Bot, EngineName, Level, RuleSet, Variant},
};

use crate::text::Lang;

/// Below this time, in milliseconds, a clock shows tenths of a second.
const LOW_MS: u32 = 10_000;

/// Formats a time as minutes and seconds, with hours if there are any.
fn minutes(ms: u32) -> String {
    let seconds = ms / 1_000;
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

/// Formats a time in seconds, with decimals only if needed.
fn seconds(ms: u32, lang: Lang) -> String {
    lang.seconds(&thousandths(ms))
}

/// Returns a countdown in whole seconds, rounded up.
#[must_use]
pub fn seconds_left(left: Duration) -> u64 {
    left.as_secs() + u64::from(left.subsec_nanos() > 0)
}

/// Formats a number of thousandths, with decimals only if needed: `1.5` for 1,500. It avoids the formatting of floating-point
/// numbers, which would make the page larger.
#[must_use]
pub fn thousandths(number: u32) -> String {
    let text = format!("{}.{:03}", number / 1_000, number % 1_000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Whether a clock is in its last ten seconds, with no periods left.
#[must_use]
pub const fn is_low(left: SideTime) -> bool {
    left.ms < LOW_MS && left.periods == 0
}

/// Formats the time left on a clock: `4:32`, or `9.4` when it is low, or `0:27 x3` with three periods left.
#[must_use]
pub fn time_left(left: SideTime) -> String {
    match left.periods {
        0 if is_low(left) => format!("{}.{}", left.ms / 1_000, left.ms % 1_000 / 100),
        0 => minutes(left.ms),
        periods => format!("{} x{periods}", minutes(left.ms)),
    }
}

/// Returns the time control of a room in words.
#[must_use]
pub fn clock(rule: ClockRule, lang: Lang) -> String {
    match rule {
        ClockRule::None => lang.clock_none().to_owned(),
        ClockRule::PerMove { ms } => lang.clock_move(&seconds(ms, lang)),
        ClockRule::Fischer { main_ms, increment_ms: 0 } => minutes(main_ms),
        ClockRule::Fischer { main_ms, increment_ms } => {
            lang.clock_fischer(&minutes(main_ms), &seconds(increment_ms, lang))
        }
        ClockRule::ByoYomi { main_ms, period_ms, periods } => {
            lang.clock_byo_yomi(&minutes(main_ms), periods, &seconds(period_ms, lang))
        }
    }
}

/// Returns a sentence that explains a time control.
#[must_use]
pub fn about_clock(rule: ClockRule, lang: Lang) -> String {
    let time = |ms| duration(ms, lang);
    match rule {
        ClockRule::None => lang.about_no_clock().to_owned(),
        ClockRule::PerMove { ms } => lang.about_per_move(&time(ms)),
        ClockRule::Fischer { main_ms, increment_ms: 0 } => lang.about_whole_game(&time(main_ms)),
        ClockRule::Fischer { main_ms, increment_ms } => {
            lang.about_fischer(&time(main_ms), &time(increment_ms))
        }
        ClockRule::ByoYomi { main_ms, period_ms, periods } => {
            let periods = u64::from(periods);
            lang.about_byo_yomi(&time(main_ms), periods, plural(periods), &time(period_ms))
        }
    }
}

/// Returns a time in words: in minutes if it is a number of whole minutes, else in seconds.
fn duration(ms: u32, lang: Lang) -> String {
    if ms >= 60_000 && ms.is_multiple_of(60_000) {
        let minutes = u64::from(ms / 60_000);
        lang.whole_minutes(minutes, plural(minutes))
    } else {
        lang.some_seconds(&thousandths(ms), if ms == 1_000 { "" } else { "s" })
    }
}

/// Returns a number with a comma between groups of three digits, such as `3,740`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the name of a board for people, or its rules if it has none.
#[must_use]
pub fn board(variant: Variant, lang: Lang) -> String {
    match variant {
        Variant::TICTACTOE => lang.board_tictactoe().to_owned(),
        Variant::GOMOKU15 => lang.board_gomoku15().to_owned(),
        Variant::GOMOKU19 => lang.board_gomoku19().to_owned(),
        Variant::STANDARD15 => lang.board_standard15().to_owned(),
        Variant::CARO15 => lang.board_caro15().to_owned(),
        Variant::RENJU15 => lang.board_renju15().to_owned(),
        other => other.to_string(),
    }
}

/// Returns the name of a rule set.
#[must_use]
pub const fn rules(rules: RuleSet, lang: Lang) -> &'static str {
    match rules {
        RuleSet::Freestyle => lang.rules_name_freestyle(),
        RuleSet::Standard => lang.rules_name_standard(),
        RuleSet::Caro => lang.rules_name_caro(),
        RuleSet::LongCaro => lang.rules_name_long_caro(),
        RuleSet::Renju => lang.rules_name_renju(),
    }
}

/// Describes a level or an engine in one line.
#[must_use]
pub const fn about_bot(bot: Bot, lang: Lang) -> &'static str {
    let level = match bot {
        Bot::Level(level) => level,
        Bot::Former(former) => former.level(),
        Bot::Engine(engine) => {
            return match engine.name() {
                EngineName::Alphabeta => lang.about_alphabeta(),
                EngineName::Levels => lang.about_levels(),
                EngineName::Greedy => lang.about_greedy(),
                EngineName::DomainArticle => lang.about_domain_article(),
                EngineName::Solver => lang.about_solver(),
                EngineName::Pvs => lang.about_pvs(),
            };
        }
    };
    match level {
        Level::Easy => lang.about_easy(),
        Level::Medium => lang.about_medium(),
        Level::Hard => lang.about_hard(),
        Level::Expert => lang.about_expert(),
        Level::Master => lang.about_master(),
    }
}

/// Returns the plural ending of a regular English noun: empty for a `count` of 1, else `s`.
#[must_use]
pub const fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn left(ms: u32, periods: u8) -> SideTime {
        SideTime { ms, periods }
    }

    #[test]
    fn times_are_read_as_on_a_clock() {
        let times = [
            (left(272_999, 0), "4:32"),
            (left(10_000, 0), "0:10"),
            (left(9_999, 0), "9.9"),
            (left(9_449, 0), "9.4"),
            (left(0, 0), "0.0"),
            (left(7_100, 3), "0:07 x3"),
            (left(3_600_000, 0), "1:00:00"),
            (left(3_599_000, 25), "59:59 x25"),
        ];
        for (time, text) in times {
            assert_eq!(time_left(time), text);
        }
    }

    #[test]
    fn clocks_are_explained_in_a_sentence() {
        let lang = Lang::English;
        for (rule, text) in [
            (ClockRule::None, "No time limit."),
            (ClockRule::per_move(30_000).unwrap(), "30 seconds for each move."),
            (ClockRule::fischer(60_000, 0).unwrap(), "1 minute for the whole game."),
            (ClockRule::fischer(180_000, 1_000).unwrap(), "3 minutes, plus 1 second with each move."),
            (ClockRule::byo_yomi(300_000, 10_000, 3).unwrap(), "5 minutes, then 3 periods of 10 seconds."),
            (ClockRule::byo_yomi(90_000, 60_000, 1).unwrap(), "90 seconds, then 1 period of 1 minute."),
        ] {
            assert_eq!(about_clock(rule, lang), text);
        }
    }

    #[test]
    fn long_numbers_are_grouped() {
        for (number, text) in [(0, "0"), (999, "999"), (3_740, "3,740"), (1_000_000, "1,000,000")] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn clocks_are_said_in_a_few_words() {
        let byo_yomi = ClockRule::byo_yomi(600_000, 30_000, 3).unwrap();
        assert_eq!(clock(byo_yomi, Lang::English), "10:00 + 3x30 s");
        assert_eq!(clock(ClockRule::per_move(1_500).unwrap(), Lang::English), "1.5 s a move");
    }
}
