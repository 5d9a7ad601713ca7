//! Stopped clocks: a pause with the consent of the players, and a restart of the server.

use tengen_shared::{
    game::{
        COUNTDOWN_MS, ClockRule, ClockState, Command, Event, Followers, Input, MAX_PAUSE_MS, MAX_PAUSES,
        Offer, PerSeat, Reject, Reply, Seat, SeatPlan,
    },
    rules::{Bot, Level},
};

use super::{
    table::{AI, ME, Table, point},
    timed,
};

const PAUSE: Offer = Offer::Pause {};
const RESUME: Offer = Offer::Resume {};
const GRACE: u64 = 60_000;

fn fischer() -> ClockRule {
    ClockRule::fischer(60_000, 2_000).unwrap()
}

/// Seat one has thought for ten seconds when both players agree on a pause.
fn paused() -> Table {
    let mut table = Table::two_people(timed(fischer()));
    table.wait(10_000).agree_on(Seat::Two, PAUSE);
    table
}

fn runs(table: &Table) -> Option<(Seat, u64)> {
    match table.clock().state {
        ClockState::Runs { seat, since } => Some((seat, since)),
        ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => None,
    }
}

fn hold(table: &mut Table) {
    table.put(Input::Hold).unwrap();
}

fn tick(table: &mut Table) -> usize {
    table.put(Input::Tick).unwrap().len()
}

#[test]
fn by_consent_both_clocks_stand_and_the_turn_so_far_is_charged() {
    let table = paused();
    assert_eq!((table.clock().state, table.left_ms()), (ClockState::Paused {}, [50_000, 60_000]));
    assert!(table.room.clocks_paused());
}

#[test]
fn a_pause_ends_after_ten_minutes_with_a_countdown() {
    let mut table = paused();
    assert_eq!(table.room.tick_due(&table.context()), Some(table.now + MAX_PAUSE_MS));
    table.wait(MAX_PAUSE_MS - 1);
    assert_eq!(tick(&mut table), 0);
    table.offer(Seat::Two, RESUME).unwrap();
    table.wait(1);
    assert_eq!(tick(&mut table), 2);
    assert_eq!(table.room.offers().of(Seat::Two), None, "the request is answered");
    assert_eq!(runs(&table), Some((Seat::One, table.now + COUNTDOWN_MS)));
    table.wait(COUNTDOWN_MS + 7_000).play("a1");
    assert_eq!(table.left_ms(), [50_000 - 7_000 + 2_000, 60_000]);
    assert_eq!(table.offer(Seat::Two, PAUSE), Err(Reject::NoPauseLeft), "the ten minutes are used up");
}

#[test]
fn a_pause_that_has_lasted_its_time_ends_only_when_somebody_is_there() {
    let mut table = paused();
    table.attendance.crowd = Followers::None;
    table.wait(MAX_PAUSE_MS);
    assert_eq!((tick(&mut table), table.room.tick_due(&table.context())), (0, None));
    table.attendance.crowd = Followers::Some;
    table.attendance.grace = GRACE;
    table.attendance.away_since[Seat::One] = Some(table.now);
    assert_eq!(table.room.tick_due(&table.context()), Some(table.now + GRACE));
    table.attendance.away_since[Seat::One] = None;
    assert_eq!(tick(&mut table), 1);
}

#[test]
fn two_people_pause_three_times_and_ten_minutes_in_all() {
    let mut table = paused();
    let mut points = ["a1", "b2", "c3"].into_iter();
    for pauses in 1..=MAX_PAUSES {
        assert_eq!(table.room.game().unwrap().pauses().count(), pauses);
        table.wait(100_000).play(points.next().unwrap());
        if pauses < MAX_PAUSES {
            table.agree_on(Seat::One, PAUSE);
        }
    }
    assert_eq!(table.offer(Seat::One, PAUSE), Err(Reject::NoPauseLeft));
    let mut long = paused();
    long.wait(400_000).play("a1").agree_on(Seat::One, PAUSE);
    assert_eq!(long.room.tick_due(&long.context()), Some(long.now + 200_000), "what is left of ten minutes");
}

#[test]
fn the_way_through_the_network_is_not_charged_at_a_pause_either() {
    let mut table = Table::two_people(timed(fischer()));
    table.lag = 400;
    table.wait(10_000).agree_on(Seat::One, PAUSE);
    assert_eq!(table.left_ms(), [50_400, 60_000]);
}

