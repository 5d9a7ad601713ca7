//! The port of the simulated room.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::{
    refusal::Refusal,
    room_io::{ConnId, Port, RoomOut},
};

/// Keeps the room's messages until the world delivers them, and the connections that have a standing in the room.
#[derive(Clone, Default)]
pub(super) struct Outgoing(Arc<Mutex<Put>>);

#[derive(Default)]
struct Put {
    messages: Vec<RoomOut>,
    standings: BTreeSet<ConnId>,
}

impl Port for Outgoing {
    fn put(&mut self, message: RoomOut) {
        let mut put = self.lock();
        if let RoomOut::Stands { conn, standing } = message {
            match standing {
                Some(_) => put.standings.insert(conn),
                None => put.standings.remove(&conn),
            };
        }
        put.messages.push(message);
    }

    fn close(self: Box<Self>, _why_not: Option<&Refusal>) {}
}

impl Outgoing {
    fn lock(&self) -> MutexGuard<'_, Put> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn take(&self) -> Vec<RoomOut> {
        std::mem::take(&mut self.lock().messages)
    }

    /// Returns whether the room has given the connection a standing.
    pub(super) fn knows(&self, conn: ConnId) -> bool {
        self.lock().standings.contains(&conn)
    }

    /// Forgets all standings: another copy of the room begins.
    pub(super) fn forget_standings(&self) {
        self.lock().standings.clear();
    }
}
