//! The room: its seats, games, events, commands and score.

mod access;
mod apply;
mod can;
mod chat;
mod clock;
mod command;
mod decide;
mod end;
mod event;
mod features;
pub(crate) mod hex;
mod id;
mod match_game;
pub(crate) mod name;
mod offer;
mod pauses;
mod per_seat;
mod record;
mod reject;
mod room;
mod score;
mod seat;
mod series;
mod settings;
mod thought;
mod turn;
mod words;

pub use access::{
    Access, AccessCheck, AccessGrant, NEW_PASSPHRASE_CHARS, PASSPHRASE_CHARS, Passphrase, PassphraseError,
    SpectatorRule, WatchRequest,
};
pub use apply::Corrupt;
pub use can::{Availability, Seen};
pub use chat::{
    Channel, ChatLine, ChatText, ChatTextError, MAX_CHAT_CHARS, MAX_CHAT_LINES, SNAPSHOT_CHAT_LINES, Said,
};
pub use clock::{
    Clock, ClockRule, ClockRuleError, ClockState, GIFT_MS, MAX_CLOCK_MS, MAX_INCREMENT_MS, MAX_LAG_MS,
    MAX_PERIODS, MIN_TURN_MS, SideTime,
};
pub use command::{Claim, Command, Input, SeatPlan};
pub use decide::{Context, Followers, Presence, Returning};
pub use end::{EndReason, GameEnd};
pub use event::{Audience, Event, Stamped};
pub use features::{Feature, Features};
pub use id::{CommandId, DAY_MS, GameId, Millis, PlayerId, RoomCode, RoomCodeError, RunId, Seq};
pub use match_game::{ChoiceMade, Foreseen, Game};
pub use name::{MAX_NAME_CHARS, Name, NameError, is_disturbing};
pub use offer::{MadeOffer, Offer, OfferEnd, OfferKind, Offers, Reply};
pub use pauses::{COUNTDOWN_MS, MAX_PAUSE_MS, MAX_PAUSES, Pauses};
pub use per_seat::PerSeat;
pub use record::GameRecord;
pub use reject::{Reject, RejectCode};
pub use room::{Phase, Room, RoomPlan};
pub use score::{MAX_SCORES, ScoreEntry, Scoreboard};
pub use seat::{NoSuchSeat, Occupant, Seat, SeatState, Seats};
pub use series::FirstMove;
pub use settings::{
    AiGames, AiGamesError, HintRule, MAX_AI_GAMES, MAX_THINK_MS, Settings, ThinkTime, ThinkTimeError,
    ThoughtRule, VerdictRule,
};
pub use thought::{Hint, HintMark, Thinking, Thought};
pub use turn::Turn;
pub use words::{PLAIN_CODES, WORDS, hidden_code, new_passphrase, plain_code};
