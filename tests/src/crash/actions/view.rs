//! A room as a client sees it, and whether it waits for this client.

use rand::{RngExt, rngs::SmallRng};
use tengen_shared::{
    game::{MadeOffer, PlayerId, Room, Seat},
    rules::Point,
};

/// What a client that does not follow a room knows of its door.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::crash) enum Door {
    /// It may try to come in.
    #[default]
    Open,
    /// Whoever wants to watch must ask the players.
    MustAsk,
    /// There is no use in trying before some time has passed.
    Closed,
}

/// A room as a client sees it.
pub(in crate::crash) struct View<'a> {
    /// None if the client does not follow it.
    pub(in crate::crash) room: Option<&'a Room>,
    pub(in crate::crash) me: PlayerId,
    pub(in crate::crash) door: Door,
    /// Whether the host has sent this client away, and no game has been played since.
    pub(in crate::crash) barred: bool,
    /// For seats one and two whether the person in it has been gone for longer than the seat is kept.
    pub(in crate::crash) gone: [bool; 2],
    /// Whether the client takes its time over its move.
    pub(in crate::crash) dawdles: bool,
}

impl View<'_> {
    pub(super) fn mine(&self, seat: Seat) -> bool {
        self.room.is_some_and(|room| room.seats().player(seat) == Some(self.me))
    }

    pub(super) fn own(&self) -> Vec<Seat> {
        seats_where(|seat| self.mine(seat))
    }

    /// Whether a computer keeps a seat of this client's, which it may have back now.
    pub(super) fn may_return(&self) -> bool {
        let owns = |room: &Room, seat: Seat| room.seats().owner(seat) == Some(self.me);
        self.room.is_some_and(|room| {
            !room.is_playing() && Seat::BOTH.iter().any(|seat| owns(room, *seat) && !self.mine(*seat))
        })
    }

    /// The seat of this client's whose opponent is somebody else and has been gone too long.
    pub(super) fn deserted(&self) -> Option<Seat> {
        let room = self.room.filter(|room| room.is_playing() && room.seats().two_people())?;
        let gone = |seat: Seat| self.gone[usize::from(seat == Seat::Two)] && room.seats().bot(seat).is_none();
        self.own().into_iter().find(|seat| gone(seat.other()))
    }

    /// An offer of somebody else's to a seat of this client's.
    pub(super) fn offered(&self) -> Option<(Seat, MadeOffer)> {
        let room = self.room?;
        let to = |seat: Seat| Some((seat, room.offers().of(seat.other())?));
        self.own().into_iter().filter(|seat| !self.mine(seat.other())).find_map(to)
    }

    /// Somebody who asks to watch, and the seat that has not answered.
    pub(super) fn asked(&self) -> Option<(Seat, PlayerId)> {
        let seat = *self.own().first()?;
        let unanswered = self.room?.asking().iter().find(|asker| asker.agreed != Some(seat));
        unanswered.map(|asker| (seat, asker.player))
    }

    /// Whether the room waits for this client.
    pub(in crate::crash) fn is_awaited(&self) -> bool {
        let Some(room) = self.room else { return self.door != Door::Closed };
        let own = self.own();
        if self.offered().is_some() || self.asked().is_some() || self.deserted().is_some() {
            return true;
        }
        if let Some(seat) = room.turn() {
            // While the clocks stand by consent, a computer waits too.
            let ends_pause = room.has_pause() && room.seats().bot(seat).is_some() && !own.is_empty();
            return (self.mine(seat) && !self.dawdles) || ends_pause;
        }
        let unready = own.iter().any(|seat| !room.seats()[*seat].ready);
        let free = own.is_empty() && room.seats().first_empty().is_some() && !self.barred;
        unready || free || self.may_return() || (room.is_paused() && room.host() == self.me)
    }
}

pub(super) fn pick<T: Copy>(rng: &mut SmallRng, of: &[T]) -> Option<T> {
    (!of.is_empty()).then(|| of[rng.random_range(0..of.len())])
}

pub(super) fn seats_where(wanted: impl Fn(Seat) -> bool) -> Vec<Seat> {
    Seat::BOTH.into_iter().filter(|seat| wanted(*seat)).collect()
}

pub(super) fn points(room: &Room) -> impl Iterator<Item = Point> {
    let variant = room.settings().variant;
    let all = (0..variant.height()).flat_map(move |row| (0..variant.width()).map(move |col| (col, row)));
    all.filter_map(|(col, row)| Point::new(col, row))
}
