//! Why an action is not possible in a room, in words.

use tengen_shared::game::{Command, Game, PerSeat, Reject, Seat};

use super::{ActionAvailability, RoomAction, Viewer};
use crate::text::Lang;

/// Why an action is not possible. Front ends have their own words for the first two, with the key or command that
/// helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The user has no seat.
    NoSeat,
    /// An AI plays in the user's seat.
    StoodIn,
    /// The server would refuse, for this reason.
    Refused(Reject),
    /// Both sides have moved, so the game against an AI cannot be aborted.
    TooLateToAbort,
    /// The AI is still looking for the hint that was asked for.
    HintSought,
    /// The user has an open offer, which the new one would replace.
    OpenOffer,
    /// The action would change nothing.
    Already(RoomAction),
    /// The action has no target, for example no offer to answer.
    NoTarget(RoomAction),
}

impl Viewer<'_> {
    /// Returns the command for `action`, if it is worth sending.
    ///
    /// # Errors
    /// Returns why `action` is unavailable.
    pub fn attempt(&self, action: RoomAction) -> Result<Command, Obstacle> {
        let availability = self.availability(action);
        match self.obstacle(action, &availability) {
            Some(obstacle) => Err(obstacle),
            None => availability.command().ok_or(Obstacle::NoTarget(action)),
        }
    }

    /// Returns why `action` is unavailable, or `None` if it is available. `availability` is what [`Viewer::availability`] says of it.
    #[must_use]
    pub fn obstacle(&self, action: RoomAction, availability: &ActionAvailability) -> Option<Obstacle> {
        Some(match availability {
            ActionAvailability::Yes(command) if self.replaces_offer(command) => Obstacle::OpenOffer,
            ActionAvailability::Yes(_) | ActionAvailability::Unknown(..) => return None,
            ActionAvailability::No(_) if action == RoomAction::Stand && !self.sits() => self.unseated(),
            ActionAvailability::No(reject) => self.refused(reject.clone()),
            ActionAvailability::Already if action == RoomAction::Sit && self.stood_in().is_some() => {
                Obstacle::StoodIn
            }
            ActionAvailability::Already
                if action == RoomAction::Hint && self.room.game().is_some_and(Game::wants_hint) =>
            {
                Obstacle::HintSought
            }
            ActionAvailability::Already => Obstacle::Already(action),
            ActionAvailability::NoTarget if action == RoomAction::Ready && !self.sits() => self.unseated(),
            ActionAvailability::NoTarget if action == RoomAction::Ready && self.room.is_playing() => {
                Obstacle::Refused(Reject::GameOn)
            }
            ActionAvailability::NoTarget => Obstacle::NoTarget(action),
        })
    }

    /// Whether `command` would take the place of the user's open offer.
    fn replaces_offer(&self, command: &Command) -> bool {
        let seen = PerSeat::of(|seat| self.presence_of(seat));
        self.offers().is_some() && self.me.is_some_and(|me| self.room.replaces_offer(me, command, seen))
    }

    /// Turns the refusal `reject` into the reason to show.
    #[must_use]
    pub fn refused(&self, reject: Reject) -> Obstacle {
        match reject {
            Reject::Spectator | Reject::StoodIn => self.unseated(),
            // The server's text names a draw, which AIs do not accept.
            Reject::TooLateToAbort
                if Seat::BOTH.into_iter().any(|seat| self.room.seats().bot(seat).is_some()) =>
            {
                Obstacle::TooLateToAbort
            }
            Reject::GameOn | Reject::NoGame if !self.sits() => self.unseated(),
            reject => Obstacle::Refused(reject),
        }
    }

    fn unseated(&self) -> Obstacle {
        if self.stood_in().is_some() { Obstacle::StoodIn } else { Obstacle::NoSeat }
    }
}

impl Obstacle {
    /// Returns one sentence for the user.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        match self {
            Self::NoSeat => lang.reject(&Reject::Spectator),
            Self::StoodIn => lang.reject(&Reject::StoodIn),
            Self::Refused(reject) => lang.reject(reject),
            Self::TooLateToAbort => lang.abort_too_late().to_owned(),
            Self::OpenOffer => lang.open_request().to_owned(),
            Self::HintSought => lang.hint_sought().to_owned(),
            Self::Already(action) => action.already(lang).to_owned(),
            Self::NoTarget(action) => action.no_target(lang).to_owned(),
        }
    }
}

impl RoomAction {
    const fn already(self, lang: Lang) -> &'static str {
        match self {
            Self::TakeBack => lang.asked_takeback(),
            Self::Draw => lang.asked_draw(),
            Self::Pause => lang.asked_pause(),
            Self::Ready => lang.ready_waiting_other(),
            Self::Sit => lang.has_seat(),
            Self::Hint => lang.hint_given(),
            _ => lang.nothing_changed(),
        }
    }

    const fn no_target(self, lang: Lang) -> &'static str {
        match self {
            Self::Accept | Self::Decline => lang.nobody_asked(),
            Self::Withdraw => lang.nothing_to_withdraw(),
            Self::GoOn => lang.nothing_paused(),
            Self::Sit => lang.has_seat(),
            Self::GiveTime => lang.computer_needs_none(),
            Self::Swap => lang.nobody_to_swap(),
            Self::Kick => lang.nobody_to_send(),
            Self::Recognize => lang.nobody_to_recognize(),
            Self::Ready => lang.ready_waiting_other(),
            Self::Claim
            | Self::Choose(_)
            | Self::TakeBack
            | Self::Draw
            | Self::Pause
            | Self::Hint
            | Self::AddAi
            | Self::Settings
            | Self::Abort
            | Self::Restart
            | Self::Resign
            | Self::Stand => lang.no_game(),
        }
    }
}