#[test]
fn a_pause_needs_the_other_player() {
    let mut table = Table::two_people(timed(fischer()));
    table.offer(Seat::One, PAUSE).unwrap();
    assert!(!table.room.clocks_paused());
    table.wait(1_000).answer(Seat::Two, Reply::Decline).unwrap();
    assert_eq!((table.room.clocks_paused(), table.left_ms()), (false, [60_000; 2]));
    assert_eq!(table.offer(Seat::One, PAUSE), Err(Reject::OfferedAlready));
}

#[test]
fn a_move_out_of_a_pause_costs_nothing_and_starts_the_other_clock() {
    let mut table = paused();
    table.wait(500_000).play("a1");
    assert_eq!(table.left_ms(), [52_000, 60_000]);
    assert_eq!(runs(&table), Some((Seat::Two, table.now + COUNTDOWN_MS)));
    let since = table.now + COUNTDOWN_MS;
    table.wait(COUNTDOWN_MS - 1_000).play("b2");
    assert_eq!(table.left_ms(), [52_000, 62_000], "a move during the countdown costs nothing");
    assert_eq!(runs(&table), Some((Seat::One, since)), "and the countdown goes on");
    table.agree_on(Seat::Two, Offer::Takeback { to: 1 });
    assert_eq!(runs(&table), Some((Seat::Two, since)));
}

#[test]
fn the_side_to_move_resumes_alone_and_the_other_by_consent() {
    let mut table = paused();
    table.wait(9_000);
    let mut other = table.clone();
    assert!(matches!(table.offer(Seat::One, RESUME).unwrap()[..], [Event::ClockSet { .. }]));
    assert_eq!(
        (runs(&table), table.left_ms()),
        (Some((Seat::One, table.now + COUNTDOWN_MS)), [50_000, 60_000])
    );
    assert!(matches!(other.offer(Seat::Two, RESUME).unwrap()[..], [Event::OfferMade { .. }]));
    assert!(other.room.clocks_paused());
    other.wait(4_000).answer(Seat::One, Reply::Accept).unwrap();
    assert_eq!(
        (runs(&other), other.left_ms()),
        (Some((Seat::One, other.now + COUNTDOWN_MS)), [50_000, 60_000])
    );
}

#[test]
fn an_offer_to_go_on_is_answered_when_the_side_to_move_goes_on() {
    let mut table = paused();
    table.offer(Seat::Two, RESUME).unwrap();
    table.offer(Seat::One, RESUME).unwrap();
    assert!(runs(&table).is_some());
    assert_eq!(table.room.offers().of(Seat::Two), None);
}

#[test]
fn alone_with_the_computer_a_pause_needs_nobody_and_the_computer_waits() {
    let mut table = Table::open(timed(fischer()), &[AI, ME]);
    assert!(table.room.ai_to_move().is_some());
    table.offer(Seat::Two, PAUSE).unwrap();
    assert_eq!((table.room.clocks_paused(), table.room.ai_to_move()), (true, None));
    assert_eq!(table.place(Seat::One, point("a1"), table.room.at()), Err(Reject::NotYourTurn));
    table.wait(3_600_000);
    assert_eq!((tick(&mut table), table.room.tick_due(&table.context())), (0, None), "it has no limit");
    table.offer(Seat::Two, RESUME).unwrap();
    assert_eq!(runs(&table), Some((Seat::One, table.now)));
    assert_eq!(table.room.ai_to_move(), Some((Seat::One, Bot::Level(Level::Easy))));
    table.stone("a1").unwrap();
}

#[test]
fn a_pause_in_byo_yomi_keeps_the_period_whole() {
    let mut table = Table::two_people(timed(ClockRule::byo_yomi(1_000, 5_000, 2).unwrap()));
    table.wait(7_000).agree_on(Seat::One, PAUSE);
    assert_eq!(table.left().map(<(u32, u8)>::from), [(0, 1), (1_000, 2)]);
    table.offer(Seat::One, RESUME).unwrap();
    table.wait(COUNTDOWN_MS + 4_999).play("a1");
    assert_eq!(table.left().map(<(u32, u8)>::from), [(0, 1), (1_000, 2)]);
}

