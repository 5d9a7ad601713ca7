//! The filter for every message of a room: who may see what.

#![allow(clippy::unwrap_used)]

#[path = "common/table.rs"]
mod table;

use table::{Table, point};
use tengen_shared::{
    game::{
        AccessCheck, Audience, Command, Event, HintRule, Input, Offer, PlayerId, Reply, Seat, SeatPlan,
        Settings, Stamped,
    },
    protocol::view,
    rules::{Outlook, Variant},
};

const SEAT_ONE: PlayerId = PlayerId(1);
const SEAT_TWO: PlayerId = PlayerId(2);
const WATCHING: PlayerId = PlayerId(9);

fn table() -> Table {
    let mut table = Table::open(Settings::new(Variant::TICTACTOE), &[SeatPlan::Me {}, SeatPlan::Open {}]);
    table.ask(SEAT_TWO.0, &Command::Join { passphrase: None }).unwrap();
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

/// The player in `seat` asks for a hint and gets the point `text`.
fn hint(table: &mut Table, seat: Seat, text: &str) {
    let at = table.room.at();
    let player = table.room.seats().player(seat).unwrap();
    table.ask(player.0, &Command::Hint { seat, at }).unwrap();
    table.put(Input::HintFound { seat, at, point: point(text), outlook: Outlook::Drawn {} }).unwrap();
}

#[test]
fn a_snapshot_has_the_hint_of_the_asker_only_also_when_the_viewer_has_asked_before() {
    let settings = Settings { hints: HintRule::Always, ..Settings::new(Variant::TICTACTOE) };
    let mut table = Table::open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}]);
    table.ask(SEAT_TWO.0, &Command::Join { passphrase: None }).unwrap();
    hint(&mut table, Seat::One, "b2");
    table.place(Seat::One, point("b2"), table.room.at()).unwrap();
    hint(&mut table, Seat::Two, "a1");
    let seen_by = |viewer| {
        let room = view::snapshot(&table.room, viewer);
        let game = room.game().unwrap();
        (game.hints().iter().map(|mark| mark.seat).collect::<Vec<_>>(), game.hint().map(|hint| hint.point))
    };
    assert_eq!(seen_by(SEAT_TWO), (vec![Seat::Two], Some(point("a1"))));
    assert_eq!(seen_by(SEAT_ONE), (vec![Seat::One], None));
    assert_eq!(seen_by(WATCHING), (vec![], None));
    assert_eq!(table.room.game().map(|game| game.hints().len()), Some(2));
}

#[test]
fn whoever_takes_a_seat_over_is_not_told_what_was_for_the_one_before() {
    let settings = Settings { hints: HintRule::Always, ..Settings::new(Variant::TICTACTOE) };
    let mut table = Table::open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}]);
    table.ask(SEAT_TWO.0, &Command::Join { passphrase: None }).unwrap();
    hint(&mut table, Seat::One, "b2");
    let hints = |table: &Table, viewer| {
        let events = view::events(&table.room, viewer, &table.log);
        let told = |event: &Event| matches!(event, Event::HintAsked { .. } | Event::HintGiven { .. });
        events.iter().filter(|stamped| told(&stamped.event)).count()
    };
    assert_eq!([SEAT_ONE, SEAT_TWO, WATCHING].map(|viewer| hints(&table, viewer)), [2, 0, 0]);
    table.ask(SEAT_ONE.0, &Command::Resign { seat: Seat::One, game: 1 }).unwrap();
    table.ask(SEAT_ONE.0, &Command::Stand { seat: Seat::One }).unwrap();
    table.ask(WATCHING.0, &Command::Join { passphrase: None }).unwrap();
    assert_eq!(table.room.seats().player(Seat::One), Some(WATCHING));
    assert_eq!([SEAT_ONE, SEAT_TWO, WATCHING].map(|viewer| hints(&table, viewer)), [0, 0, 0]);
    // A hint that the new holder asks for reaches them.
    let ready = Command::Ready { seat: Seat::Two, at: table.room.at() };
    table.ask(SEAT_TWO.0, &ready).unwrap();
    table.place(Seat::Two, point("a1"), table.room.at()).unwrap();
    hint(&mut table, Seat::One, "c3");
    assert_eq!(hints(&table, WATCHING), 2);
}

#[test]
fn whoever_changes_into_the_seat_of_the_asker_is_not_told_the_hint() {
    let settings = Settings { hints: HintRule::Always, ..Settings::new(Variant::TICTACTOE) };
    let mut table = Table::two_people(settings);
    hint(&mut table, Seat::One, "b2");
    table.resign(Seat::One);
    table.ask(SEAT_ONE.0, &Command::Swap { at: table.room.at() }).unwrap();
    assert_eq!(table.room.seats().player(Seat::One), Some(SEAT_TWO));
    for viewer in [SEAT_ONE, SEAT_TWO, WATCHING] {
        let events = view::events(&table.room, viewer, &table.log);
        assert!(!events.iter().any(|stamped| matches!(stamped.event, Event::HintGiven { .. })), "{viewer:?}");
        assert!(events.iter().map(|stamped| stamped.seq).eq(table.log.iter().map(|stamped| stamped.seq)));
    }
}

#[test]
fn talk_and_doors_are_private_and_clocks_offers_and_takebacks_are_not() {
    let mut table = table();
    table.play("a1");
    let said = table.ask(SEAT_ONE.0, &Command::Say { text: "hello".parse().unwrap() }).unwrap();
    let offered = table.offer(Seat::One, Offer::Takeback { to: 0 }).unwrap();
    let taken_back = table.answer(Seat::Two, Reply::Accept).unwrap();
    let let_in = table.put(Input::Admit { player: WATCHING, door: AccessCheck::Consent }).unwrap();
    let public = |events: &[Event]| {
        let stamped: Vec<Stamped> = table.room.stamp(events.to_vec(), 9);
        view::is_public(&stamped)
    };
    assert_eq!([said, offered, taken_back, let_in].map(|events| public(&events)), [false, true, true, false]);
}
