//! What a client of Tengen knows and does that is not looks, the same for every front.
//!
//! A [`Session`] is the conversation with one server: [`link`] is its connection, [`room`] what was told of a room, [`study`] what is looked at after a game or in a
//! search, [`form`] a room that is to be made or changed; [`text`] says all of it in every language. Nothing here
//! touches a socket, a file, a terminal, a clock or chance: bytes, time and random numbers come in as values.

pub mod form;
pub mod link;
pub mod points;
pub mod room;
mod session;
pub mod study;
pub mod terms;
pub mod text;

pub use session::{Effect, Met, News, RoomList, Session, Visitor, leaves_room, opens_room};
