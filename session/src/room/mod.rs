//! What the server has told of a room.

mod muted;
mod talk;
mod view;

pub use muted::Muted;
pub use talk::Talk;
pub use view::{Fold, RoomView, Thinking, board_shown};
