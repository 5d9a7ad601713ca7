//! The state of a room before a step or a crash, for comparison with the room after it.

use tengen_shared::game::{Clock, ClockState, Room, Seat, Seq};

/// The parts of a room that a step is compared with.
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

/// Checks that a room survived a crash: nothing has changed, except that clocks are held as they were when the turn
/// began. If a record was written and its answer lost, the room is one record further.
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
