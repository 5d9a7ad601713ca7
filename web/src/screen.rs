//! The screens of the page, one folder each.

pub mod aim;
pub mod games;
pub mod new;
pub mod replay;
pub mod room;
pub mod start;

use self::{games::Games, new::NewRoom, replay::Replay, room::RoomScreen, start::Start};

/// What the page shows.
#[derive(Clone, Debug)]
pub enum Screen {
    Start(Start),
    New(Box<NewRoom>),
    Room(Box<RoomScreen>),
    Games(Games),
    Replay(Box<Replay>),
    /// Nothing is at the address.
    Missing,
}
