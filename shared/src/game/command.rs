//! Commands and other inputs to a room.

use serde::{Deserialize, Serialize};
use strum::VariantNames;

use super::{
    access::{AccessCheck, Passphrase},
    chat::ChatText,
    id::{PlayerId, Seq},
    name::Name,
    offer::{Offer, Reply},
    seat::Seat,
    settings::Settings,
    thought::Thinking,
};
use crate::rules::{Bot, Choice, Outlook, Point};

/// The plan of a new room's host for one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatPlan {
    /// Leave the seat empty for somebody to join.
    Open {},
    /// The host of the room.
    Me {},
    /// A second person at the host's keyboard.
    Guest {
        /// The guest's name.
        name: Name,
    },
    Ai {
        /// The level or engine of the AI.
        #[serde(alias = "level")]
        bot: Bot,
    },
}

/// A command of a player to a room. The order of the variants is part of the binary layout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, VariantNames)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Command {
    /// Take the first free seat. A seated player keeps their seat.
    Join {
        /// The passphrase, if the room has one and the sender has not given it before. The server checks it before
        /// the room decides, and grants access with [`Input::Admit`].
        #[serde(default)]
        passphrase: Option<Passphrase>,
    },
    /// Take this seat.
    Sit {
        /// The seat to take.
        seat: Seat,
        /// The name of a second person at the same keyboard who sits there instead.
        #[serde(default)]
        guest: Option<Name>,
    },
    /// Leave this seat, or remove the AI from it. Not during a game.
    Stand {
        /// The seat to free.
        seat: Seat,
    },
    /// Leave the room, and every seat in it. A player keeps their seats during a game, and while another device of theirs
    /// follows the room.
    Leave {},
    /// Give a free seat to an AI, or change the level or engine of an AI. Not during a game.
    SetAi {
        /// The seat of the AI.
        seat: Seat,
        /// The level or engine of the AI.
        #[serde(alias = "level")]
        bot: Bot,
    },
    /// Agree to begin the next game.
    Ready {
        /// The seat that is ready.
        seat: Seat,
        /// The last `at` that the sender saw.
        at: Seq,
    },
    /// Place a stone.
    Place {
        /// The seat that moves.
        seat: Seat,
        /// The point of the stone.
        point: Point,
        /// The last `at` that the sender saw.
        at: Seq,
    },
    Resign {
        /// The seat that resigns.
        seat: Seat,
        /// The number of the game, so that a late command cannot end the next one.
        game: u32,
    },
    /// Ask for a suggested move. The sender must be to move.
    Hint {
        /// The seat that asks.
        seat: Seat,
        /// The last `at` that the sender saw.
        at: Seq,
    },
    /// Let two AI seats continue after their pause.
    GoOn {},
    /// Make an offer to the other player. An offer that needs no consent takes effect at once.
    Offer {
        /// The seat that makes the offer.
        seat: Seat,
        /// The content of the offer.
        offer: Offer,
        /// The last `at` that the sender saw.
        at: Seq,
    },
    /// Answer the other player's offer.
    Answer {
        /// The seat that answers.
        seat: Seat,
        /// The number of the event that made the offer.
        offer: Seq,
        /// Whether the seat accepts or declines.
        reply: Reply,
    },
    /// Withdraw an offer of one's own.
    Withdraw {
        /// The seat that made the offer.
        seat: Seat,
        /// The number of the event that made the offer.
        offer: Seq,
    },
    /// End a game before both sides have moved. It does not count.
    Abort {
        /// The seat that asks.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// Begin the game again, if nobody else plays it.
    Restart {
        /// The seat that asks.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// End the game because the other player is gone.
    Claim {
        /// The seat that claims.
        seat: Seat,
        /// The number of the game.
        game: u32,
        /// The result that the seat claims.
        claim: Claim,
    },
    /// Let an AI play on for the other player, who is gone.
    StandIn {
        /// The seat that asks, whose opponent is gone.
        seat: Seat,
        /// The number of the game.
        game: u32,
        /// The level or engine of the stand-in.
        bot: Bot,
    },
    /// Give the other player more time, see [`GIFT_MS`](super::GIFT_MS).
    GiveTime {
        /// The seat that gives.
        seat: Seat,
        /// The number of the game.
        game: u32,
    },
    /// Change the settings for the next games. Only for the host.
    Change {
        /// All settings, the unchanged ones too.
        settings: Settings,
        /// A new passphrase; `None` keeps the old one, if the settings need one. The server keeps its hash, not the
        /// room.
        #[serde(default)]
        passphrase: Option<Passphrase>,
        /// The last `at` that the sender saw.
        at: Seq,
    },
    /// Exchange the occupants of the two seats. Only for the host.
    Swap {
        /// The last `at` that the sender saw.
        at: Seq,
    },
    /// Remove the player in this seat. Only for the host.
    Kick {
        /// The seat of that player.
        seat: Seat,
    },
    /// Give the seats and the score of a player who is gone to a person in the room who is the same person under
    /// another number. During a game the player must have been away for the grace period. Only for the host.
    Recognize {
        /// The player who is gone.
        was: PlayerId,
        /// The same person's present number.
        now: PlayerId,
    },
    /// Write a chat line. It goes to the channel of the players or of the spectators, depending on the sender.
    Say {
        /// The text of the line.
        text: ChatText,
    },
    /// Ask the players for permission to watch.
    AskToWatch {},
    /// Answer a request to watch.
    Admit {
        /// The seat that answers.
        seat: Seat,
        /// The player who asked.
        player: PlayerId,
        /// Whether the seat accepts or declines.
        reply: Reply,
    },
    /// Choose a colour in the opening, or two more stones.
    Choose {
        /// The seat that chooses.
        seat: Seat,
        choice: Choice,
        /// The last `at` that the sender saw.
        at: Seq,
    },
}

/// The result of a game that the other player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// The player who stayed wins.
    Win,
    /// The game is a draw.
    Draw,
}

/// Every input that can change a room.
#[derive(Clone, Copy, Debug)]
pub enum Input<'a> {
    /// A command of a player.
    Command { player: PlayerId, name: &'a Name, command: &'a Command },
    /// An AI has chosen a move.
    AiMove {
        /// The seat that the AI plays for.
        seat: Seat,
        /// The point of the move.
        point: Point,
        /// The `at` of the position that it searched.
        at: Seq,
        /// The evaluation of the move; `None` if the AI has no evaluation.
        thinking: Option<Thinking>,
    },
    /// An AI has made its choice in the opening.
    AiChoice {
        /// The seat that the AI plays for.
        seat: Seat,
        choice: Choice,
        /// The `at` of the position that it searched.
        at: Seq,
    },
    /// An engine has found a hint.
    HintFound {
        /// The seat that asked.
        seat: Seat,
        /// The `at` of the position that was searched.
        at: Seq,
        /// The suggested point.
        point: Point,
        /// The evaluation of the position with this move, for the seat that asked.
        outlook: Outlook,
    },
    /// Two AI seats have waited long enough after their last game.
    NextGame,
    /// Time has passed, or somebody has come. A flag may have fallen, or held clocks may go on.
    Tick,
    /// The room was loaded from the journal, or everybody has left it. Running clocks stop.
    Hold,
    /// Nobody has touched the game for so long that it is aborted.
    EndUntouched,
    /// A person who asked to watch has gone.
    AskerGone {
        /// The person who asked.
        player: PlayerId,
    },
    /// A person gave the passphrase, so the room grants them access.
    Admit {
        player: PlayerId,
        /// The check that they passed.
        door: AccessCheck,
    },
}
