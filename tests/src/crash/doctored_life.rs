//! Doctored histories of a room's life: clocks, offers, talk, and games that are over.

use serde_json::Value;
use tengen_shared::{
    game::{
        Clock, ClockRule, ClockState, Command, Event, Input, Millis, Offer, Room, Seat, Seq, Settings,
        SideTime, Stamped,
    },
    protocol::Cmd,
    rules::Variant,
};

use super::{
    Clocks, Fault, Outage,
    check::check_all,
    doctored::{ANN, BO, History},
};

/// How long before the crash Bo's turn began, and how long there was no server.
const TURN: Millis = 2_000;
const OUTAGE: Millis = 60_000;

/// A game under a clock. The server crashes in Bo's turn; he comes back, his clock goes on, and he moves.
fn crashed() -> History {
    let clock = ClockRule::fischer(300_000, 0).unwrap();
    let mut history = History::with(Settings { clock, ..Settings::new(Variant::TICTACTOE) });
    history.does(BO, &Cmd::Room(Command::Join { passphrase: None }));
    history.place(0, "b2");
    let down = history.room.time() + TURN;
    let up = down + OUTAGE;
    history.outages.push(Outage { down, up });
    history.happens(Input::Hold, up + 10);
    history.ledger.arrivals.push((BO, up + 20));
    history.happens(Input::Tick, up + 30);
    history.place(1, "a1");
    history
}

/// Where the clocks were held, and where they went on.
fn held_and_resumed(history: &History) -> [Seq; 2] {
    let state = |stamped: &&Stamped| matches!(&stamped.event, Event::ClockSet { clock } if clock.state == ClockState::Held {});
    let held = history.ledger.events.values().find(state).unwrap().seq;
    [held, held.next()]
}

/// Changes the clock at `seq` in the journal and in what everybody was told, so that only the rules of time tell of it.
fn set_clock(history: &mut History, seq: Seq, change: impl Fn(&Clock) -> Clock) {
    let records = history.stream.records.iter_mut().flat_map(|record| &mut record.events);
    for stamped in records.chain(history.ledger.events.values_mut()).filter(|stamped| stamped.seq == seq) {
        let Event::ClockSet { clock } = &mut stamped.event else { panic!("no clock is set there") };
        *clock = change(clock);
    }
    history.ledger.looks.clear();
}

/// Takes `ms` off the clock of `seat` from the crash on.
fn charge(history: &mut History, seat: Seat, ms: u32) {
    let less = |clock: &Clock| {
        let left = clock.left(seat);
        clock.with_left(seat, SideTime { ms: left.ms - ms, ..left })
    };
    for seq in held_and_resumed(history) {
        set_clock(history, seq, less);
    }
}

/// Gives up all records behind a checkpoint, whose room is changed by `doctor`.
fn only_checkpoint(history: &mut History, doctor: impl FnOnce(&mut Value)) {
    let mut kept = serde_json::to_value(&history.room).unwrap();
    doctor(&mut kept);
    history.stream.checkpoint = Some(serde_json::from_value::<Room>(kept).unwrap());
    history.stream.records.clear();
    history.ledger.looks.clear();
}

#[test]
fn true_clocks_pass_and_are_counted() {
    let history = crashed();
    let (found, checked) = check_all(&history.ledger, &history.stream, &history.outages);
    assert_eq!(found, []);
    let one = Clocks { waiting_exact: 1, moving_between: 1, resumed_by_return: 1, ..Clocks::default() };
    assert_eq!(checked.clocks, one);
}

#[test]
fn a_clock_that_is_charged_for_the_time_without_a_server_is_found() {
    let mut history = crashed();
    charge(&mut history, Seat::Two, u32::try_from(OUTAGE).unwrap());
    assert_eq!(history.faults(), [Fault::Clock]);
}

#[test]
fn a_clock_that_is_charged_for_its_turn_until_the_crash_passes() {
    let mut history = crashed();
    charge(&mut history, Seat::Two, u32::try_from(TURN).unwrap());
    assert_eq!(history.faults(), []);
    charge(&mut history, Seat::Two, 100);
    assert_eq!(history.faults(), [Fault::Clock], "and not more");
}

#[test]
fn a_waiting_clock_that_is_changed_is_found() {
    let mut history = crashed();
    charge(&mut history, Seat::One, 1);
    assert_eq!(history.faults(), [Fault::Clock]);
}

