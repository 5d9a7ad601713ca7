//! What somebody asks of a room.

use serde::{Deserialize, Serialize};

use super::{
    id::{PlayerId, Seq},
    name::Name,
    seat::Seat,
    thought::Thinking,
};
use crate::rules::{Bot, Outlook, Point};

/// What the maker of a room wants in one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatPlan {
    /// Left free for somebody to join.
    Open {},
    /// The maker.
    Me {},
    /// A second person at the maker's keyboard.
    Guest {
        /// The guest's name.
        name: Name,
    },
    /// The computer.
    Ai {
        /// Which level or brain plays.
        #[serde(alias = "level")]
        bot: Bot,
    },
}

/// A command to a room by a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take the first free seat; somebody who sits already stays where they are.
    Join {},
    /// Take this seat.
    Sit {
        /// The seat wanted.
        seat: Seat,
        /// The name of a second person at the same keyboard who shall sit there instead.
        guest: Option<Name>,
    },
    /// Leave this seat, or send the computer away from it. Not while a game is on.
    Stand {
        /// The seat to be freed.
        seat: Seat,
    },
    /// Leave the room: stand up from every seat, unless a game is on, which keeps them.
    Leave {},
    /// Give a free seat to the computer, or change who plays for it. Not while a game is on.
    SetAi {
        /// The seat to be given.
        seat: Seat,
        /// Which level or brain plays.
        bot: Bot,
    },
    /// Want the next game.
    Ready {
        /// The seat that is ready.
        seat: Seat,
        /// The last `at` the sender saw.
        at: Seq,
    },
    /// Place a stone.
    Place {
        /// The seat that moves.
        seat: Seat,
        /// Where to.
        point: Point,
        /// The last `at` the sender saw.
        at: Seq,
    },
    /// Give the game up.
    Resign {
        /// The seat that gives up.
        seat: Seat,
        /// The number of the game, so that it cannot hit the next one.
        game: u32,
    },
    /// Ask for a suggested move in one's own turn.
    Hint {
        /// The seat that asks.
        seat: Seat,
        /// The last `at` the sender saw.
        at: Seq,
    },
    /// Let two AI seats that have paused go on.
    GoOn {},
}

/// Everything that can move a room on.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A player's command.
    Command {
        /// Who asks.
        player: PlayerId,
        /// Under which name.
        name: &'a Name,
        /// What is asked.
        command: &'a Command,
    },
    /// The computer has chosen a move.
    AiMove {
        /// The seat it moves for.
        seat: Seat,
        /// Where to.
        point: Point,
        /// The `at` of the position it thought about.
        at: Seq,
        /// What it thinks of the move; none if it could not think.
        thinking: Option<Thinking>,
    },
    /// A hint has been found.
    HintFound {
        /// The seat that asked.
        seat: Seat,
        /// The `at` of the position that was thought about.
        at: Seq,
        /// The suggested point.
        point: Point,
        /// What the position is then worth to the asker.
        outlook: Outlook,
    },
    /// Two AI seats have waited long enough after their last game.
    NextGame,
}
