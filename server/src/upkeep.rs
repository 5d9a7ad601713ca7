//! Periodic upkeep: ends games that nobody has touched for long, and deletes old rooms.
//!
//! Age counts in days on which the server ran (`Journal::note_day`), never by the clock alone. One start with a clock
//! that is months ahead must not delete what people have played.

use std::{sync::Arc, time::Duration};

use tengen_shared::game::{DAY_MS, Millis, RoomCode};
use tokio::time::Instant;

use crate::{
    app::App,
    journal::{JournalError, Old, OldKind},
    room_io::{Reply, RoomIn},
};

/// Interval between sweeps for unused quotas.
const FORGET_EVERY: Duration = Duration::from_secs(60);
/// Rooms per query, so that no move waits long behind one.
const STEP: usize = 50;

/// Runs upkeep until the server stops.
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
            done = round(&app) => match done {
                Ok(()) => drop(app.metrics.upkeep_rounds.inc()),
                Err(error) => tracing::warn!(%error, "a round of upkeep failed: the server will try again later"),
            }
        }
    }
}

async fn round(app: &Arc<App>) -> Result<(), JournalError> {
    let limits = &app.config.limits;
    let today = u32::try_from(app.now() / DAY_MS).unwrap_or(u32::MAX);
    let days = [limits.unshared_room_days, limits.untouched_game_days, app.config.keep_days];
    let began = app.journal.note_day(today, days).await?;
    for (kind, before) in [OldKind::Unshared, OldKind::Playing, OldKind::Finished].into_iter().zip(began) {
        if let Some(before) = before {
            look_after(app, Old { kind, before }).await?;
        }
    }
    Ok(())
}

/// Ends the games in old rooms, or deletes the rooms. Skips games with somebody in their room, and rooms in memory; the
/// next round looks at them again.
async fn look_after(app: &Arc<App>, old: Old) -> Result<(), JournalError> {
    let (mut after, mut done) = (None, 0);
    loop {
        let rooms = app.journal.old_rooms(old, after, STEP).await?;
        for room in &rooms {
            done += usize::from(match old.kind {
                OldKind::Playing => end_untouched(app, room, old.before).await,
                OldKind::Unshared | OldKind::Finished => {
                    !app.lobby.is_open(room) && app.journal.delete_old(old, room).await?
                }
            });
        }
        after = rooms.last().cloned();
        if after.is_none() {
            break;
        }
    }
    let what = match old.kind {
        OldKind::Unshared => "deleted old rooms that only their makers had entered",
        OldKind::Playing => "ended games that nobody had touched for long",
        OldKind::Finished => "deleted old rooms with their games",
    };
    if done > 0 {
        tracing::info!(done, "{what}");
    }
    Ok(())
}

/// Asks a room to end its game. Returns false if the game continues.
async fn end_untouched(app: &Arc<App>, room: &RoomCode, before: Millis) -> bool {
    let question = app.gateway.question();
    let message = RoomIn::EndUntouched { before, question: question.id() };
    app.lobby.send(app, None, room, message.into()).is_ok()
        && matches!(question.answer().await, Some(Reply::Ended))
}
