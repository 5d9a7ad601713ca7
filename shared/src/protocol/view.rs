//! Filters events and snapshots for each viewer. Pages of older chat are filtered where they are read.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::game::{Audience, Event, PerSeat, PlayerId, Room, Seat, Stamped};

/// The seats that a viewer plays for; none for a spectator. Viewers with the same seats see the same events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct View(PerSeat<bool>);

impl View {
    /// The view of a spectator.
    pub const SPECTATOR: Self = Self(PerSeat([false, false]));

    /// Returns the view of `viewer`.
    #[must_use]
    pub fn of(room: &Room, viewer: PlayerId) -> Self {
        Self(PerSeat::of(|seat| room.seats().player(seat) == Some(viewer)))
    }

    /// Returns each view of the room once: the spectators', and those of the people in the seats. At most three.
    pub fn all(room: &Room) -> impl Iterator<Item = Self> {
        let [one, two] =
            Seat::BOTH.map(|seat| room.seats().player(seat).map(|player| Self::of(room, player)));
        [Some(Self::SPECTATOR), one, two.filter(|two| Some(*two) != one)].into_iter().flatten()
    }

    /// Whether the viewer may see an event for `audience`.
    #[must_use]
    pub fn may_see(self, audience: Audience) -> bool {
        let sits = self != Self::SPECTATOR;
        match audience {
            Audience::All {} => true,
            Audience::Players {} => sits,
            Audience::Spectators {} => !sits,
            Audience::Seat { seat } => self.0[seat],
            Audience::Nobody {} => false,
        }
    }

    /// Returns `events`, the latest of their room, as the viewer may see them. An event that is not for them becomes
    /// [`Event::Hidden`].
    #[must_use]
    pub fn events(self, events: &[Stamped]) -> Cow<'_, [Stamped]> {
        let may_see = |index: usize| {
            let audience = events[index].event.audience();
            self.may_see(audience) && !has_changed_hands(audience, &events[index + 1..])
        };
        if (0..events.len()).all(may_see) {
            return Cow::Borrowed(events);
        }
        let hide = |(index, stamped): (usize, &Stamped)| match may_see(index) {
            true => stamped.clone(),
            false => Stamped { event: Event::Hidden {}, ..stamped.clone() },
        };
        Cow::Owned(events.iter().enumerate().map(hide).collect())
    }
}

/// Whether `viewer` may see an event for `audience`.
#[must_use]
pub fn may_see(room: &Room, viewer: PlayerId, audience: Audience) -> bool {
    View::of(room, viewer).may_see(audience)
}

/// Whether everybody may see all of `events`, so that one encoding serves all viewers.
#[must_use]
pub fn is_public(events: &[Stamped]) -> bool {
    events.iter().all(|stamped| stamped.event.audience() == Audience::All {})
}

/// Returns `events`, the latest of `room`, as `viewer` may see them, see [`View::events`].
#[must_use]
pub fn events<'a>(room: &Room, viewer: PlayerId, events: &'a [Stamped]) -> Cow<'a, [Stamped]> {
    View::of(room, viewer).events(events)
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
    let view = View::of(room, viewer);
    let shown = view.may_see(room.thoughts_audience());
    room.redacted(shown, room.channel_of(viewer), |seat| view.may_see(Audience::Seat { seat }))
}
