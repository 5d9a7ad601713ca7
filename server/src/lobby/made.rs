//! How many rooms each player has made, on all nodes of a cluster.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, PoisonError},
};

use dashmap::{DashMap, mapref::entry::Entry};
use serde::{Deserialize, Serialize};
use tengen_shared::game::PlayerId;
use tokio::sync::Notify;

use super::LobbyError;
use crate::{config::Limits, room_io::NodeTag};

/// The rooms that one player has made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Made {
    rooms: usize,
    /// Those of them with an AI in both seats from the start.
    for_ai: usize,
}

/// What a node tells the others: the rooms that players have made there now.
pub(crate) type MadeNews = Vec<(PlayerId, Made)>;

/// The number of rooms that each player has made. A room counts until the task that made it ends.
#[derive(Debug, Default)]
pub(crate) struct MadeRooms {
    here: DashMap<PlayerId, Made>,
    elsewhere: DashMap<PlayerId, BTreeMap<NodeTag, Made>>,
    /// The players of whom the other nodes must be told.
    changed: Mutex<BTreeSet<PlayerId>>,
    wake: Notify,
}

impl MadeRooms {
    /// Counts a room for its maker.
    ///
    /// # Errors
    /// Returns an error if the maker has as many as the limits allow.
    pub(super) fn count(&self, limits: &Limits, host: PlayerId, for_ai: bool) -> Result<(), LobbyError> {
        let elsewhere = self.elsewhere.get(&host).map_or_else(Made::default, |nodes| {
            let sum = |of: fn(&Made) -> usize| nodes.values().map(of).sum();
            Made { rooms: sum(|made| made.rooms), for_ai: sum(|made| made.for_ai) }
        });
        // Held until the end, so that two of the player's commands at once count both.
        let entry = self.here.entry(host);
        let mut made = match &entry {
            Entry::Occupied(made) => *made.get(),
            Entry::Vacant(_) => Made::default(),
        };
        if made.rooms + elsewhere.rooms >= limits.rooms_per_player {
            return Err(LobbyError::TooManyOfYours);
        }
        if for_ai && made.for_ai + elsewhere.for_ai >= limits.ai_rooms_per_player {
            return Err(LobbyError::TooManyForAi);
        }
        made.rooms += 1;
        made.for_ai += usize::from(for_ai);
        drop(entry.insert(made));
        self.has_changed_for(host);
        Ok(())
    }

    /// Counts one room less for its maker.
    pub(crate) fn uncount(&self, host: PlayerId, for_ai: bool) {
        if let Entry::Occupied(mut entry) = self.here.entry(host) {
            let made = entry.get_mut();
            made.rooms = made.rooms.saturating_sub(1);
            made.for_ai = made.for_ai.saturating_sub(usize::from(for_ai));
            if made.rooms == 0 {
                entry.remove();
            }
        }
        self.has_changed_for(host);
    }

    fn has_changed_for(&self, host: PlayerId) {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).insert(host);
        self.wake.notify_one();
    }

    /// Waits until the other nodes have something to be told.
    pub(super) async fn has_changed(&self) {
        self.wake.notified().await;
    }

    /// Returns what has changed since this was last asked for.
    pub(super) fn news(&self) -> MadeNews {
        let changed = std::mem::take(&mut *self.changed.lock().unwrap_or_else(PoisonError::into_inner));
        let made = |host: PlayerId| self.here.get(&host).map_or_else(Made::default, |made| *made);
        changed.into_iter().map(|host| (host, made(host))).collect()
    }

    /// Returns everything, for a node that knows nothing.
    pub(crate) fn all(&self) -> MadeNews {
        self.here.iter().map(|entry| (*entry.key(), *entry.value())).collect()
    }

    /// Takes in what another node tells.
    pub(crate) fn hear(&self, node: NodeTag, news: MadeNews) {
        for (host, made) in news {
            if made == Made::default() {
                self.remove(node, host);
            } else {
                self.elsewhere.entry(host).or_default().insert(node, made);
            }
        }
    }

    /// Forgets what a node has told that has gone.
    pub(super) fn forget(&self, node: NodeTag) {
        let hosts: Vec<PlayerId> = self.elsewhere.iter().map(|entry| *entry.key()).collect();
        hosts.into_iter().for_each(|host| self.remove(node, host));
    }

    fn remove(&self, node: NodeTag, host: PlayerId) {
        if let Entry::Occupied(mut entry) = self.elsewhere.entry(host) {
            entry.get_mut().remove(&node);
            if entry.get().is_empty() {
                entry.remove();
            }
        }
    }
}
