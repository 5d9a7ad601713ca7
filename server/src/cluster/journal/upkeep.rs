//! How long rooms are kept. Each node looks after the rooms of some shards.

use std::{
    collections::{BTreeSet, HashSet},
    sync::PoisonError,
};

use bytes::Bytes;
use tengen_shared::game::{DAY_MS, Millis, RoomCode};

use super::{Store, frame::Note, table::Change};
use crate::{
    cluster::{Filter, Message, Publish, Shard, Subject},
    journal::{JournalError, Old, OldKind, Summary},
};

/// Days remembered on which the cluster ran.
const DAYS: usize = 2_000;

impl Store {
    pub(super) async fn note_shared(&self, room: &RoomCode) -> Result<(), JournalError> {
        match self.write(Publish::new(Subject::Shared(room.clone()), 0, Bytes::new())).await {
            // It was noted before.
            Ok(_) | Err(JournalError::Conflict) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Returns whether a room with this summary is old; `is_shared` says whether anybody but its host has been there.
    async fn is_old(
        &self,
        old: Old,
        room: &RoomCode,
        summary: Summary,
        is_shared: bool,
    ) -> Result<bool, JournalError> {
        let of_kind = match old.kind {
            OldKind::Playing => summary.playing,
            OldKind::Finished => !summary.playing,
            OldKind::Unshared => !is_shared,
        };
        let is_old = of_kind && summary.time < old.before;
        let is_kept = is_old && old.kind == OldKind::Unshared && !self.games.numbers(room).await?.is_empty();
        Ok(is_old && !is_kept)
    }

    async fn old_of_shard(&self, old: Old, shard: Shard) -> Result<Vec<RoomCode>, JournalError> {
        let shared = self.broker.notes(Filter::Shared(shard)).await?;
        let shared: HashSet<RoomCode> = shared
            .into_iter()
            .filter_map(|message| match message.subject {
                Subject::Shared(room) => Some(room),
                _ => None,
            })
            .collect();
        let mut rooms = Vec::new();
        for Message { subject, note, .. } in self.broker.notes(Filter::Logs(shard)).await? {
            if let (Subject::Log(room), Ok(Note::Record(_, summary))) = (subject, note.parse())
                && self.is_old(old, &room, summary, shared.contains(&room)).await?
            {
                rooms.push(room);
            }
        }
        Ok(rooms)
    }

    /// Returns the old rooms of the shards that this node looks after. They are sought when the first ones are asked for.
    pub(super) async fn old_rooms(
        &self,
        old: Old,
        after: Option<RoomCode>,
        most: usize,
    ) -> Result<Vec<RoomCode>, JournalError> {
        if after.is_none() {
            let mut rooms = Vec::new();
            for shard in Shard::all().filter(|shard| self.nodes.place(shard.place()) == *self.nodes.me()) {
                rooms.extend(self.old_of_shard(old, shard).await?);
            }
            rooms.sort();
            *self.old.lock().unwrap_or_else(PoisonError::into_inner) = rooms;
        }
        let rooms = self.old.lock().unwrap_or_else(PoisonError::into_inner);
        let behind = |room: &&RoomCode| after.as_ref().is_none_or(|after| *room > after);
        Ok(rooms.iter().filter(behind).take(most).cloned().collect())
    }

    pub(super) async fn delete_old(&self, old: Old, room: &RoomCode) -> Result<bool, JournalError> {
        let Some(last) = self.last(Subject::Log(room.clone())).await? else { return Ok(false) };
        let Ok(Note::Record(_, summary)) = last.note.parse() else { return Ok(false) };
        let is_shared = self.last(Subject::Shared(room.clone())).await?.is_some();
        if !self.is_old(old, room, summary, is_shared).await? {
            return Ok(false);
        }
        match self.delete(room).await {
            Ok(()) => Ok(true),
            // Another node has it in memory.
            Err(JournalError::Elsewhere(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(super) async fn note_day(
        &self,
        day: u32,
        back: [u32; 3],
    ) -> Result<[Option<Millis>; 3], JournalError> {
        let days = self
            .change(Subject::Days, |days: Option<BTreeSet<u32>>| {
                let mut days = days.unwrap_or_default();
                if !days.insert(day) {
                    return Change::Keep(days);
                }
                while days.len() > DAYS {
                    days.pop_first();
                }
                Change::Put(days.clone(), days)
            })
            .await?;
        Ok(back.map(|back| {
            let found = days.range(..=day).rev().nth(usize::try_from(back).unwrap_or(usize::MAX));
            found.map(|day| Millis::from(*day) * DAY_MS)
        }))
    }

    /// Removes the games of a room from the list of games.
    pub(super) async fn forget_games(&self, room: &RoomCode) -> Result<(), JournalError> {
        let numbers = self.games.numbers(room).await?;
        if numbers.is_empty() {
            return Ok(());
        }
        let subject = Subject::GamesGone(room.clone());
        let after = self.last(subject.clone()).await?.map_or(0, |last| last.sequence);
        let publish = Publish::new(subject, after, Bytes::new()).in_place_of_all();
        let gone = match self.write(publish).await {
            // Another node deletes the room, too.
            Err(JournalError::Conflict) => return Ok(()),
            gone => gone?,
        };
        self.games.has_read(gone).await;
        for number in numbers {
            self.broker.purge(Subject::Game(room.clone(), number), None).await?;
        }
        Ok(())
    }
}
