//! Clocks: the cost of a move under each time control, and when a flag falls.

use tengen_shared::game::{
    Clock, ClockRule, ClockState, Command, EndReason, Event, GIFT_MS, GameEnd, Input, MAX_CLOCK_MS,
    MAX_LAG_MS, Millis, Reject, Seat, SideTime,
};

use super::{
    settings,
    table::{AI, ME, Table, point},
    timed,
};

const SECOND: Millis = 1_000;

fn per_move() -> Table {
    Table::two_people(timed(ClockRule::per_move(10_000).unwrap()))
}

fn fischer() -> Table {
    Table::two_people(timed(ClockRule::fischer(60_000, 2_000).unwrap()))
}

/// A game with ten seconds, followed by three periods of five.
fn byo_yomi() -> Table {
    Table::two_people(timed(ClockRule::byo_yomi(10_000, 5_000, 3).unwrap()))
}

/// Returns the time that both seats have left, as milliseconds and periods.
fn left(table: &Table) -> [(u32, u8); 2] {
    table.left().map(Into::into)
}

/// Places a stone after `ms` milliseconds.
fn after(table: &mut Table, ms: Millis, text: &str) {
    table.wait(ms).stone(text).unwrap();
}

/// Returns the events of a tick.
fn tick(table: &mut Table) -> Vec<Event> {
    table.put(Input::Tick).unwrap()
}

fn time_up(winner: Seat) -> Event {
    Event::GameOver { end: GameEnd { winner: Some(winner), reason: EndReason::Time, line: Vec::new() } }
}

#[test]
fn without_a_rule_there_is_no_clock_and_no_time_runs_out() {
    let mut table = Table::two_people(settings());
    assert_eq!((table.room.clock(), table.room.game().unwrap().clock()), (None, None));
    table.wait(u64::from(u32::MAX));
    assert_eq!((tick(&mut table), table.room.tick_due(&table.context())), (vec![], None));
    after(&mut table, 1, "a1");
    assert_eq!(table.room.game().unwrap().turns()[0].left, SideTime::NOTHING);
}

#[test]
fn the_clock_of_the_first_mover_runs_from_the_beginning_and_each_stone_hands_it_over() {
    let mut table = fischer();
    let begun = table.now;
    assert_eq!(left(&table), [(60_000, 0); 2]);
    assert_eq!(table.clock().state, ClockState::Runs { seat: Seat::One, since: begun });
    after(&mut table, 7 * SECOND, "a1");
    assert_eq!(table.clock().state, ClockState::Runs { seat: Seat::Two, since: begun + 7 * SECOND });
}

#[test]
fn per_move_the_time_is_whole_again_after_each_stone() {
    let mut table = per_move();
    after(&mut table, 9_999, "a1");
    assert_eq!(left(&table), [(10_000, 0); 2]);
    after(&mut table, 5_000, "b1");
    assert_eq!(left(&table), [(10_000, 0); 2]);
}

#[test]
fn fischer_takes_what_was_used_and_adds_the_increment_after_the_move() {
    let mut table = fischer();
    after(&mut table, 7_001, "a1");
    assert_eq!(left(&table), [(54_999, 0), (60_000, 0)]);
    after(&mut table, 0, "b1");
    assert_eq!(left(&table), [(54_999, 0), (62_000, 0)], "a clock may hold more than at the beginning");
    after(&mut table, 54_998, "c1");
    assert_eq!(left(&table), [(2_001, 0), (62_000, 0)]);
}

#[test]
fn no_clock_holds_more_than_three_hours() {
    let mut table = Table::two_people(timed(ClockRule::fischer(MAX_CLOCK_MS, 600_000).unwrap()));
    after(&mut table, 0, "a1");
    assert_eq!(left(&table), [(MAX_CLOCK_MS, 0); 2]);
    after(&mut table, 599_999, "b1");
    assert_eq!(left(&table), [(MAX_CLOCK_MS, 0); 2]);
    after(&mut table, 600_001, "c1");
    assert_eq!(left(&table), [(MAX_CLOCK_MS - 1, 0), (MAX_CLOCK_MS, 0)]);
}

