//! Applies events about the seats, the score and the next game to a room.

use crate::game::{
    access::{AccessGrant, SpectatorRule},
    end::GameEnd,
    id::PlayerId,
    room::Room,
    seat::{Occupant, Seat, SeatState},
    settings::Settings,
};
use crate::rules::Bot;

/// The maximum number of removed players that a room remembers.
const MAX_BARRED: usize = 32;

impl Room {
    pub(super) fn take_seat(&mut self, seat: Seat, occupant: &Occupant) -> Result<(), String> {
        let held = self.seats[seat].occupant.as_ref();
        let same = held.is_some_and(|old| old.is_same(occupant));
        let free = held.is_none_or(|old| old.bot().is_some() && occupant.bot().is_some());
        let other = self.seats[seat.other()].occupant.as_ref();
        let twice = other.is_some_and(|other| other.is_same(occupant) && other.player().is_some());
        if twice || !(same || (free && !self.is_running())) {
            return Err("the seat cannot be taken now".to_owned());
        }
        if !same {
            self.ai_run = 0;
        }
        // A seated player need not ask to watch.
        self.asking.retain(|asker| occupant.player() != Some(asker.player));
        let running = self.is_running();
        let state = &mut self.seats[seat];
        if !same {
            *state = SeatState::taken_by(occupant.clone());
        } else if state.stand_in.is_some() {
            // The stand-in gives the seat back. Between games, its owner must still say that the next one may begin.
            *state = SeatState { ready: running, ..SeatState::taken_by(occupant.clone()) };
        } else {
            state.occupant = Some(occupant.clone());
        }
        let present: Vec<&Occupant> =
            Seat::BOTH.iter().filter_map(|s| self.seats[*s].occupant.as_ref()).collect();
        self.scores.enter(occupant, &present);
        Ok(())
    }

    pub(super) fn finish(&mut self, end: &GameEnd) -> Result<(), String> {
        let game = self.running()?;
        let first = game.first().ok_or("the sides are not set")?;
        game.finish(end.clone())?;
        let scores = end.reason.counts() && !game.had_stand_in();
        if end.reason.counts() {
            self.next_first = self.settings.first_move.next(first, end.winner);
            self.ai_run = if self.seats.all_ai() { self.ai_run.saturating_add(1) } else { 0 };
            self.barred.clear();
        } else {
            self.uncounted = self.uncounted.saturating_add(1);
        }
        if scores {
            self.score(end.winner);
        }
        for seat in Seat::BOTH {
            let state = &mut self.seats[seat];
            state.ready = state.bot().is_some();
        }
        Ok(())
    }

    fn score(&mut self, winner: Option<Seat>) {
        let [one, two] = Seat::BOTH.map(|seat| self.seats[seat].occupant.clone());
        let (Some(one), Some(two)) = (one, two) else { return };
        match winner {
            Some(Seat::One) => self.scores.record_win(&one, &two),
            Some(Seat::Two) => self.scores.record_win(&two, &one),
            None => self.scores.record_draw(&one, &two),
        }
    }

    /// Lets an AI play on for a person.
    pub(super) fn stand_in(&mut self, seat: Seat, bot: Bot) -> Result<(), String> {
        if self.seats.player(seat).is_none() {
            return Err(format!(
                "nobody plays in seat {} for whom a computer could stand in",
                u8::from(seat)
            ));
        }
        self.running()?.stand_in();
        self.seats[seat].stand_in = Some(bot);
        Ok(())
    }

    pub(super) fn change_settings(&mut self, settings: &Settings) -> Result<(), String> {
        self.check_between()?;
        self.settings = *settings;
        if settings.spectators != SpectatorRule::ByConsent {
            self.asking.clear();
        }
        // Players were ready for a game with the old settings.
        if self.seats.two_people() {
            self.unready_people();
        }
        Ok(())
    }

    pub(super) fn swap_seats(&mut self) -> Result<(), String> {
        self.check_between()?;
        self.seats.swap();
        if self.seats.two_people() {
            self.unready_people();
        }
        Ok(())
    }

    fn unready_people(&mut self) {
        for seat in Seat::BOTH {
            let state = &mut self.seats[seat];
            state.ready &= state.bot().is_some();
        }
    }

    pub(super) fn kick(&mut self, player: PlayerId) -> Result<(), String> {
        self.check_between()?;
        for seat in Seat::BOTH {
            if self.seats.owner(seat) == Some(player) {
                self.seats[seat] = SeatState::default();
            }
        }
        self.barred.retain(|known| *known != player);
        self.barred.push(player);
        if self.barred.len() > MAX_BARRED {
            self.barred.remove(0);
        }
        Ok(())
    }

    /// Makes `now` the same person as `was`.
    pub(super) fn replace_player(&mut self, was: PlayerId, now: PlayerId) -> Result<(), String> {
        let mut owners = Seat::BOTH.into_iter().filter_map(|seat| self.seats.owner(seat));
        if owners.clone().any(|owner| owner == was) && owners.any(|owner| owner == now) {
            return Err("this person has a seat already".to_owned());
        }
        for seat in Seat::BOTH {
            if let Some(occupant) = &mut self.seats[seat].occupant {
                occupant.replace_player(was, now);
            }
        }
        self.scores.replace_player(was, now);
        for grant in self.admitted.clone().into_iter().filter(|grant| grant.player == was) {
            self.admit(AccessGrant { player: now, ..grant });
        }
        for player in self.barred.iter_mut().filter(|player| **player == was) {
            *player = now;
        }
        self.asking.retain(|asker| asker.player != now);
        Ok(())
    }

    fn check_between(&self) -> Result<(), String> {
        if self.is_running() { Err("a game is on".to_owned()) } else { Ok(()) }
    }
}
