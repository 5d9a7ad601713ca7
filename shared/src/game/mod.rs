//! The room: who sits where, what is asked, what has happened, what the score is.

mod apply;
mod command;
mod decide;
mod event;
pub(crate) mod hex;
mod id;
mod match_game;
pub(crate) mod name;
mod reject;
mod room;
mod score;
mod seat;
mod series;
mod settings;
mod thought;

pub use apply::Corrupt;
pub use command::{Command, Input, SeatPlan};
pub use decide::Context;
pub use event::{Audience, Event, Stamped};
pub use id::{CommandId, GameId, Millis, PlayerId, RoomCode, RoomCodeError, RunId, Seq};
pub use match_game::{EndReason, Foreseen, Game, GameEnd};
pub use name::{MAX_NAME_CHARS, Name, NameError};
pub use reject::{Reject, RejectCode};
pub use room::{Opening, Phase, Room};
pub use score::{MAX_SCORES, ScoreEntry, Scoreboard};
pub use seat::{NoSuchSeat, Occupant, Seat, SeatState, Seats};
pub use series::FirstMove;
pub use settings::{
    AiGames, AiGamesError, HintRule, MAX_AI_GAMES, MAX_THINK_MS, Settings, ThinkTime, ThinkTimeError,
    ThoughtRule, VerdictRule,
};
pub use thought::{Hint, HintMark, Thinking, Thought};
