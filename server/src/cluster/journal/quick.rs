//! The rooms that wait for a quick match, on all nodes.

use tengen_shared::{
    game::{PlayerId, RoomCode},
    rules::Variant,
};

use super::{StreamJournal, table::Change};
use crate::{cluster::Subject, journal::JournalError, room_io::Search};

/// Rooms that can wait for one variant. Mostly one does, since the next player goes there.
const MOST: usize = 64;

/// Where somebody finds a quick match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum QuickPlace {
    /// Their own room waits already.
    Own(RoomCode),
    /// The player waits in this room, which no longer waits for anybody else.
    With(RoomCode, PlayerId),
    /// Nobody waits. They are to make the room that was offered, which waits now.
    Make,
}

type Waiting = Vec<(RoomCode, PlayerId)>;

/// Returns the rooms that are on a stored list.
#[cfg(test)]
pub(crate) fn waiting_rooms(body: &[u8]) -> Vec<RoomCode> {
    let waiting: Waiting = ciborium::from_reader(body).expect("a list of rooms");
    waiting.into_iter().map(|(room, _)| room).collect()
}

impl StreamJournal {
    /// Finds a room for a quick match of `player`, other than those that the search has passed, or lets the room `own` wait.
    ///
    /// # Errors
    /// Returns an error if the broker does not answer.
    pub(crate) async fn find_match(
        &self,
        search: &Search,
        player: PlayerId,
        own: &RoomCode,
    ) -> Result<QuickPlace, JournalError> {
        let passed = &search.passed;
        self.store
            .change(Subject::Quick(search.variant), |waiting: Option<Waiting>| {
                let mut waiting = waiting.unwrap_or_default();
                if let Some((room, _)) =
                    waiting.iter().find(|(room, who)| *who == player && !passed.contains(room))
                {
                    return Change::Keep(QuickPlace::Own(room.clone()));
                }
                let found = waiting.iter().position(|(room, who)| *who != player && !passed.contains(room));
                if let Some(found) = found {
                    let (room, host) = waiting.remove(found);
                    return Change::Put(waiting, QuickPlace::With(room, host));
                }
                waiting.push((own.clone(), player));
                let excess = waiting.len().saturating_sub(MOST);
                waiting.drain(..excess);
                Change::Put(waiting, QuickPlace::Make)
            })
            .await
    }

    /// Notes whether a room waits for a quick match, and who is the first there.
    ///
    /// # Errors
    /// Returns an error if the broker does not answer.
    pub(crate) async fn set_waiting(
        &self,
        room: &RoomCode,
        variant: Variant,
        player: Option<PlayerId>,
    ) -> Result<(), JournalError> {
        self.store
            .change(Subject::Quick(variant), |waiting: Option<Waiting>| {
                let mut waiting = waiting.unwrap_or_default();
                let known = waiting.iter().find(|(known, _)| known == room).map(|(_, player)| *player);
                if known == player {
                    return Change::Keep(());
                }
                waiting.retain(|(known, _)| known != room);
                waiting.extend(player.map(|player| (room.clone(), player)));
                Change::Put(waiting, ())
            })
            .await
    }
}
