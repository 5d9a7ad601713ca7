//! The empty rooms in memory, by how long they have been empty.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, PoisonError},
};

use tengen_shared::game::RoomCode;

/// The empty rooms, longest empty first.
#[derive(Debug, Default)]
pub(super) struct IdleRooms(Mutex<Queue>);

#[derive(Debug, Default)]
struct Queue {
    next: u64,
    places: HashMap<RoomCode, u64>,
    order: BTreeMap<u64, RoomCode>,
}

impl IdleRooms {
    /// Marks a room as empty from now on, or as no longer empty.
    pub(super) fn set(&self, room: &RoomCode, idle: bool) {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = &mut *queue;
        if let Some(place) = queue.places.remove(room) {
            queue.order.remove(&place);
        }
        if idle {
            queue.places.insert(room.clone(), queue.next);
            queue.order.insert(queue.next, room.clone());
            queue.next += 1;
        }
    }

    /// Takes the room that has been empty longest.
    pub(super) fn take_oldest(&self) -> Option<RoomCode> {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (_, room) = queue.order.pop_first()?;
        queue.places.remove(&room);
        Some(room)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn the_room_that_was_left_first_goes_first_and_one_that_is_entered_stays() {
        let rooms = IdleRooms::default();
        let [a, b, c] = ["amber-fox-1", "amber-fox-2", "amber-fox-3"].map(|code| code.parse().unwrap());
        for room in [&a, &b, &c] {
            rooms.set(room, true);
        }
        rooms.set(&b, false);
        rooms.set(&a, true);
        assert_eq!([rooms.take_oldest(), rooms.take_oldest(), rooms.take_oldest()], [Some(c), Some(a), None]);
    }
}