#[test]
fn a_clock_that_runs_on_over_the_crash_is_found() {
    let mut history = crashed();
    let [held, _] = held_and_resumed(&history);
    let since = history.outages[0].down - TURN;
    let runs = ClockState::Runs { seat: Seat::Two, since };
    set_clock(&mut history, held, |clock| clock.with_state(runs));
    history.is_found(Fault::Clock);
}

#[test]
fn a_held_clock_that_goes_on_before_anybody_is_back_is_found() {
    let mut history = crashed();
    history.ledger.arrivals.clear();
    assert_eq!(history.faults(), [Fault::Clock]);
    history.ledger.arrivals.push((ANN, history.outages[0].up + 20));
    assert_eq!(history.faults(), [Fault::Clock], "the other side is not to move");
}

#[test]
fn a_flag_that_falls_in_time_passes_and_one_that_falls_too_early_is_found() {
    let mut history = crashed();
    let fell = history.room.time() + 300_000;
    history.happens(Input::Tick, fell);
    assert_eq!(history.faults(), []);
    let events = history.stream.records.iter_mut().flat_map(|record| &mut record.events);
    for stamped in events.chain(history.ledger.events.values_mut()).filter(|stamped| stamped.time == fell) {
        stamped.time -= 1_000;
    }
    history.is_found(Fault::Clock);
}

#[test]
fn a_lost_line_of_talk_is_found() {
    let mut history = crashed();
    history.does(BO, &Cmd::Room(Command::Say { text: "hello".parse().unwrap() }));
    history.does(ANN, &Cmd::Room(Command::Say { text: "welcome back".parse().unwrap() }));
    assert_eq!(history.faults(), []);
    let mut seen = serde_json::to_value(&history.ledger.looks.last().unwrap().room).unwrap();
    assert_eq!(seen["chat"].as_array().unwrap().len(), 0, "the spectator hears nothing");
    let bo = history.ledger.looks.len() - 2;
    seen = serde_json::to_value(&history.ledger.looks[bo].room).unwrap();
    seen["chat"].as_array_mut().unwrap().remove(0);
    *history.ledger.looks[bo].room = serde_json::from_value(seen).unwrap();
    assert_eq!(history.faults(), [Fault::Disagrees], "in a snapshot");
    only_checkpoint(&mut history, |_| {});
    assert_eq!(history.faults(), []);
    only_checkpoint(&mut history, |room| drop(room["chat"].as_array_mut().unwrap().remove(0)));
    assert_eq!(history.faults(), [Fault::Disagrees], "in a checkpoint, when its record is gone");
}

#[test]
fn a_lost_offer_is_found() {
    let mut history = crashed();
    let at = history.room.at();
    history.does(BO, &Cmd::Room(Command::Offer { seat: Seat::Two, offer: Offer::Draw {}, at }));
    assert_eq!(history.faults(), []);
    let none = serde_json::to_value(crashed().room.offers()).unwrap();
    let bo = history.ledger.looks.len() - 2;
    let mut seen = serde_json::to_value(&history.ledger.looks[bo].room).unwrap();
    seen["offers"] = none.clone();
    *history.ledger.looks[bo].room = serde_json::from_value(seen).unwrap();
    assert_eq!(history.faults(), [Fault::Disagrees], "in a snapshot");
    only_checkpoint(&mut history, |room| room["offers"] = none);
    assert_eq!(history.faults(), [Fault::Disagrees], "in a checkpoint, when its record is gone");
}

#[test]
fn a_snapshot_from_before_the_checkpoint_is_compared_with_what_was_told() {
    let mut history = History::played();
    let looks = history.ledger.looks.clone();
    only_checkpoint(&mut history, |_| {});
    history.ledger.looks = looks;
    assert_eq!(history.faults(), []);
    let mut seen = serde_json::to_value(&history.ledger.looks[6].room).unwrap();
    seen["next_first"] = 2.into();
    *history.ledger.looks[6].room = serde_json::from_value(seen).unwrap();
    assert_eq!(history.faults(), [Fault::Disagrees]);
}

#[test]
fn a_game_that_is_in_the_history_twice_or_not_at_all_is_found() {
    let mut history = History::played();
    let game = history.stream.games[0].clone();
    history.stream.games.push(game);
    assert_eq!(history.faults(), [Fault::History]);
    history.stream.games.clear();
    assert_eq!(history.faults(), [Fault::History]);
}

#[test]
fn a_game_that_is_kept_otherwise_than_it_was_played_is_found() {
    let mut history = History::played();
    history.stream.games[0].record.moves.swap(0, 2);
    assert_eq!(history.faults(), [Fault::History]);
    let mut history = History::played();
    history.stream.games[0].listed = false;
    assert_eq!(history.faults(), [Fault::History]);
}
