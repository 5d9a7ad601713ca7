//! Line mode: the client with plain lines instead of screens, for screen readers, pipes and scripts.
//!
//! Lines become [`Command`]s, which go through the same [`update`](crate::update) as keys and clicks. Changes
//! in the [`Model`](crate::model::Model) become lines of output, one fact each. [`Repl`] is line mode without
//! input and output; [`run()`] is the loop around it.

mod act;
mod announce;
mod argument;
mod board_lines;
mod command;
mod complaint;
mod help;
mod input;
mod options;
mod output;
mod parse;
mod reader;
mod repl;
mod run;
mod show;
mod waits;
mod wording;
mod words;

pub use argument::{
    Analysis, Awaited, Claiming, Count, Destination, DeviceTask, Extent, Gift, Server, Sure, Who,
};
pub use command::{Command, Topic};
pub use complaint::Complaint;
pub use options::{Against, NewRoom, Options};
pub use parse::{MAX_LINE, command};
pub use repl::{ANSWER_TIMEOUT, CONNECT_TIMEOUT, Exit, Line, MAX_LINES, Repl};
pub use run::run;
pub(crate) use wording::harmless;