#[test]
fn byo_yomi_uses_up_the_main_time_and_then_whole_periods_only() {
    let mut table = byo_yomi();
    after(&mut table, 9_999, "a1");
    assert_eq!(left(&table), [(1, 3), (10_000, 3)]);
    after(&mut table, 10_000, "b1");
    assert_eq!(left(&table), [(1, 3), (0, 3)], "the last millisecond of the main time costs no period");
    after(&mut table, 5_000, "c1");
    assert_eq!(left(&table), [(0, 3), (0, 3)], "a period that was begun comes back whole");
    after(&mut table, 4_999, "a2");
    assert_eq!(left(&table), [(0, 3), (0, 3)]);
    after(&mut table, 5_000, "b2");
    assert_eq!(left(&table), [(0, 2), (0, 3)], "a period that is over is gone");
    after(&mut table, 14_999, "c2");
    assert_eq!(left(&table), [(0, 2), (0, 1)]);
}

#[test]
fn a_flag_falls_at_the_very_millisecond() {
    for (mut table, ms) in [(per_move(), 10_000), (fischer(), 60_000), (byo_yomi(), 25_000)] {
        let due = table.now + ms;
        assert_eq!(table.room.tick_due(&table.context()), Some(due));
        table.wait(ms - 1);
        assert_eq!(tick(&mut table), [], "{:?}", table.clock());
        let mut in_time = table.clone();
        in_time.stone("b2").unwrap();
        table.wait(1);
        assert_eq!(table.stone("b2"), Err(Reject::TimeUp));
        let fallen = table.clock().with_left(Seat::One, SideTime::NOTHING).with_state(ClockState::Stopped {});
        assert_eq!(tick(&mut table), [Event::ClockSet { clock: fallen }, time_up(Seat::Two)]);
        assert_eq!((table.score(1), table.score(2)), ([0, 0, 1], [1, 0, 0]));
        assert_eq!(table.room.tick_due(&table.context()), None);
        assert_eq!(tick(&mut table), []);
    }
}

#[test]
fn a_tick_that_comes_late_still_finds_who_was_to_move() {
    let mut table = fischer();
    after(&mut table, 1, "a1");
    table.wait(3_600_000);
    assert_eq!(tick(&mut table)[1], time_up(Seat::One));
    assert_eq!(table.left_ms()[0], 61_999, "the waiting side keeps what it has");
}

#[test]
fn the_flag_of_a_computer_falls_too() {
    let mut table = Table::open(timed(ClockRule::per_move(1_000).unwrap()), &[AI, ME]);
    assert_eq!(tick(&mut table)[1], time_up(Seat::Two));
}

#[test]
fn the_way_through_the_network_is_charged_to_nobody_within_its_bound() {
    let mut table = fischer();
    table.lag = 300;
    after(&mut table, 1_000, "a1");
    assert_eq!(left(&table)[0], (60_000 - 700 + 2_000, 0));
    after(&mut table, 299, "b1");
    assert_eq!(left(&table)[1], (62_000, 0), "lag is no gain");
    table.lag = 60_000;
    after(&mut table, 1_000, "c1");
    assert_eq!(left(&table)[0], (61_300 - 500 + 2_000, 0));
}

#[test]
fn a_flag_waits_for_the_lag_of_the_side_to_move() {
    for (lag, grace) in [(200, 200), (MAX_LAG_MS, MAX_LAG_MS), (u64::MAX, MAX_LAG_MS)] {
        let mut table = per_move();
        table.lag = lag;
        table.wait(10_000 + grace - 1);
        assert_eq!(tick(&mut table), []);
        table.clone().stone("a1").unwrap();
        table.wait(1);
        assert_eq!(table.stone("a1"), Err(Reject::TimeUp));
        assert_eq!(tick(&mut table)[1], time_up(Seat::Two));
    }
}

#[test]
fn time_that_stands_before_the_last_event_counts_as_then() {
    let mut table = fischer();
    after(&mut table, 5_000, "a1");
    table.now -= 5_000;
    table.stone("b1").unwrap();
    assert_eq!(left(&table), [(57_000, 0), (62_000, 0)]);
    assert_eq!(table.clock().state, ClockState::Runs { seat: Seat::One, since: table.now + 5_000 });
}

#[test]
fn a_gift_adds_fifteen_seconds_to_the_other_clock_whoever_is_to_move() {
    let give = |seat| Command::GiveTime { seat, game: 1 };
    let mut table = fischer();
    table.wait(59_000);
    table.of_seat(Seat::Two, &give(Seat::Two)).unwrap();
    assert_eq!(left(&table), [(60_000 + GIFT_MS, 0), (60_000, 0)]);
    table.of_seat(Seat::One, &give(Seat::One)).unwrap();
    assert_eq!(left(&table), [(75_000, 0), (75_000, 0)]);
    after(&mut table, 15_999, "a1");
    assert_eq!(left(&table), [(2_001, 0), (75_000, 0)], "the turn goes on where it began");
    let mut saved = per_move();
    saved.of_seat(Seat::Two, &give(Seat::Two)).unwrap();
    after(&mut saved, 24_999, "a1");
    assert_eq!(left(&saved), [(10_000, 0); 2], "a gift is for this move, where each has its own time");
}

