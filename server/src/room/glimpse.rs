//! What a stranger who knows a room's code may see of it, whether it is in memory or not.

use std::sync::Arc;

use tengen_shared::{
    game::{PerSeat, RoomCode},
    protocol::{Connected, RoomGlimpse, RoomListing},
};
use tokio::sync::oneshot;

use super::start::{self, WhyNot};
use crate::{app::App, mailbox::RoomMsg};

/// Looks at a room. One in the journal is read and stays there: nobody is in it, and it must not come to life, or be
/// deleted as unplayed, because somebody looks.
pub(crate) async fn glimpse(app: &Arc<App>, code: &RoomCode) -> Result<RoomGlimpse, WhyNot> {
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
