//! What a viewer may see of a room: the one place that filters.

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

/// Whether everybody may see all of `events`, so that one encoding serves them all.
#[must_use]
pub fn is_public(events: &[Stamped]) -> bool {
    events.iter().all(|stamped| stamped.event.audience() == Audience::All {})
}

/// `events` as `viewer` may see them: what is not for them becomes [`Event::Hidden`].
#[must_use]
pub fn events<'a>(room: &Room, viewer: PlayerId, events: &'a [Stamped]) -> Cow<'a, [Stamped]> {
    if events.iter().all(|stamped| may_see(room, viewer, stamped.event.audience())) {
        return Cow::Borrowed(events);
    }
    let veil = |stamped: &Stamped| match may_see(room, viewer, stamped.event.audience()) {
        true => stamped.clone(),
        false => Stamped { event: Event::Hidden {}, ..stamped.clone() },
    };
    Cow::Owned(events.iter().map(veil).collect())
}

/// The whole of `room` as `viewer` may see it.
#[must_use]
pub fn snapshot(room: &Room, viewer: PlayerId) -> Room {
    let shown = may_see(room, viewer, room.thoughts_audience());
    room.veiled(shown, |seat| may_see(room, viewer, Audience::Seat { seat }))
}
