//! The news of which rooms here wait for a quick match. They are written down one after the other.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};

use tengen_shared::{
    game::{PlayerId, RoomCode},
    rules::Variant,
};
use tokio::sync::mpsc;

use super::StreamJournal;

/// Rooms of which it is remembered that they do not wait.
const IDLE_KNOWN: usize = 10_000;

/// A room, and what those search who could play there.
type Place = (RoomCode, Variant);

/// The news that are not written down yet. However long the broker is away, there is one of a room and variant.
pub(super) struct Waits {
    latest: Arc<Mutex<HashMap<Place, Option<PlayerId>>>>,
    /// The keys of `latest`, in the order of the news.
    places: mpsc::UnboundedSender<Place>,
}

impl Waits {
    /// Writes news to the journal, until they are dropped.
    pub(super) fn new(journal: Arc<StreamJournal>) -> Self {
        let (places, news) = mpsc::unbounded_channel();
        let latest = Arc::default();
        tokio::spawn(write(journal, Arc::clone(&latest), news));
        Self { latest, places }
    }

    /// Notes who waits in a room, or that nobody does.
    pub(super) fn set(&self, room: &RoomCode, variant: Variant, player: Option<PlayerId>) {
        let place = (room.clone(), variant);
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.insert(place.clone(), player).is_none() {
            // Whoever reads them ends with the server.
            let _ = self.places.send(place);
        }
    }
}

async fn write(
    journal: Arc<StreamJournal>,
    latest: Arc<Mutex<HashMap<Place, Option<PlayerId>>>>,
    mut news: mpsc::UnboundedReceiver<Place>,
) {
    // Rooms that are known not to wait: most presence changes are in those.
    let mut idle = HashSet::new();
    while let Some(place) = news.recv().await {
        let player = latest.lock().unwrap_or_else(PoisonError::into_inner).remove(&place).flatten();
        let (room, variant) = place;
        if player.is_none() && idle.contains(&room) {
            continue;
        }
        idle.remove(&room);
        match journal.set_waiting(&room, variant, player).await {
            Ok(()) if player.is_none() => {
                if idle.len() >= IDLE_KNOWN {
                    idle.clear();
                }
                idle.insert(room);
            }
            Ok(()) => {}
            Err(error) => {
                tracing::warn!(room = %room, %error, "cannot note whether a room waits for a quick match");
            }
        }
    }
}
