//! Bugs of the past, each as the smallest case that shows it.

#![allow(clippy::unwrap_used)]

#[path = "common/table.rs"]
mod table;

use table::Table;
use tengen_shared::{
    game::{
        ClockRule, Command, EndReason, Event, GameEnd, Name, Occupant, Offer, PlayerId, Seat, SeatPlan,
        Settings, Stamped,
    },
    protocol::{BadFrameKind, Codec},
    rules::{Bot, Level, Variant},
};

fn table() -> Table {
    Table::open(Settings::new(Variant::TICTACTOE), &[SeatPlan::Me {}, SeatPlan::Open {}])
}

#[test]
fn a_winner_is_on_the_scoreboard_even_when_it_is_full() {
    let mut table = table();
    let duel = |table: &mut Table, a: u32, b: u32| {
        for _ in 0..2 {
            table.ask(a, &Command::Sit { seat: Seat::One, guest: None }).unwrap();
            table.ask(b, &Command::Sit { seat: Seat::Two, guest: None }).unwrap();
            let game = table.room.game().unwrap().number();
            table.ask(b, &Command::Resign { seat: Seat::Two, game }).unwrap();
            table.ask(a, &Command::Leave {}).unwrap();
            table.ask(b, &Command::Leave {}).unwrap();
        }
    };
    table.ask(1, &Command::Leave {}).unwrap();
    for pair in 0..32 {
        duel(&mut table, 2 * pair + 1, 2 * pair + 2);
    }
    duel(&mut table, 101, 102);
    let who = |n| Occupant::Person { player: PlayerId(n), name: "x".parse().unwrap() };
    assert_eq!(table.room.scores().of(&who(101)).map(|entry| entry.wins), Some(2));
}

#[test]
fn a_game_number_zero_does_not_panic() {
    let mut room = table().room;
    let zero = Stamped { seq: room.seq().next(), time: 0, event: Event::GameBegun { number: 0 } };
    assert!(room.apply(&zero).is_err() || room.games_finished() == 0);
}

#[test]
fn events_that_cannot_follow_are_misfits() {
    let mut table = table();
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    table.place(Seat::One, "a1".parse().unwrap(), table.room.at()).unwrap();
    let three = Occupant::Person { player: PlayerId(3), name: "Eve".parse().unwrap() };
    for event in [
        Event::GameBegun { number: 2 },
        Event::GameBegun { number: 9 },
        Event::SidesSet { black: Seat::Two },
        Event::SeatTaken { seat: Seat::Two, occupant: three },
        Event::SeatFreed { seat: Seat::One },
        Event::GameOver { end: GameEnd { winner: Some(Seat::Two), reason: EndReason::Line, line: vec![] } },
    ] {
        let stamped = Stamped { seq: table.room.seq().next(), time: 0, event };
        let mut room = table.room.clone();
        assert!(room.apply(&stamped).is_err(), "{:?}", stamped.event);
        assert_eq!(room, table.room);
    }
}

#[test]
fn json_of_the_wrong_shape_is_a_bad_value() {
    for frame in [
        r#"{"id":["ff",7,1],"cmd":{"ping":{}}}"#,
        r#"{"id":["ff",7],"cmd":{}}"#,
        r#"{"id":["ff",7],"cmd":{"ping":{},"join":{}}}"#,
    ] {
        assert_eq!(
            Codec::Json.decode_client(frame.as_bytes()).unwrap_err().kind,
            BadFrameKind::BadValue,
            "{frame}"
        );
    }
}

#[test]
fn the_list_of_commands_is_in_the_refusal_of_a_long_unknown_one() {
    let frame = format!(r#"{{"id":["ff",7],"cmd":{{"{}":{{}}}}}}"#, "x".repeat(400));
    assert!(Codec::Json.decode_client(frame.as_bytes()).unwrap_err().text.as_str().contains("use one of"));
}

#[test]
fn the_host_of_a_guest_may_send_the_computer_away() {
    let mut table = Table::open(
        Settings::new(Variant::TICTACTOE),
        &[SeatPlan::Me {}, SeatPlan::Guest { name: "Bo".parse().unwrap() }],
    );
    table.ask(1, &Command::Resign { seat: Seat::One, game: 1 }).unwrap();
    table.ask(1, &Command::Stand { seat: Seat::One }).unwrap();
    table.ask(1, &Command::SetAi { seat: Seat::One, bot: Bot::Level(Level::Easy) }).unwrap();
    table.ask(1, &Command::Stand { seat: Seat::One }).unwrap();
}

#[test]
fn a_refusal_of_bytes_has_no_names_of_types() {
    let bad = Codec::Bincode.decode_client(b"abcdefgh").unwrap_err();
    assert!(!bad.text.as_str().contains("UnexpectedVariant"), "{bad}");
}

#[test]
fn names_that_show_as_nothing_are_refused() {
    for text in ["\u{3164}", "\u{2800}", "\u{115f}", "\u{1d173}", "\u{1bca0}", "\u{fe0f}", "\u{34f}"] {
        assert!(text.parse::<Name>().is_err(), "{text:?}");
    }
}

#[test]
fn clocks_that_go_on_leave_no_offer_to_let_them_go_on() {
    let clock = ClockRule::per_move(60_000).unwrap();
    let settings = Settings { clock, ..Settings::new(Variant::TICTACTOE) };
    let mut table = Table::open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}]);
    table.ask(2, &Command::Join { passphrase: None }).unwrap();
    let at = table.room.at();
    let offer = |seat, offer| Command::Offer { seat, offer, at };
    table.ask(1, &offer(Seat::One, Offer::Pause {})).unwrap();
    table.ask(2, &offer(Seat::Two, Offer::Pause {})).unwrap();
    assert!(table.room.clocks_paused());
    // Seat one is to move, so seat two can only make an offer.
    table.ask(2, &offer(Seat::Two, Offer::Resume {})).unwrap();
    assert!(table.room.offers().of(Seat::Two).is_some());
    table.ask(1, &offer(Seat::One, Offer::Resume {})).unwrap();
    assert!(!table.room.clocks_paused());
    assert_eq!(table.room.offers().of(Seat::Two), None);
}
