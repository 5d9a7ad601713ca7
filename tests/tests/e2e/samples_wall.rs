//! The values in the fixtures of the wall.

use tengen_shared::{
    game::{Clock, ClockRule, EndReason, Features, GameEnd, PerSeat, Seat},
    protocol::{Cmd, Connected, ListedSeat, Request, ServerMessage, WallGame, WallMove, WallUpdate},
    rules::{Bot, Level, Variant},
};

use super::samples::{EVENING, name, point, room};

fn clock() -> Option<Clock> {
    Clock::new(ClockRule::fischer(300_000, 3_000).unwrap(), Seat::Two, EVENING)
}

fn game() -> WallGame {
    WallGame {
        room: room(),
        variant: Variant::GOMOKU15,
        seats: PerSeat([
            ListedSeat::Person { name: name("Ann"), connected: Connected::Here },
            ListedSeat::Ai { bot: Bot::Level(Level::Hard) },
        ]),
        wins: PerSeat([3, 1]),
        black: Some(Seat::One),
        moves: vec![point("h8")],
        clock: clock(),
        turn: Some(Seat::Two),
        end: None,
        needs: Features::default(),
    }
}

fn over() -> WallGame {
    let end = GameEnd { winner: Some(Seat::One), reason: EndReason::Resignation, line: Vec::new() };
    WallGame { room: "quiet-owl-17".parse().unwrap(), clock: None, turn: None, end: Some(end), ..game() }
}

pub(crate) fn commands() -> Vec<(&'static str, bool, Cmd)> {
    vec![
        ("watch-wall", false, Cmd::Request(Request::WatchWall {})),
        ("unwatch-wall", false, Cmd::Request(Request::UnwatchWall {})),
    ]
}

pub(crate) fn messages() -> Vec<(&'static str, ServerMessage)> {
    let next = WallMove { room: room(), ply: 2, point: point("h9"), clock: clock(), turn: Some(Seat::One) };
    vec![
        ("wall", ServerMessage::Wall { update: WallUpdate::Full { games: vec![game()] } }),
        (
            "wall-changes",
            ServerMessage::Wall {
                update: WallUpdate::Changes {
                    gone: vec!["blue-owl-7".parse().unwrap()],
                    games: vec![over()],
                    moves: vec![next],
                },
            },
        ),
    ]
}
