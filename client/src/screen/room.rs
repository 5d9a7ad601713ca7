//! A room, as a player or a spectator.

pub(crate) mod layout;
mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{
    Preview, RoomScreen,
    invitation::{Invitation, Reach},
    talk::{ChatBox, MuteBox, MuteEntry},
};
