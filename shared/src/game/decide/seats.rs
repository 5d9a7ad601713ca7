//! Decisions about the seats: who sits and leaves, who is ready, and when a game begins.

use super::{Context, Decision, begin};
use crate::{
    game::{Event, Name, Occupant, PlayerId, Reject, Room, Seat, Seq},
    rules::Bot,
};

impl Room {
    pub(super) fn join(&self, player: PlayerId, name: &Name, context: &Context) -> Decision {
        self.check_entry(player)?;
        let occupant = Occupant::Person { player, name: self.shown_name(player, name) };
        if let Some(seat) = self.seats.of_person(player) {
            let renamed = self.seats[seat].occupant.as_ref() != Some(&occupant);
            // A stand-in gives the seat back at once, even during its game.
            let returned = self.seats[seat].stand_in.is_some();
            let taken = (renamed || returned).then_some(Event::SeatTaken { seat, occupant });
            let first_game = self.begins_with(seat, context).then(|| self.next_game(context));
            return Ok(taken.into_iter().chain(first_game.into_iter().flatten()).collect());
        }
        // The same for a guest's seat, when its host has come back.
        let guests = Seat::BOTH.into_iter().find(|seat| self.is_stood_in_for(*seat, player));
        if let Some(seat) = guests {
            return Ok(self.given_back(seat, name));
        }
        let seat = self.seats.first_empty().ok_or(Reject::RoomFull)?;
        self.check_not_barred(player)?;
        Ok(self.seated(seat, occupant, context))
    }

    /// Returns whether the first game of a room with reserved seats begins, now that the person in `seat` joins.
    fn begins_with(&self, seat: Seat, context: &Context) -> bool {
        let other_is_here = context.attendance.away_since[seat.other()].is_none();
        self.is_reserved() && self.game.is_none() && other_is_here
    }

    fn is_stood_in_for(&self, seat: Seat, player: PlayerId) -> bool {
        self.seats[seat].stand_in.is_some() && self.seats.owner(seat) == Some(player)
    }

    /// Returns the event that takes a seat back from a stand-in for its owner, under the owner's present name.
    fn given_back(&self, seat: Seat, name: &Name) -> Vec<Event> {
        let occupant = match &self.seats[seat].occupant {
            Some(Occupant::Person { player, .. }) => {
                Occupant::Person { player: *player, name: self.shown_name(*player, name) }
            }
            Some(other) => other.clone(),
            None => return Vec::new(),
        };
        vec![Event::SeatTaken { seat, occupant }]
    }

    fn check_not_barred(&self, player: PlayerId) -> Result<(), Reject> {
        if self.barred.contains(&player) { Err(Reject::Barred) } else { Ok(()) }
    }

    pub(super) fn sit(
        &self,
        player: PlayerId,
        name: &Name,
        seat: Seat,
        guest: Option<&Name>,
        context: &Context,
    ) -> Decision {
        self.check_entry(player)?;
        self.check_not_barred(player)?;
        if self.is_stood_in_for(seat, player) {
            return Ok(self.given_back(seat, name));
        }
        if self.seats[seat].occupant.is_some() {
            return Err(Reject::SeatTaken(seat));
        }
        let occupant = match (guest, self.seats.of_person(player)) {
            // An AI may play in the host's own seat.
            (Some(guest), Some(held)) if self.seats.player(held) == Some(player) => {
                Occupant::Guest { host: player, name: guest.beside(name).map_err(Reject::Name)? }
            }
            (Some(_), _) => return Err(Reject::GuestNeedsHost),
            (None, Some(held)) => return Err(Reject::AlreadySeated(held)),
            (None, None) => Occupant::Person { player, name: self.shown_name(player, name) },
        };
        Ok(self.seated(seat, occupant, context))
    }

    pub(super) fn stand(&self, player: PlayerId, seat: Seat) -> Decision {
        self.check_no_game()?;
        self.check_not_reserved()?;
        let state = &self.seats[seat];
        let owns = self.seats.owner(seat) == Some(player);
        match &state.occupant {
            None => return Err(Reject::SeatEmpty(seat)),
            Some(_) if owns => {}
            // A stand-in leaves, and its seat becomes empty.
            Some(_) if state.bot().is_some() => self.check_manager(player)?,
            Some(_) => self.check_seat(player, seat)?,
        }
        Ok(vec![Event::SeatFreed { seat }])
    }