#[test]
fn a_gift_within_a_period_comes_before_it() {
    let mut table = byo_yomi();
    after(&mut table, 10_000, "a1");
    after(&mut table, 10_000, "b1");
    table.of_seat(Seat::Two, &Command::GiveTime { seat: Seat::Two, game: 1 }).unwrap();
    assert_eq!(left(&table), [(15_000, 3), (0, 3)]);
    after(&mut table, 29_999, "c1");
    assert_eq!(left(&table), [(0, 1), (0, 3)]);
}

#[test]
fn each_turn_keeps_who_made_it_how_long_it_took_and_what_was_left() {
    let mut table = fischer();
    after(&mut table, 3_000, "a1");
    after(&mut table, 4_500, "b1");
    let turns: Vec<_> = table
        .room
        .game()
        .unwrap()
        .turns()
        .iter()
        .map(|turn| (turn.seat, turn.used_ms, turn.left.ms))
        .collect();
    assert_eq!(turns, [(Seat::One, 3_000, 59_000), (Seat::Two, 4_500, 57_500)]);
}

#[test]
fn the_clocks_stop_with_the_game() {
    let mut table = fischer();
    table.play("a1 b1 a2 b2").wait(1_000).play("a3");
    assert_eq!((table.clock().state, table.left_ms()), (ClockState::Stopped {}, [65_000, 64_000]));
    assert_eq!((table.room.clock(), table.room.tick_due(&table.context())), (None, None));
    let mut given_up = fischer();
    given_up.wait(5_000).resign(Seat::Two);
    assert_eq!((given_up.clock().state, given_up.left_ms()), (ClockState::Stopped {}, [55_000, 60_000]));
}

#[test]
fn the_next_game_has_full_clocks_and_runs_for_its_own_first_mover() {
    let mut table = fischer();
    after(&mut table, 30_000, "a1");
    table.resign(Seat::Two);
    table.wait(9_000).all_ready();
    assert_eq!(table.clock(), Clock::new(table.room.settings().clock, Seat::Two, table.now).unwrap());
}

#[test]
fn what_is_shown_counts_down_through_the_main_time_and_each_period() {
    let table = byo_yomi();
    let begun = table.now;
    let shown = |ms| table.clock().shown(Seat::One, begun + ms).into();
    for (ms, wanted) in [
        (0, (10_000, 3)),
        (9_999, (1, 3)),
        (10_000, (5_000, 2)),
        (10_001, (4_999, 2)),
        (14_999, (1, 2)),
        (15_000, (5_000, 1)),
        (20_000, (5_000, 0)),
        (24_999, (1, 0)),
        (25_000, (0, 0)),
        (99_000, (0, 0)),
    ] {
        let found: (u32, u8) = shown(ms);
        assert_eq!(found, wanted, "after {ms} ms");
    }
    assert_eq!(table.clock().shown(Seat::Two, begun + 99_000), SideTime { ms: 10_000, periods: 3 });
}

#[test]
fn the_bounds_of_every_rule_are_kept() {
    assert!(ClockRule::per_move(1_000).is_ok() && ClockRule::per_move(MAX_CLOCK_MS).is_ok());
    assert!(ClockRule::per_move(999).is_err() && ClockRule::per_move(MAX_CLOCK_MS + 1).is_err());
    assert!(ClockRule::fischer(1_000, 600_000).is_ok() && ClockRule::fischer(1_000, 600_001).is_err());
    assert!(ClockRule::fischer(999, 0).is_err());
    assert!(ClockRule::byo_yomi(0, 1_000, 1).is_ok() && ClockRule::byo_yomi(0, 1_000, 25).is_ok());
    assert!(ClockRule::byo_yomi(0, 1_000, 0).is_err() && ClockRule::byo_yomi(0, 1_000, 26).is_err());
    assert!(ClockRule::byo_yomi(MAX_CLOCK_MS + 1, 1_000, 1).is_err());
}

#[test]
fn a_stone_out_of_time_is_late_before_it_is_anything_else() {
    let mut table = per_move();
    table.play("a1").wait(10_000);
    assert_eq!(table.stone("a1"), Err(Reject::TimeUp));
    let early = table.place(Seat::One, point("b1"), table.room.at());
    assert_eq!(early, Err(Reject::NotYourTurn));
}
