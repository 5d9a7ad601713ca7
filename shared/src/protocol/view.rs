//! Filters events and snapshots for each viewer. Pages of older chat are filtered where they are read.

use std::borrow::Cow;

use crate::game::{Audience, Event, PlayerId, Room, Stamped};

/// Whether `viewer` may see an event for `audience`.
#[must_use]
pub fn may_see(room: &Room, viewer: PlayerId, audience: Audience) -> bool {
    let sits = room.seats().held_by(viewer).next().is_some();
    match audience {
        Audience::All {} => true,
        Audience::Players {} => sits,
        Audience::Spectators {} => !sits,
        Audience::Seat { seat } => room.seats().player(seat) == Some(viewer),
        Audience::Nobody {} => false,
    }
}

/// Whether everybody may see all of `events`, so that one encoding serves all viewers.
#[must_use]
pub fn is_public(events: &[Stamped]) -> bool {
    events.iter().all(|stamped| stamped.event.audience() == Audience::All {})
}

/// Returns `events`, the latest of `room`, as `viewer` may see them. An event that is not for them becomes
/// [`Event::Hidden`].
#[must_use]
pub fn events<'a>(room: &Room, viewer: PlayerId, events: &'a [Stamped]) -> Cow<'a, [Stamped]> {
    let may_see = |index: usize| {
        let audience = events[index].event.audience();
        may_see(room, viewer, audience) && !has_changed_hands(audience, &events[index + 1..])
    };
    if (0..events.len()).all(may_see) {
        return Cow::Borrowed(events);
    }
    let veil = |(index, stamped): (usize, &Stamped)| match may_see(index) {
        true => stamped.clone(),
        false => Stamped { event: Event::Hidden {}, ..stamped.clone() },
    };
    Cow::Owned(events.iter().enumerate().map(veil).collect())
}

/// Whether an event was for a seat that has changed hands in `later` events. The present occupant may not see it.
fn has_changed_hands(audience: Audience, later: &[Stamped]) -> bool {
    let Audience::Seat { seat } = audience else { return false };
    later.iter().any(|stamped| match &stamped.event {
        Event::SeatTaken { seat: taken, .. } => *taken == seat,
        Event::SeatsSwapped {} => true,
        _ => false,
    })
}

/// Returns the whole of `room` as `viewer` may see it.
#[must_use]
pub fn snapshot(room: &Room, viewer: PlayerId) -> Room {
    let shown = may_see(room, viewer, room.thoughts_audience());
    room.redacted(shown, room.channel_of(viewer), |seat| may_see(room, viewer, Audience::Seat { seat }))
}
