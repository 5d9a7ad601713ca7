//! Who may see what: the filter that every message of a room passes.

#![allow(clippy::unwrap_used)]

#[path = "common/table.rs"]
#[allow(dead_code)]
mod table;

use table::Table;
use tengen_shared::{
    game::{Audience, Command, PlayerId, Seat, SeatPlan, Settings},
    protocol::view,
    rules::Variant,
};

const SEAT_ONE: PlayerId = PlayerId(1);
const SEAT_TWO: PlayerId = PlayerId(2);
const WATCHING: PlayerId = PlayerId(9);

fn table() -> Table {
    let mut table = Table::open(Settings::new(Variant::TICTACTOE), &[SeatPlan::Me {}, SeatPlan::Open {}]);
    table.ask(SEAT_TWO.0, &Command::Join {}).unwrap();
    table
}

#[test]
fn each_audience_is_seen_by_those_in_it_and_by_nobody_else() {
    let room = table().room;
    let seen_by =
        |audience| [SEAT_ONE, SEAT_TWO, WATCHING].map(|viewer| view::may_see(&room, viewer, audience));
    assert_eq!(seen_by(Audience::All {}), [true, true, true]);
    assert_eq!(seen_by(Audience::Players {}), [true, true, false]);
    assert_eq!(seen_by(Audience::Spectators {}), [false, false, true]);
    assert_eq!(seen_by(Audience::Seat { seat: Seat::One }), [true, false, false]);
    assert_eq!(seen_by(Audience::Seat { seat: Seat::Two }), [false, true, false]);
}

#[test]
fn who_stands_up_is_a_spectator_from_then_on() {
    let mut table = table();
    table.ask(SEAT_TWO.0, &Command::Resign { seat: Seat::Two, game: 1 }).unwrap();
    table.ask(SEAT_TWO.0, &Command::Stand { seat: Seat::Two }).unwrap();
    assert!(!view::may_see(&table.room, SEAT_TWO, Audience::Players {}));
    assert!(view::may_see(&table.room, SEAT_TWO, Audience::Spectators {}));
    assert!(!view::may_see(&table.room, SEAT_TWO, Audience::Seat { seat: Seat::Two }));
}

#[test]
fn a_snapshot_says_nothing_of_keys() {
    let table = table();
    let room = view::snapshot(&table.room, WATCHING);
    assert!(!serde_json::to_string(&room).unwrap().contains("key"));
    assert_eq!(room, table.room);
}
