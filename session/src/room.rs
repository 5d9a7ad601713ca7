//! A room as the server has described it, and the actions of its user.

mod irreversible;
mod muted;
mod obstacle;
mod opening;
mod placing;
mod returning;
mod room_action;
mod status;
mod talk;
mod view;
mod viewer;

pub use irreversible::Irreversible;
pub use muted::Muted;
pub use obstacle::Obstacle;
pub use placing::Placing;
pub use returning::Returning;
pub use room_action::{ActionAvailability, RoomAction};
pub use status::{Mood, seat_label};
pub use talk::Talk;
pub use view::{Fold, RoomView, Thinking, board_shown};
pub use viewer::Viewer;
