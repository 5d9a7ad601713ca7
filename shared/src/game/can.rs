//! Predicts on a client whether the server would accept a command: a dry run of [`Room::decide`].

use super::{
    PerSeat,
    clock::MAX_LAG_MS,
    command::{Command, Input},
    decide::{Context, Followers, Presence, Returning},
    event::Event,
    id::{Millis, PlayerId},
    name::Name,
    reject::Reject,
    room::Room,
    seat::{Occupant, Seat},
};
use crate::rules::{BotChoices, EngineName, FormerEngineName, Level, Variant};

/// The presence of the person in a seat, as far as a client knows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seen {
    /// The person is connected.
    Here,
    /// The person is disconnected.
    Away {
        /// How much longer the seat is kept, in milliseconds; 0 once others may act.
        kept_for: Millis,
    },
    /// No message yet, or the seat has changed hands.
    #[default]
    Unknown,
}

/// Whether a command is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Availability {
    /// The command is possible, unless time runs out or somebody reconnects before it arrives.
    Yes,
    /// The command would change nothing.
    Already,
    /// The server would refuse, for this reason.
    No(Reject),
    /// Only the server can decide, or the result depends on time. This is the refusal to expect.
    Unknown(Reject),
}

/// What to assume about everything that viewers do not know.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Assumption {
    /// The best value for the command: an absent or unknown person has been away for the whole grace period, and
    /// every AI can play every board.
    Best,
    /// The worst value for the command: an unknown person is connected, an absent one may still return, no AI can
    /// play, and nobody can be recognized.
    Worst,
}

impl Room {
    /// Returns whether `player` can carry out `command` now. `seen` is the presence of the people in the seats, as
    /// the client knows it. This works on a room as viewers know it: without the list of levels and engines, the
    /// access grants, and the presence of a host without a seat.
    ///
    /// Returns `No` only if the server would refuse too, provided that every message was applied. The simulation of the
    /// server's rooms checks this.
    #[must_use]
    pub fn can(&self, player: PlayerId, command: &Command, seen: PerSeat<Seen>) -> Availability {
        let decide = |assumption| self.dry_run(player, command, seen, assumption);
        match decide(Assumption::Best) {
            Err(reject) if only_server_can_decide(&reject) => Availability::Unknown(reject),
            Err(reject) => Availability::No(reject),
            Ok(events) if events.is_empty() => Availability::Already,
            // The client does not know whether this spectator already has permission.
            Ok(_) if matches!(command, Command::AskToWatch {}) => Availability::Unknown(Reject::NoNeedToAsk),
            Ok(_) => match decide(Assumption::Worst) {
                Ok(_) => Availability::Yes,
                Err(reject) => Availability::Unknown(reject),
            },
        }
    }

    /// Whether `command` would open an offer that takes the place of another kind of offer by `player`.
    #[must_use]
    pub fn replaces_offer(&self, player: PlayerId, command: &Command, seen: PerSeat<Seen>) -> bool {
        let replaces = |event: &Event| match event {
            Event::OfferMade { seat, offer } => {
                self.offers().of(*seat).is_some_and(|made| made.offer.kind() != offer.kind())
            }
            _ => false,
        };
        self.dry_run(player, command, seen, Assumption::Best).is_ok_and(|events| events.iter().any(replaces))
    }

    fn dry_run(
        &self,
        player: PlayerId,
        command: &Command,
        seen: PerSeat<Seen>,
        assumption: Assumption,
    ) -> Result<Vec<Event>, Reject> {
        let name = self.name_of(player);
        let input = Input::Command { player, name: &name, command };
        self.decide(input, &self.assumed_context(seen, assumption))
    }

    /// Returns the name of `player` if they have a seat, else any name, because no refusal depends on it.
    fn name_of(&self, player: PlayerId) -> Name {
        let seated = Seat::BOTH.into_iter().find_map(|seat| match &self.seats()[seat].occupant {
            Some(Occupant::Person { player: known, name }) if *known == player => Some(name.clone()),
            _ => None,
        });
        seated.unwrap_or_else(|| "player".parse().expect("invariant: this is a name"))
    }

    fn assumed_context(&self, seen: PerSeat<Seen>, assumption: Assumption) -> Context {
        // The clocks are those of the last event. Any grace period longer than the remaining time gives the same
        // decision.
        let now = self.time();
        let grace = now.min(Millis::from(u32::MAX));
        let since = |left: Millis| now - grace.saturating_sub(left);
        let away = |seen| match (seen, assumption) {
            (Seen::Here, _) | (Seen::Unknown, Assumption::Worst) => None,
            (Seen::Away { kept_for }, Assumption::Worst) => Some(since(kept_for)),
            (Seen::Away { .. } | Seen::Unknown, Assumption::Best) => Some(since(0)),
        };
        let host = seen.iter().find(|(seat, _)| self.seats().player(*seat) == Some(self.host()));
        let attendance = Presence {
            away_since: seen.map(away),
            host_away_since: away(host.map_or(Seen::Unknown, |(_, seen)| *seen)),
            heir: None,
            crowd: Followers::Some,
            elsewhere: false,
            returning: match assumption {
                Assumption::Best => Returning::Possible,
                Assumption::Worst => Returning::NotHere,
            },
            grace,
        };
        let bots = match assumption {
            Assumption::Best => |_: Variant| BotChoices {
                levels: &Level::ALL,
                engines: &EngineName::ALL,
                former: &FormerEngineName::ALL,
            },
            Assumption::Worst => |_: Variant| BotChoices { levels: &[], engines: &[], former: &[] },
        };
        Context { now, bots, lag: MAX_LAG_MS, attendance }
    }
}

/// Whether only the server can decide on a refusal: it depends on something that viewers do not know, or on the time.
const fn only_server_can_decide(reject: &Reject) -> bool {
    matches!(
        reject,
        Reject::NeedsPassphrase
            | Reject::WrongPassphrase
            | Reject::NeedsConsent
            // A request made before this viewer sat down was sent to other players only.
            | Reject::NobodyAsks
            | Reject::NotHere
            // They may have gone a moment ago.
            | Reject::StillHere
            | Reject::TimeUp
            | Reject::TooEarly { .. }
    )
}
