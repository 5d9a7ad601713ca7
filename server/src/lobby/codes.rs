//! The codes of new rooms.

use tengen_shared::game::{Access, RoomCode, hidden_code, plain_code};

use super::Origin;
use crate::{mailbox::Handle, quota::Permit};

/// Starts the tasks of rooms.
pub(crate) trait Start {
    /// Starts a room's task, which makes or loads the room itself. `place` is its share of somebody's quota while it is
    /// in memory.
    fn start(&self, code: RoomCode, origin: Origin, place: Option<Permit>) -> Handle;

    /// Returns whether a room of this code is stored, or may be.
    fn is_stored(&self, code: &RoomCode) -> bool;

    /// Returns what a code that was drawn for a new room is good for.
    fn use_of(&self, code: &RoomCode) -> CodeUse;
}

/// What a code is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CodeUse {
    /// A room of this code may be made here, as far as this server knows.
    Free,
    Taken,
    /// A room of this code belongs on another node of the cluster.
    Elsewhere,
}

/// Short codes to try before taking a long one.
const SHORT_CODES: usize = 8;

/// Returns a random code: one of some 368,000 for a room that is listed anyway, one of 2 · 10¹² for an unlisted one.
pub(crate) fn random_code(access: Access) -> RoomCode {
    match access {
        Access::Unlisted => hidden_code(rand::random()),
        Access::Listed | Access::Passphrase => plain_code(rand::random()),
    }
}

/// Returns a random code for a new room of this server. It may be that of a room which is not stored yet.
pub(crate) fn draw_code(starter: &impl Start, access: Access) -> RoomCode {
    let mut taken = 0;
    loop {
        // The short codes may run out; the long ones do not.
        let code = if taken < SHORT_CODES { random_code(access) } else { hidden_code(rand::random()) };
        match starter.use_of(&code) {
            CodeUse::Free => return code,
            CodeUse::Taken => taken += 1,
            CodeUse::Elsewhere => {}
        }
    }
}
