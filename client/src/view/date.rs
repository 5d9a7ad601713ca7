//! Dates and times as they are shown: in UTC, since no time zone is known for sure.

use tengen_shared::game::Millis;

use crate::screen::room::layout::talk::time_of_day;

const DAY: Millis = 24 * 60 * 60 * 1_000;

/// Year, month and day of a moment, after H. Hinnant's `civil_from_days` (public domain).
fn civil(time: Millis) -> (u64, u64, u64) {
    // Days since 1 March of the year 0; years begin in March, so that the leap day is their last.
    let days = time / DAY + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + next, month, day)
}

/// The day, such as `2026-02-28`.
pub(crate) fn day(time: Millis) -> String {
    let (year, month, day) = civil(time);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The day without the year, such as `02-28`.
pub(crate) fn short_day(time: Millis) -> String {
    let (_, month, day) = civil(time);
    format!("{month:02}-{day:02}")
}

/// Day and time, such as `2026-02-28 21:05 UTC`.
pub(crate) fn moment(time: Millis) -> String {
    format!("{} {} UTC", day(time), time_of_day(time))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        let known = [
            (0, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_709_164_799, "2024-02-28"),
            (1_709_164_800, "2024-02-29"),
            (1_735_689_599, "2024-12-31"),
            (4_107_542_400, "2100-03-01"),
        ];
        for (seconds, expected) in known {
            assert_eq!(day(seconds * 1_000), expected);
        }
        assert_eq!(short_day(951_782_400_000), "02-29");
        assert_eq!(moment(1_735_689_599_000), "2024-12-31 23:59 UTC");
        assert!(!day(Millis::MAX).is_empty());
    }

    #[test]
    fn every_day_of_four_hundred_years_follows_the_one_before() {
        let mut last = civil(0);
        for number in 1..146_097 {
            let next = civil(number * DAY);
            let same_month = next == (last.0, last.1, last.2 + 1);
            let new_month = next == (last.0, last.1 + 1, 1) || (last.1 == 12 && next == (last.0 + 1, 1, 1));
            assert!(same_month || (new_month && last.2 >= 28), "{last:?} {next:?}");
            last = next;
        }
        assert_eq!(last, (2369, 12, 31));
    }
}
