//! Rooms of the server itself, with a seat reserved for each of two people.

use tengen_shared::game::{Command, Event, Offer, PerSeat, PlayerId, Reject, Room, Seat};

use super::{
    settings,
    table::{Table, name},
};

fn reserved() -> Table {
    let people = PerSeat([(PlayerId(1), name("Ann")), (PlayerId(2), name("Bo"))]);
    let mut table = Table::replay(&Room::stamp_creation(Room::decide_reserved(settings(), people), 1_000));
    table.attendance.away_since = PerSeat([Some(1_000); 2]);
    table.attendance.host_away_since = Some(1_000);
    table
}

fn join(table: &mut Table, player: u32) -> Result<Vec<Event>, Reject> {
    let events =
        table.ask_as(player, if player == 1 { "Ann" } else { "Bo" }, &Command::Join { passphrase: None });
    if let Some(seat) = table.room.seats().held_by(PlayerId(player)).next() {
        table.attendance.away_since[seat] = None;
    }
    events
}

#[test]
fn the_first_game_begins_when_both_are_there_and_only_then() {
    for [first, second] in [[1, 2], [2, 1]] {
        let mut table = reserved();
        assert_eq!(join(&mut table, first), Ok(Vec::new()));
        assert_eq!(join(&mut table, first), Ok(Vec::new()), "still alone");
        let begun = join(&mut table, second).unwrap();
        assert!(matches!(begun[..], [Event::GameBegun { number: 1 }, Event::SidesSet { black: Seat::One }]));
        assert_eq!(join(&mut table, second), Ok(Vec::new()), "it begins once");
    }
}

#[test]
fn nobody_takes_a_reserved_seat_and_nobody_gives_one_up_or_changes_the_room() {
    let mut table = reserved();
    table.wait(10 * 60_000);
    assert_eq!(join(&mut table, 3), Err(Reject::RoomFull));
    join(&mut table, 1).unwrap();
    let at = table.room.at();
    for refused in [
        Command::Stand { seat: Seat::One },
        Command::Change { settings: settings(), passphrase: None, at },
        Command::Swap { at },
        Command::Kick { seat: Seat::Two },
        Command::Offer { seat: Seat::One, offer: Offer::Swap {}, at },
        Command::Offer { seat: Seat::One, offer: Offer::Change { settings: settings() }, at },
    ] {
        assert_eq!(table.ask(1, &refused), Err(Reject::NotHost), "{refused:?}");
    }
    assert_eq!(table.ask(1, &Command::Leave {}), Ok(Vec::new()), "the seat is kept");
}
