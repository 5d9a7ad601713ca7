//! A room as the server has described it, and the actions of its user.

mod deed;
mod muted;
mod obstacle;
mod placing;
mod talk;
mod view;
mod viewer;

pub use deed::{Able, Deed};
pub use muted::Muted;
pub use obstacle::Obstacle;
pub use placing::Placing;
pub use talk::Talk;
pub use view::{Fold, RoomView, Thinking, board_shown};
pub use viewer::Viewer;
