//! The client without its user interface, the same for every front end.
//!
//! A [`Session`] is the conversation with one server: [`link`] is its connection, [`room`] what was told of a room,
//! [`study`] a replay or a search that is looked at, [`settings`] the table of a room's settings; [`text`] has every
//! message in every language. Nothing here touches a socket, a file, a terminal, a clock or chance: bytes, time and
//! random numbers come in as values.

pub mod form;
pub mod link;
pub mod offers;
pub mod points;
pub mod room;
mod session;
pub mod settings;
pub mod study;
pub mod terms;
pub mod text;

pub use session::{Effect, Met, News, RoomList, Session, Visitor, leaves_room, opens_room};
