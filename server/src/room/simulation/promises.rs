//! What the simulation checks of a room beside the one before a step or a crash.

use tengen_shared::game::{Clock, ClockState, Room, Seat, Seq};

/// The room before a step.
pub(super) struct Before {
    pub(super) seq: Seq,
    pub(super) at: Seq,
    pub(super) clock: Option<Clock>,
    pub(super) waiting: Option<Seat>,
}

impl Before {
    pub(super) fn of(room: &Room) -> Self {
        Self {
            at: room.at(),
            seq: room.seq(),
            clock: room.clock().copied(),
            waiting: room.turn().map(Seat::other),
        }
    }
}

/// After a crash the room is what it was, but that clocks are held as they were when the turn began; if a record was
/// written that nobody heard of, it is one record further.
pub(super) fn survived(lived: &Room, back: &Room, unheard: bool) {
    assert!(back.seq() >= lived.seq(), "something that was written is gone");
    if unheard {
        return;
    }
    assert_eq!(lived.scores(), back.scores());
    assert_eq!(lived.offers(), back.offers());
    assert_eq!(lived.chat(), back.chat());
    let (Some(then), Some(now)) = (lived.clock(), back.clock()) else { return };
    assert_eq!(then.left, now.left, "somebody was charged for the time that the server was down");
    assert!(!matches!(now.state, ClockState::Runs { .. }) || back.seq() > lived.seq());
}
