//! The screens of the page, one folder each.

pub mod aim;
pub mod devices;
pub mod games;
pub mod new;
pub mod replay;
pub mod room;
pub mod start;
pub mod wall;

use self::{
    devices::DevicesScreen, games::Games, new::NewRoom, replay::Replay, room::RoomScreen, start::Start,
};

/// What the page shows.
#[derive(Clone, Debug)]
pub enum Screen {
    Start(Start),
    New(Box<NewRoom>),
    Room(Box<RoomScreen>),
    Games(Games),
    Devices(Box<DevicesScreen>),
    Replay(Box<Replay>),
    /// The running games of the server, for a screen in the room.
    Wall,
    /// Nothing is at the address.
    Missing,
}