#[test]
fn a_pause_cannot_save_whoever_has_run_out_of_time() {
    let mut table = Table::two_people(timed(fischer()));
    table.wait(59_999).offer(Seat::One, PAUSE).unwrap();
    table.wait(1);
    assert_eq!(table.answer(Seat::Two, Reply::Accept), Err(Reject::TimeUp));
    assert_eq!(tick(&mut table), 2);
}

/// Seat one has thought for ten seconds and seat two for twenty. Then the server is down for an hour.
fn held() -> Table {
    let mut table = Table::two_people(timed(fischer()));
    table.wait(10_000).play("a1").wait(20_000);
    table.wait(3_600_000);
    hold(&mut table);
    table.attendance.grace = GRACE;
    table.attendance.away_since = PerSeat([Some(table.now); 2]);
    table
}

#[test]
fn after_a_restart_the_waiting_side_is_exact_and_the_other_stands_where_its_turn_began() {
    let table = held();
    assert_eq!((table.clock().state, table.left_ms()), (ClockState::Held {}, [52_000, 60_000]));
    assert!(!table.room.clocks_paused());
}

#[test]
fn clocks_on_hold_go_on_when_the_side_to_move_is_back() {
    let mut table = held();
    table.wait(5_000);
    table.attendance.away_since[Seat::One] = None;
    assert_eq!(tick(&mut table), 0, "the waiting side alone starts no clock");
    table.attendance.away_since[Seat::Two] = None;
    assert_eq!(table.room.tick_due(&table.context()), Some(table.now));
    assert_eq!(tick(&mut table), 1);
    assert_eq!((runs(&table), table.left_ms()), (Some((Seat::Two, table.now)), [52_000, 60_000]));
    assert_eq!(tick(&mut table), 0);
}

#[test]
fn clocks_on_hold_go_on_when_the_grace_time_of_the_side_to_move_is_over() {
    let mut table = held();
    assert_eq!(table.room.tick_due(&table.context()), Some(table.now + GRACE));
    table.wait(GRACE - 1);
    assert_eq!(tick(&mut table), 0);
    table.wait(1);
    assert_eq!(tick(&mut table), 1);
    assert_eq!(runs(&table), Some((Seat::Two, table.now)));
    table.wait(60_000);
    assert_eq!(tick(&mut table), 2, "and then its flag may fall");
}

#[test]
fn a_move_on_hold_costs_nothing() {
    let mut table = held();
    table.wait(30_000).play("b1");
    assert_eq!((runs(&table), table.left_ms()), (Some((Seat::One, table.now)), [52_000, 62_000]));
}

#[test]
fn a_hold_changes_no_clock_that_stands() {
    let mut table = paused();
    assert_eq!(table.put(Input::Hold).unwrap(), []);
    let mut over = held();
    over.resign(Seat::One);
    assert_eq!(over.put(Input::Hold).unwrap(), []);
    assert_eq!(Table::two_people(super::settings()).put(Input::Hold).unwrap(), []);
    let mut twice = held();
    assert_eq!(twice.put(Input::Hold).unwrap(), []);
}

#[test]
fn on_hold_clocks_wait_for_somebody_to_be_there() {
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    for plans in [[AI, AI], [AI, ME], [ME, guest]] {
        let mut table = Table::open(timed(fischer()), &plans);
        if table.room.game().is_none() {
            table.put(Input::NextGame).unwrap();
        }
        table.attendance.crowd = Followers::None;
        hold(&mut table);
        assert_eq!(table.room.tick_due(&table.context()), None, "{plans:?}");
        assert_eq!(tick(&mut table), 0);
        table.attendance.crowd = Followers::Some;
        assert_eq!(tick(&mut table), 1);
        assert!(runs(&table).is_some());
    }
}

#[test]
fn a_pause_may_follow_a_hold_and_a_gift_reaches_clocks_that_stand() {
    let mut table = held();
    table.agree_on(Seat::One, PAUSE);
    assert_eq!((table.clock().state, table.left_ms()), (ClockState::Paused {}, [52_000, 60_000]));
    table.of_seat(Seat::One, &Command::GiveTime { seat: Seat::One, game: 1 }).unwrap();
    assert_eq!((table.clock().state, table.left_ms()), (ClockState::Paused {}, [52_000, 75_000]));
}
