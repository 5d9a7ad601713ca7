//! Decisions of the host: settings, seats, removing a player, and recognizing one.

use super::{Context, Decision, Returning, check_opening};
use crate::game::{Event, PlayerId, Reject, Room, Seat, Seq, Settings};

impl Room {
    /// Checks whether `player` may change the room: the host, or a seated player while the host has been away too
    /// long.
    fn check_host(&self, player: PlayerId, context: &Context) -> Result<(), Reject> {
        self.check_not_reserved()?;
        let attendance = &context.attendance;
        let away = |since| context.now.saturating_sub(since);
        let gone = attendance.host_away_since.is_some_and(|since| away(since) >= attendance.grace);
        let sits = self.seats.held_by(player).next().is_some();
        if player == self.host || (gone && sits) { Ok(()) } else { Err(Reject::NotHost) }
    }

    /// Returns the event that makes `player` the host, if they act instead of an absent one.
    fn takes_over(&self, player: PlayerId) -> Option<Event> {
        (player != self.host).then_some(Event::HostPassed { to: player })
    }

    pub(super) fn check_settings(&self, settings: &Settings, context: &Context) -> Result<(), Reject> {
        check_opening(settings)?;
        for seat in Seat::BOTH {
            if let Some(bot) = self.seats.bot(seat) {
                context.check_bot(settings.variant, bot)?;
            }
        }
        Ok(())
    }

    pub(super) fn change_as_host(
        &self,
        player: PlayerId,
        settings: &Settings,
        at: Seq,
        context: &Context,
    ) -> Decision {
        self.check_host(player, context)?;
        self.check_at(at)?;
        self.check_no_game()?;
        self.check_settings(settings, context)?;
        let mut events: Vec<Event> = self.takes_over(player).into_iter().collect();
        events.extend(self.changed(settings));
        Ok(events)
    }

    /// Returns the change to `settings`; nothing if they are already in force.
    pub(super) fn changed(&self, settings: &Settings) -> Vec<Event> {
        let new = self.settings != *settings;
        new.then_some(Event::SettingsChanged { settings: *settings }).into_iter().collect()
    }

    pub(super) fn swap_as_host(&self, player: PlayerId, at: Seq, context: &Context) -> Decision {
        self.check_host(player, context)?;
        self.check_at(at)?;
        self.check_no_game()?;
        let mut events: Vec<Event> = self.takes_over(player).into_iter().collect();
        events.push(Event::SeatsSwapped {});
        Ok(events)
    }

    pub(super) fn send_away(&self, player: PlayerId, seat: Seat, context: &Context) -> Decision {
        self.check_host(player, context)?;
        self.check_no_game()?;
        let target = self.seats.owner(seat).ok_or(Reject::NobodyToKick(seat))?;
        if target == player {
            return Err(Reject::KickSelf);
        }
        let mut events: Vec<Event> = self.takes_over(player).into_iter().collect();
        events.push(Event::Kicked { player: target });
        Ok(events)
    }

    /// Decides that `now`, who is in the room, is the same person as `was`, who is gone.
    pub(super) fn recognize(
        &self,
        player: PlayerId,
        was: PlayerId,
        now: PlayerId,
        context: &Context,
    ) -> Decision {
        self.check_host(player, context)?;
        if was == now || was == player || now == player {
            return Err(Reject::RecognizeSelf);
        }
        let owns = |seat: &Seat, who| self.seats.owner(*seat) == Some(who);
        let owned = || Seat::BOTH.into_iter().filter(|seat| owns(seat, was));
        if owned().next().is_none()
            && !self.scores.entries().iter().any(|entry| entry.who.player() == Some(was))
        {
            return Err(Reject::NeverPlayed);
        }
        match context.attendance.returning {
            Returning::Possible => {}
            Returning::StillHere => return Err(Reject::StillHere),
            Returning::NotHere => return Err(Reject::NotHere),
        }
        // A stand-in plays only for somebody who was gone for the grace period.
        for seat in owned().filter(|seat| self.seats[*seat].stand_in.is_none()) {
            match context.attendance.kept_for(seat, context.now) {
                None => return Err(Reject::StillHere),
                Some(wait_ms) if wait_ms > 0 => return Err(Reject::TooEarly { wait_ms }),
                Some(_) => {}
            }
        }
        if owned().next().is_some() && Seat::BOTH.iter().any(|seat| owns(seat, now)) {
            return Err(Reject::HasSeat);
        }
        let mut events: Vec<Event> = self.takes_over(player).into_iter().collect();
        events.push(Event::Recognized { was, now });
        Ok(events)
    }
}
