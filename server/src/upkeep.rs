//! What the server does now and then by itself: games that nobody has touched for long end, and old rooms are deleted.
//!
//! Age is counted in days on which the server has run (`Journal::note_day`), never by the clock alone: one start with a
//! clock that is months ahead must not delete what people have played.

use std::{sync::Arc, time::Duration};

use tengen_shared::game::{Millis, RoomCode};
use tokio::{sync::oneshot, time::Instant};

use crate::{
    app::App,
    journal::{JournalError, Purge},
    mailbox::RoomMsg,
};

/// How often quotas that nobody uses are forgotten.
const FORGET_EVERY: Duration = Duration::from_secs(60);
/// Rooms that are ended or deleted in one step, so that no move waits for long behind it.
const STEP: usize = 50;
const DAY_MS: Millis = 24 * 60 * 60 * 1_000;

/// Keeps order until the server stops.
pub(crate) async fn run(app: Arc<App>) {
    let every = Duration::from_millis(app.config.limits.upkeep_ms);
    let mut due = Instant::now() + every;
    loop {
        tokio::select! {
            () = app.stop.cancelled() => return,
            () = tokio::time::sleep(FORGET_EVERY.min(every)) => app.quotas.forget_unused(),
        }
        if due > Instant::now() {
            continue;
        }
        due = Instant::now() + every;
        tokio::select! {
            () = app.stop.cancelled() => return,
            done = round(&app) => if let Err(error) = done {
                tracing::warn!(%error, "old rooms could not be deleted; they are looked for again later");
            }
        }
    }
}

/// One round of upkeep.
async fn round(app: &Arc<App>) -> Result<(), JournalError> {
    let limits = &app.config.limits;
    let today = u32::try_from(app.now() / DAY_MS).unwrap_or(u32::MAX);
    let ages = [limits.unshared_room_days, limits.untouched_game_days, app.config.keep_days];
    let began = app.journal.note_day(today, ages.to_vec()).await?;
    let [unshared, untouched, kept] = <[Option<Millis>; 3]>::try_from(began).unwrap_or_default();
    if let Some(before) = unshared {
        purge(app, Purge::Unshared, before, limits.unshared_room_days).await?;
    }
    if let Some(before) = untouched {
        end_untouched(app, before).await?;
    }
    if let Some(before) = kept {
        purge(app, Purge::Finished, before, app.config.keep_days).await?;
    }
    Ok(())
}

async fn purge(app: &Arc<App>, kind: Purge, before: Millis, days: u32) -> Result<(), JournalError> {
    let mut purged = 0;
    loop {
        // Somebody may be in an old room just now.
        let deleted = app.journal.purge(kind, before, STEP, app.lobby.in_memory()).await?;
        purged += deleted;
        if deleted == 0 {
            break;
        }
    }
    if purged > 0 {
        tracing::info!(purged, ?kind, "deleted rooms without news for {days} days");
    }
    Ok(())
}

async fn end_untouched(app: &Arc<App>, before: Millis) -> Result<(), JournalError> {
    let mut after: Option<RoomCode> = None;
    loop {
        let rooms = app.journal.untouched(before, after, STEP).await?;
        // One that cannot be ended, as it is damaged or somebody is in it, is left for the next round.
        let Some(last) = rooms.last() else { return Ok(()) };
        after = Some(last.clone());
        for room in &rooms {
            let (done, ended) = oneshot::channel();
            if app.lobby.send(app, None, room, RoomMsg::EndUntouched { before, done }).is_ok() {
                let _ = ended.await;
            }
        }
        tracing::info!(rooms = rooms.len(), "looked after games that nobody has touched for long");
    }
}
