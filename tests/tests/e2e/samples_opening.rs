//! The values in the fixtures of rule sets and openings.

use tengen_shared::{
    game::{
        Command, EndReason, Event, GameEnd, Occupant, PerSeat, Room, Seat, SeatPlan, Seq, Settings, Stamped,
    },
    protocol::{Cmd, Request, ServerMessage},
    rules::{Choice, FoulRule, Opening, Variant},
};

use super::samples::{EVENING, ann, bo, one_event, point, room};

fn settings() -> Settings {
    Settings { opening: Opening::Swap2, fouls: FoulRule::Loses, ..Settings::new(Variant::RENJU15) }
}

pub(crate) fn commands() -> Vec<(&'static str, bool, Cmd)> {
    let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
    let create = Request::Create { settings: settings(), seats, passphrase: None };
    let choose = Command::Choose { seat: Seat::Two, choice: Choice::PlaceTwo, at: Seq(8) };
    vec![("create-swap2", false, Cmd::Request(create)), ("choose", true, Cmd::Room(choose))]
}

/// Returns a room in which Ann has placed three stones, and Bo has chosen to place two more.
fn opened() -> Box<Room> {
    let sat = |seat, occupant: Occupant| Event::SeatTaken { seat, occupant };
    let placed = |text: &str| Event::StonePlaced { seat: Seat::One, point: point(text) };
    let events = vec![
        Event::RoomOpened { settings: settings(), host: tengen_shared::game::PlayerId(1), quick: false },
        sat(Seat::One, ann()),
        sat(Seat::Two, bo()),
        Event::GameBegun { number: 1 },
        Event::OpeningBegun { first: Seat::One },
        placed("h8"),
        placed("j9"),
        placed("g10"),
        Event::OpeningChosen { seat: Seat::Two, choice: Choice::PlaceTwo },
    ];
    let stamp =
        |(event, seq): (Event, u32)| Stamped { seq: Seq(seq), time: EVENING + u64::from(seq) * 1_000, event };
    let all: Vec<Stamped> = events.into_iter().zip(1..).map(stamp).collect();
    let mut made = Room::open(room(), &all[0]).unwrap();
    all[1..].iter().for_each(|stamped| made.apply(stamped).unwrap());
    Box::new(made)
}

pub(crate) fn messages() -> Vec<(&'static str, ServerMessage)> {
    let happened = |event| ServerMessage::Events { room: room(), events: one_event(event) };
    let foul = GameEnd { winner: Some(Seat::Two), reason: EndReason::Foul, line: Vec::new() };
    vec![
        ("events-opening-begun", happened(Event::OpeningBegun { first: Seat::One })),
        (
            "events-opening-chosen",
            happened(Event::OpeningChosen { seat: Seat::Two, choice: Choice::PlaceTwo }),
        ),
        ("events-foul", happened(Event::GameOver { end: foul })),
        ("snapshot-opening", ServerMessage::Snapshot { room: opened() }),
    ]
}
