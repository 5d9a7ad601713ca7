//! The rules of the n-in-a-row family: boards, stones, runs and outcomes.

mod board;
mod bot;
mod former;
mod foul;
mod level;
mod line;
mod opening;
mod outcome;
mod point;
mod position;
mod rule_set;
pub mod search;
mod stone;
mod threat;
mod value;
mod variant;

pub use board::Board;
pub use bot::{Bot, BotChoices, EngineName, NamedEngine, ParseBotError};
pub use former::{FormerEngine, FormerEngineName};
pub use foul::{Foul, FoulRule, foul};
pub use level::{Level, UnknownLevel};
pub use line::{Direction, run_at, run_through, winning_line, wins_at};
pub use opening::{Area, Choice, Opening, Party, Progress, Step};
pub use outcome::Outcome;
pub use point::{MAX_SIDE, ParsePointError, Point};
pub use position::{PlayError, Position};
pub use rule_set::{RuleSet, Run};
pub use stone::Stone;
pub use threat::Threat;
pub use value::{Outlook, Pace, Scale, Value};
pub use variant::{MIN_SIDE, ParseVariantError, Variant, VariantError};
