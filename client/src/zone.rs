//! Dates and times in the user's time zone, or in UTC if the system has none.

use std::{ffi::OsStr, fs, path::Path};

use jiff::{Timestamp, Zoned, tz::TimeZone};
use tengen_shared::game::Millis;

/// The largest time zone file to read, in bytes. Those of the system have a few thousand.
const MAX_ZONE: u64 = 1024 * 1024;

/// A time zone, for converting timestamps to dates and times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

impl Default for Zone {
    fn default() -> Self {
        Self(TimeZone::UTC)
    }
}

impl From<TimeZone> for Zone {
    fn from(zone: TimeZone) -> Self {
        Self(zone)
    }
}

impl Zone {
    /// Returns the zone that the variable `TZ` or the system names, or else UTC.
    #[must_use]
    pub fn of_this_process() -> Self {
        let (name, folder) = (std::env::var_os("TZ"), std::env::var_os("TZDIR"));
        if !is_safe_to_read(name.as_deref(), folder.as_deref()) {
            return Self::default();
        }
        TimeZone::try_system().map(Self).unwrap_or_default()
    }

    /// Whether the zone is UTC.
    #[must_use]
    pub fn is_utc(&self) -> bool {
        matches!(self.0.iana_name(), Some("UTC" | "Etc/UTC"))
    }

    /// Converts `time` to this zone. A time beyond the calendar becomes its last moment.
    fn at(&self, time: Millis) -> Zoned {
        let time = i64::try_from(time).ok().and_then(|time| Timestamp::from_millisecond(time).ok());
        time.unwrap_or(Timestamp::MAX).to_zoned(self.0.clone())
    }

    /// Formats the date, such as `2026-02-28`.
    #[must_use]
    pub fn day(&self, time: Millis) -> String {
        self.at(time).strftime("%Y-%m-%d").to_string()
    }

    /// Formats the date without the year, such as `02-28`.
    #[must_use]
    pub fn short_day(&self, time: Millis) -> String {
        self.at(time).strftime("%m-%d").to_string()
    }

    /// Formats hours and minutes, such as `21:05`.
    #[must_use]
    pub fn time_of_day(&self, time: Millis) -> String {
        self.at(time).strftime("%H:%M").to_string()
    }

    /// Formats date, time and zone, such as `2026-02-28 21:05 UTC`.
    #[must_use]
    pub fn moment(&self, time: Millis) -> String {
        self.at(time).strftime("%Y-%m-%d %H:%M %Z").to_string()
    }
}

/// Whether `TZ` names a small regular file, or no file at all. Reading a pipe or a device might never end.
fn is_safe_to_read(tz: Option<&OsStr>, folder: Option<&OsStr>) -> bool {
    let Some(tz) = tz else { return true };
    let name = tz.to_string_lossy();
    let path = Path::new(folder.unwrap_or_default()).join(name.trim_start_matches(':'));
    fs::metadata(path).map_or(true, |file| file.is_file() && file.len() <= MAX_ZONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_device_is_no_time_zone() {
        let is_read =
            |tz: &str, folder: Option<&str>| is_safe_to_read(Some(tz.as_ref()), folder.map(OsStr::new));
        assert!(is_read("Europe/Berlin", None) && is_read("CET-1CEST", None) && is_safe_to_read(None, None));
        assert!(
            !is_read("/dev/zero", None) && !is_read(":/dev/zero", None) && !is_read("zero", Some("/dev"))
        );
    }

    const DAY: Millis = 24 * 60 * 60 * 1_000;

    /// Returns a zone that does not need a time zone database.
    fn zone(rules: &str) -> Zone {
        Zone(TimeZone::posix(rules).unwrap())
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        let utc = Zone::default();
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
            assert_eq!(utc.day(seconds * 1_000), expected);
        }
        assert_eq!(utc.short_day(951_782_400_000), "02-29");
        assert_eq!(utc.moment(1_735_689_599_000), "2024-12-31 23:59 UTC");
        assert_eq!(utc.time_of_day(1_735_689_599_000), "23:59");
        assert!(utc.is_utc());
    }

    #[test]
    fn times_beyond_the_calendar_are_shown_as_its_last() {
        for zone in [Zone::default(), zone("XXX-14"), zone("YYY12")] {
            for time in [Millis::MAX, 1 << 62, 253_402_207_200_000] {
                assert!(
                    ["9999-12-30", "9999-12-31"].contains(&zone.day(time).as_str()),
                    "{}",
                    zone.day(time)
                );
            }
        }
    }

    #[test]
    fn a_zone_has_its_own_days_and_names_summer_and_winter() {
        let berlin = zone("CET-1CEST,M3.5.0,M10.5.0/3");
        assert_eq!(berlin.moment(1_735_689_599_000), "2025-01-01 00:59 CET");
        assert_eq!(berlin.moment(1_720_000_000_000), "2024-07-03 11:46 CEST");
        assert_eq!(berlin.time_of_day(1_720_000_000_000), "11:46");
        assert_eq!(zone("<-03>3").moment(DAY), "1970-01-01 21:00 -03");
        assert!(!berlin.is_utc());
    }

    #[test]
    fn every_day_of_four_hundred_years_follows_the_one_before() {
        let utc = Zone::default();
        let civil = |number: u64| {
            let day = utc.day(number * DAY);
            let mut parts = day.split('-').map(|part| part.parse::<u64>().unwrap());
            (parts.next().unwrap(), parts.next().unwrap(), parts.next().unwrap())
        };
        let mut last = civil(0);
        for number in 1..146_097 {
            let next = civil(number);
            let same_month = next == (last.0, last.1, last.2 + 1);
            let new_month = next == (last.0, last.1 + 1, 1) || (last.1 == 12 && next == (last.0 + 1, 1, 1));
            assert!(same_month || (new_month && last.2 >= 28), "{last:?} {next:?}");
            last = next;
        }
        assert_eq!(last, (2369, 12, 31));
    }
}