    pub(super) fn leave(&self, player: PlayerId, context: &Context) -> Vec<Event> {
        // Only one of their devices leaves.
        if context.attendance.elsewhere {
            return self.asker_gone(player);
        }
        let held: Vec<Seat> =
            Seat::BOTH.into_iter().filter(|seat| self.seats.owner(*seat) == Some(player)).collect();
        // During a game, and if seats are reserved, they keep their seats. A host with a seat also stays host.
        if (self.is_playing() || self.is_reserved()) && !held.is_empty() {
            return Vec::new();
        }
        let mut events = self.asker_gone(player);
        events.extend(held.into_iter().map(|seat| Event::SeatFreed { seat }));
        events.extend(self.heir(player, context).map(|to| Event::HostPassed { to }));
        events
    }

    /// Checks that the seats are not reserved, so that people may change who sits where.
    pub(super) fn check_not_reserved(&self) -> Result<(), Reject> {
        if self.is_reserved() { Err(Reject::NotHost) } else { Ok(()) }
    }

    /// Returns the next host after `leaver` has left; `None` if the host does not change.
    fn heir(&self, leaver: PlayerId, context: &Context) -> Option<PlayerId> {
        if leaver != self.host {
            return None;
        }
        let sits = Seat::BOTH.iter().filter_map(|seat| self.seats.owner(*seat)).find(|who| *who != leaver);
        sits.or(context.attendance.heir).filter(|who| *who != leaver)
    }

    /// Checks whether `player` may remove an AI or change its level. Every seated player may; if AIs have both
    /// seats, only the host.
    fn check_manager(&self, player: PlayerId) -> Result<(), Reject> {
        if self.seats.held_by(player).next().is_some() {
            Ok(())
        } else if !self.seats.all_ai() {
            Err(Reject::Spectator)
        } else if player == self.host {
            Ok(())
        } else {
            Err(Reject::NotHost)
        }
    }

    pub(super) fn set_ai(&self, player: PlayerId, seat: Seat, bot: Bot, context: &Context) -> Decision {
        self.check_no_game()?;
        self.check_manager(player)?;
        let variant = self.settings.variant;
        context.check_bot(variant, bot)?;
        match &self.seats[seat].occupant {
            Some(Occupant::Person { .. } | Occupant::Guest { .. }) => Err(Reject::SeatTaken(seat)),
            Some(Occupant::Ai { bot: present }) if *present == bot => Ok(Vec::new()),
            Some(Occupant::Ai { .. }) | None => Ok(self.seated(seat, Occupant::Ai { bot }, context)),
        }
    }

    /// Lets two AI seats continue after their pause. Anybody in the room may ask for it, since its host may be gone.
    pub(super) fn go_on(&self, context: &Context) -> Decision {
        if !self.seats.all_ai() {
            return Err(Reject::NoGame);
        }
        if !self.ai_games_paused() {
            return Ok(Vec::new());
        }
        let mut events = vec![Event::WentOn {}];
        events.extend(self.next_game(context));
        Ok(events)
    }

    /// Seats an occupant who is ready, and begins a game if the other seat was waiting for them.
    pub(super) fn seated(&self, seat: Seat, occupant: Occupant, context: &Context) -> Vec<Event> {
        let other = &self.seats[seat.other()];
        let waited_for = other.occupant.is_some() && other.ready && !self.is_playing();
        // Two AI seats wait a while between games, so that people can change both.
        let starts = waited_for && !(occupant.bot().is_some() && self.seats.bot(seat.other()).is_some());
        let mut events = vec![Event::SeatTaken { seat, occupant }];
        if starts {
            events.extend(self.next_game(context));
        }
        events
    }

    pub(super) fn ready(&self, player: PlayerId, seat: Seat, at: Seq, context: &Context) -> Decision {
        self.check_seat(player, seat)?;
        self.check_at(at)?;
        self.check_no_game()?;
        if self.begins_with(seat, context) {
            return Ok(self.next_game(context));
        }
        if self.seats[seat].ready {
            return Ok(Vec::new());
        }
        let other = &self.seats[seat.other()];
        let mut events = vec![Event::SeatReady { seat }];
        if other.occupant.is_some() && other.ready {
            events.extend(self.next_game(context));
        }
        Ok(events)
    }

    pub(super) fn next_game(&self, context: &Context) -> Vec<Event> {
        let number = self.game.as_ref().map_or(1, |game| game.number().saturating_add(1));
        begin(number, self.next_first, &self.settings, self.now(context))
    }
}
