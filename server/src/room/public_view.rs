//! The public view of a room, for a stranger who knows its code, whether the room is in memory or not.

use std::sync::Arc;

use tengen_shared::{
    game::{PerSeat, RoomCode},
    protocol::{Connected, RoomGlimpse, RoomListing},
};

use super::start;
use crate::{
    app::App,
    refusal::Refusal,
    room_io::{Reply, RoomIn},
};

/// Returns the public view of a room. Reads a room that is not in memory from the journal, without starting its task,
/// because a view must not bring it back, or delete it as unplayed.
pub(crate) async fn public_view(app: &Arc<App>, code: &RoomCode) -> Result<RoomGlimpse, Refusal> {
    let question = app.gateway.question();
    if app.lobby.tell(code, RoomIn::Glimpse { question: question.id() })
        && let Some(Reply::Glimpse(glimpse)) = question.answer().await
    {
        return Ok(glimpse);
    }
    let machine = start::view(app, code).await?;
    let listing = RoomListing::new(machine.room(), PerSeat([Some(Connected::Away); 2]), 0);
    Ok(RoomGlimpse::unlisted(machine.room(), listing))
}
