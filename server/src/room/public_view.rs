//! The public view of a room, for a stranger who knows its code, whether the room is in memory or not.

use std::sync::Arc;

use tengen_shared::{
    game::{PerSeat, RoomCode},
    protocol::{Connected, RoomGlimpse, RoomListing},
};
use tokio::sync::oneshot;

use super::start::{self, WhyNot};
use crate::{app::App, mailbox::RoomMsg};

/// Returns the public view of a room. Reads a room that is not in memory from the journal, without starting its task,
/// because a view must not bring it back, or delete it as unplayed.
pub(crate) async fn public_view(app: &Arc<App>, code: &RoomCode) -> Result<RoomGlimpse, WhyNot> {
    let (answer, answered) = oneshot::channel();
    app.lobby.tell(code, RoomMsg::Glimpse { answer });
    if let Ok(glimpse) = answered.await {
        return Ok(glimpse);
    }
    let opened = start::load(app, code).await?;
    let room = opened.machine.room();
    let listing = RoomListing::new(room, PerSeat([Some(Connected::Away); 2]), 0);
    Ok(RoomGlimpse::unlisted(room, listing))
}
