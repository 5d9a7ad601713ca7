//! Days and times are those of the user's time zone.

use jiff::tz::TimeZone;
use tengen_client::zone::Zone;
use tengen_session::text::Lang;
use tengen_shared::rules::Variant;

use crate::{bench::Bench, fake::OTHER, history::played, play::against_bob, talk::says};

/// Central Europe, without the database of zones.
fn in_berlin(bench: &mut Bench) {
    bench.model.zone = Zone::from(TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap());
}

#[test]
fn finished_games_have_the_days_of_the_zone_which_is_named() {
    let mut bench = played(1, 80, 24);
    bench.keys("v");
    bench.shows("1 game. * marks the winner. Dates are in UTC.");
    bench.shows("2024-03-01 00:00 UTC · You resigned");
    in_berlin(&mut bench);
    bench.shows("1 game. * marks the winner.\n");
    bench.shows("2024-03-01 01:00 CET · You resigned");
    bench.model.zone = Zone::from(TimeZone::posix("EST5").unwrap());
    bench.shows("2024-02-29 19:00 EST · You resigned");
    assert!(bench.screen().contains("(resigned)   2024-02-29"), "{}", bench.screen());
    bench.model.lang = Lang::Chinese;
    bench.shows("1 局。* 为胜方。\n");
}

#[test]
fn talk_has_the_times_of_the_zone() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    says(&mut bench, OTHER, "Bob", "hello");
    bench.keys("c");
    bench.shows("00:00 Bob: hello");
    in_berlin(&mut bench);
    bench.shows("01:00 Bob: hello");
}
