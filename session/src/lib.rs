//! The client without its user interface, shared by all front ends.
//!
//! A [`Session`] is the conversation with one server. [`link`] is its connection, [`room`] holds what the server has
//! sent about a room, [`study`] has the replay of a game and the tree of a search, [`alone`] is a room without a server, [`settings`] is the table of a
//! room's settings, [`form`] and [`opponent`] are the parts of a form for a room, [`devices`] lists the user's devices,
//! [`ending`], [`evaluation`] and [`offers`] put results, evaluations and requests into words, [`ticks`] says when a
//! clock on the screen changes, and [`text`] has every message in every language. Nothing here uses a socket, a file, a
//! terminal, a clock or a random number generator: bytes, time and random numbers come in as values.

pub mod alone;
pub mod devices;
pub mod ending;
pub mod evaluation;
pub mod form;
pub mod link;
pub mod offers;
pub mod opening;
pub mod opponent;
pub mod pairs;
pub mod parts;
pub mod picture;
pub mod points;
pub mod room;
mod session;
pub mod settings;
pub mod study;
pub mod terms;
pub mod text;
pub mod ticks;

pub use session::{
    Effect, KeyOrigin, Met, News, RoomList, Session, Visitor, Wall, asks_snapshot, leaves_room, opens_room,
};
