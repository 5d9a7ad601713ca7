//! What somebody asks of a room.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{
    access::{Door, Passphrase},
    chat::ChatText,
    id::{PlayerId, Seq},
    name::Name,
    offer::{Offer, Reply},
    seat::Seat,
    settings::Settings,
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

/// A command to a room by a player. The order is part of the protocol's binary layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Command {
    /// Take the first free seat; somebody who sits already stays where they are.
    Join {
        /// The secret of the room, if it has one and the sender has not said it before. It is checked before the room
        /// decides, and whoever knows it is let in with [`Input::Admit`].
        #[serde(default)]
        passphrase: Option<Passphrase>,
    },
    /// Take this seat.
    Sit {
        /// The seat wanted.
        seat: Seat,
        /// The name of a second person at the same keyboard who shall sit there instead.
        #[serde(default)]
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
        #[serde(alias = "level")]
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
    /// Offer something to the other player; what needs nobody's consent happens at once.
    Offer {
        /// The seat that offers.
        seat: Seat,
        /// What.
        offer: Offer,
        /// The last `at` the sender saw.
        at: Seq,
    },
    /// Answer the other player's offer.
    Answer {
        /// The seat that answers.
        seat: Seat,
        /// The number of the event that made the offer.
        offer: Seq,
        /// Yes or no.
        reply: Reply,
    },
    /// Take one's own offer back.
    Withdraw {
        /// The seat that had offered.
        seat: Seat,
        /// The number of the event that made the offer.
        offer: Seq,
    },
    /// End a game in which not both have moved, as if it had not been.
    Abort {
        /// The seat that asks.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// Begin the game anew, where nobody else plays it.
    Restart {
        /// The seat that asks.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// End the game since the other player is gone.
    Claim {
        /// The seat that claims.
        seat: Seat,
        /// The number of the game.
        game: u32,
        /// How it ends.
        claim: Claim,
    },
    /// Let a computer play on for the other player, who is gone.
    StandIn {
        /// The seat that asks, whose opponent is gone.
        seat: Seat,
        /// The number of the game.
        game: u32,
        /// Which level or brain shall play.
        bot: Bot,
    },
    /// Give the other player some time.
    GiveTime {
        /// The seat that gives.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// Change the settings of the next games. For the host.
    Change {
        /// The settings wanted.
        settings: Settings,
        /// A new secret; none keeps the old one, if the settings want one. It is kept by the server, not by the room.
        #[serde(default)]
        passphrase: Option<Passphrase>,
        /// The last `at` the sender saw.
        at: Seq,
    },
    /// Change seats. For the host.
    Swap {
        /// The last `at` the sender saw.
        at: Seq,
    },
    /// Send the player in this seat away. For the host.
    Kick {
        /// The seat.
        seat: Seat,
    },
    /// Say something: to the other player, or to those who watch if the sender does.
    Say {
        /// What.
        text: ChatText,
    },
    /// Ask both players to be let in to watch.
    AskToWatch {},
    /// Let somebody watch, or not.
    Admit {
        /// The seat that answers.
        seat: Seat,
        /// Who asks.
        player: PlayerId,
        /// Yes or no.
        reply: Reply,
    },
}

/// How a game ends whose other player is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// Whoever stayed has won.
    Win,
    /// As a draw.
    Draw,
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
    /// Time has passed, or somebody has come: a flag may have fallen, or clocks that stand may go on.
    Tick,
    /// The room has come back from the journal, or nobody watches its computers play: clocks stand.
    Hold,
    /// Nobody has touched the game for so long that it ends as aborted.
    EndUntouched,
    /// Somebody who asked to watch has gone.
    AskerGone {
        /// The player who asked.
        player: PlayerId,
    },
    /// A player has opened a door for themselves, with the passphrase.
    Admit {
        /// Who.
        player: PlayerId,
        /// Which.
        door: Door,
    },
}
