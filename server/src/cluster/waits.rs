//! Writes down which rooms here wait for a quick match, one after the other.

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

/// Entries of which it is remembered that nobody waits there.
const IDLE_KNOWN: usize = 10_000;

/// An entry of the list: a room, and the variant under which it is listed.
type Entry = (RoomCode, Variant);
/// Who waits, by entry; one value for each, however long the broker is away.
type Latest = Arc<Mutex<HashMap<Entry, Option<PlayerId>>>>;

/// What is to be written down.
pub(super) struct Waits {
    latest: Latest,
    /// The keys of `latest`, the oldest first.
    entries: mpsc::UnboundedSender<Entry>,
}

impl Waits {
    /// Begins to write to a journal, until the value is dropped.
    pub(super) fn new(journal: Arc<StreamJournal>) -> Self {
        let (entries, changed) = mpsc::unbounded_channel();
        let latest = Latest::default();
        tokio::spawn(write(journal, latest.clone(), changed));
        Self { latest, entries }
    }

    /// Notes who waits in a room, or that nobody does.
    pub(super) fn set(&self, room: &RoomCode, variant: Variant, player: Option<PlayerId>) {
        let entry = (room.clone(), variant);
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.insert(entry.clone(), player).is_none() {
            // Whoever reads them ends with the server.
            let _ = self.entries.send(entry);
        }
    }
}

async fn write(journal: Arc<StreamJournal>, latest: Latest, mut changed: mpsc::UnboundedReceiver<Entry>) {
    // Where nobody is known to wait: most presence changes are in such rooms.
    let mut idle = HashSet::new();
    while let Some(entry) = changed.recv().await {
        let player = latest.lock().unwrap_or_else(PoisonError::into_inner).remove(&entry).flatten();
        if player.is_none() && idle.contains(&entry) {
            continue;
        }
        idle.remove(&entry);
        let (room, variant) = &entry;
        match journal.set_waiting(room, *variant, player).await {
            Ok(()) if player.is_none() => {
                if idle.len() >= IDLE_KNOWN {
                    idle.clear();
                }
                idle.insert(entry);
            }
            Ok(()) => {}
            Err(error) => {
                tracing::warn!(room = %room, %error, "cannot note whether a room waits for a quick match");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use std::time::Duration;

    use tokio::time::Instant;

    use super::*;
    use crate::cluster::{Broker as _, MemoryBroker, NodeRun, Nodes, Subject, journal::waiting_rooms};

    /// Returns whether a room is listed under a variant, once everything is written down.
    async fn is_listed(broker: &MemoryBroker, room: &RoomCode, variant: Variant) -> bool {
        // Time stands still until nobody has anything to do.
        tokio::time::sleep(Duration::from_secs(1)).await;
        let last = broker.last(Subject::Quick(variant)).await.unwrap();
        last.is_some_and(|last| waiting_rooms(&last.body).contains(room))
    }

    #[tokio::test(start_paused = true)]
    async fn a_room_is_listed_as_its_last_news_say_whatever_was_not_written_down_before() {
        let broker = MemoryBroker::default();
        let nodes = Arc::new(Nodes::new(NodeRun::begin("a".parse().unwrap())));
        let journal = StreamJournal::open(Arc::new(broker.clone()), nodes.clone(), None).await.unwrap();
        nodes.renewed(Instant::now(), Instant::now());
        let waits = Waits::new(Arc::new(journal));
        let room: RoomCode = "amber-fox-42".parse().unwrap();
        let [old, new] = [Variant::TICTACTOE, Variant::GOMOKU15];
        let news = [(old, 1), (old, 0), (new, 1), (new, 0), (old, 1)];
        for (variant, players) in news {
            waits.set(&room, variant, (players > 0).then_some(PlayerId(players)));
        }
        assert!(is_listed(&broker, &room, old).await);
        assert!(!is_listed(&broker, &room, new).await);
        waits.set(&room, old, None);
        assert!(!is_listed(&broker, &room, old).await);
    }
}
