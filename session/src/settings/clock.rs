//! The text form of clocks: `none`, `10s` per move, `5+3` in minutes and seconds, `10+3x30` with byo-yomi periods.

use tengen_shared::game::ClockRule;

use super::Unreadable;
use crate::terms::thousandths;

pub(super) fn read(text: &str) -> Result<ClockRule, Unreadable> {
    let form = || Unreadable::NoClock;
    if text.eq_ignore_ascii_case("none") {
        return Ok(ClockRule::None);
    }
    let rule = if let Some((main, more)) = text.split_once('+') {
        let main_ms = minutes(main).ok_or_else(form)?;
        match more.split_once('x') {
            Some((periods, seconds)) => {
                let periods = periods.parse().map_err(|_| form())?;
                ClockRule::byo_yomi(main_ms, millis(seconds, 1).ok_or_else(form)?, periods)
            }
            None => ClockRule::fischer(main_ms, millis(more, 1).ok_or_else(form)?),
        }
    } else if let Some(seconds) = text.strip_suffix('s') {
        ClockRule::per_move(millis(seconds, 1).ok_or_else(form)?)
    } else {
        ClockRule::fischer(minutes(text).ok_or_else(form)?, 0)
    };
    rule.map_err(|error| Unreadable::NotAllowed(error.to_string()))
}

/// A time in minutes, or in minutes and seconds, in milliseconds.
fn minutes(text: &str) -> Option<u32> {
    let Some((whole, seconds)) = text.split_once(':') else { return millis(text, 60) };
    let seconds = millis(seconds, 1).filter(|ms| *ms < 60_000)?;
    let whole = millis(whole, 60).filter(|_| !whole.contains('.'))?;
    whole.checked_add(seconds)
}

/// A number of units of so many seconds, with up to three digits after a point, in milliseconds.
fn millis(text: &str, unit: u32) -> Option<u32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.len() <= 5 && text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !digits(whole) || !digits(part) || part.len() > 3 {
        return None;
    }
    let thousandths: u32 = format!("{part:0<3}").parse().ok()?;
    let thousandths = whole.parse::<u32>().ok()?.checked_mul(1_000)?.checked_add(thousandths)?;
    thousandths.checked_mul(unit)
}

/// Formats a clock so that [`read`] can parse it.
pub(super) fn typed(rule: ClockRule) -> String {
    match rule {
        ClockRule::None => "none".to_owned(),
        ClockRule::PerMove { ms } => format!("{}s", thousandths(ms)),
        ClockRule::Fischer { main_ms, increment_ms: 0 } => format!("{}+0", main(main_ms)),
        ClockRule::Fischer { main_ms, increment_ms } => {
            format!("{}+{}", main(main_ms), thousandths(increment_ms))
        }
        ClockRule::ByoYomi { main_ms, period_ms, periods } => {
            format!("{}+{periods}x{}", main(main_ms), thousandths(period_ms))
        }
    }
}

/// The main time in minutes if three digits after the point say it exactly, else in minutes and seconds.
fn main(ms: u32) -> String {
    let (whole, rest) = (ms / 60_000, ms % 60_000);
    if rest.is_multiple_of(60) { thousandths(ms / 60) } else { format!("{whole}:{}", thousandths(rest)) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_shared::game::{MAX_CLOCK_MS, MAX_INCREMENT_MS, MAX_PERIODS};

    use super::*;

    #[test]
    fn clocks_are_read_and_written_alike() {
        for (text, rule) in [
            ("none", ClockRule::None),
            ("10s", ClockRule::per_move(10_000).unwrap()),
            ("1.5s", ClockRule::per_move(1_500).unwrap()),
            ("5+3", ClockRule::fischer(300_000, 3_000).unwrap()),
            ("0.5+0", ClockRule::fischer(30_000, 0).unwrap()),
            ("10+3x30", ClockRule::byo_yomi(600_000, 30_000, 3).unwrap()),
        ] {
            assert_eq!(read(text), Ok(rule), "{text}");
            assert_eq!(typed(rule), text);
        }
        assert_eq!(read("5"), Ok(ClockRule::fischer(300_000, 0).unwrap()));
    }

    proptest! {
        #[test]
        fn every_clock_is_read_as_it_is_typed(
            main in 0..=MAX_CLOCK_MS,
            more in 0..=MAX_INCREMENT_MS,
            periods in 0..=MAX_PERIODS,
        ) {
            for rule in [
                ClockRule::per_move(main),
                ClockRule::fischer(main, more),
                ClockRule::byo_yomi(main, more, periods),
            ]
            .into_iter()
            .flatten()
            {
                prop_assert_eq!(read(&typed(rule)), Ok(rule), "{}", typed(rule));
            }
        }
    }

    #[test]
    fn what_is_no_clock_is_refused() {
        for text in [
            "",
            "s",
            "+",
            "5+",
            "x",
            "5+x3",
            "5+300x3",
            "-1+2",
            "1e5",
            "99999999999+1",
            "5.1234+1",
            "5 + 3",
            "1:60+0",
            "1:+0",
            "0.5:20+1",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
