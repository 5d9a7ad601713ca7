//! Whether somebody can do something now, as far as they can know it: a dry run of [`Room::decide`].

use super::{
    PerSeat,
    clock::MAX_LAG_MS,
    command::{Command, Input},
    decide::{Attendance, Context, Crowd},
    id::{Millis, PlayerId},
    name::Name,
    reject::Reject,
    room::Room,
    seat::{Occupant, Seat},
};
use crate::rules::{BotChoices, BrainName, FormerName, Level, Variant};

/// What somebody was told of the person in a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seen {
    /// They are connected.
    Here,
    /// They are not.
    Away {
        /// How much longer their seat is kept, in milliseconds.
        kept_for: Millis,
    },
    /// Nothing was told, or somebody else sits there since.
    #[default]
    Untold,
}

/// Whether something can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Can {
    /// It can, unless time runs out or somebody comes back before it is done.
    Yes,
    /// All is as it would lead to.
    Already,
    /// It cannot, and why.
    No(Reject),
    /// It depends on what only the server knows, or on time; this is what the server may answer.
    Unknown(Reject),
}

/// How what is not known is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mood {
    /// As it suits the command best.
    Hopeful,
    /// As it suits the command worst.
    Doubtful,
}

impl Room {
    /// Whether `player`, who was told `seen` of the people in seats one and two, can do this now. Works on a room as a
    /// viewer knows it, which lacks who may play which board, who was let in, and where the host is.
    ///
    /// It says no only where the server would: for whoever has taken in all that was sent, never wrongly. The
    /// simulation of the server's rooms holds that.
    #[must_use]
    pub fn can(&self, player: PlayerId, command: &Command, seen: PerSeat<Seen>) -> Can {
        let name = self.name_of(player);
        let decide =
            |mood| self.decide(Input::Command { player, name: &name, command }, &self.imagined(seen, mood));
        match decide(Mood::Hopeful) {
            Err(reject) if is_known_to_server_alone(&reject) => Can::Unknown(reject),
            Err(reject) => Can::No(reject),
            Ok(events) if events.is_empty() => Can::Already,
            Ok(_) => match decide(Mood::Doubtful) {
                Ok(_) => Can::Yes,
                Err(reject) => Can::Unknown(reject),
            },
        }
    }

    /// What `player` is called here; any name for whoever has no seat, since decisions do not depend on theirs.
    fn name_of(&self, player: PlayerId) -> Name {
        let seated = Seat::BOTH.into_iter().find_map(|seat| match &self.seats()[seat].occupant {
            Some(Occupant::Person { player: known, name }) if *known == player => Some(name.clone()),
            _ => None,
        });
        seated.unwrap_or_else(|| "player".parse().expect("invariant: this is a name"))
    }

    fn imagined(&self, seen: PerSeat<Seen>, mood: Mood) -> Context {
        // Clocks have what they had at the last event; the grace time is any that has room for what is left of it.
        let now = self.time();
        let grace = now.min(Millis::from(u32::MAX));
        let since = |left: Millis| now - grace.saturating_sub(left);
        let away = |seen| match (seen, mood) {
            (Seen::Here, _) | (Seen::Untold, Mood::Doubtful) => None,
            (Seen::Away { kept_for }, Mood::Doubtful) => Some(since(kept_for)),
            (Seen::Away { .. } | Seen::Untold, Mood::Hopeful) => Some(since(0)),
        };
        let host = seen.iter().find(|(seat, _)| self.seats().player(*seat) == Some(self.host()));
        let attendance = Attendance {
            away_since: seen.map(away),
            host_away_since: away(host.map_or(Seen::Untold, |(_, seen)| *seen)),
            heir: None,
            crowd: Crowd::Some,
            grace,
        };
        let bots = match mood {
            Mood::Hopeful => |_: Variant| BotChoices {
                levels: &Level::ALL,
                brains: &BrainName::ALL,
                former: &FormerName::ALL,
            },
            Mood::Doubtful => |_: Variant| BotChoices { levels: &[], brains: &[], former: &[] },
        };
        Context { now, bots, lag: MAX_LAG_MS, attendance }
    }
}

/// Whether a refusal rests on something that viewers are not told, or on the time that has passed.
const fn is_known_to_server_alone(reject: &Reject) -> bool {
    matches!(
        reject,
        Reject::NeedsPassphrase
            | Reject::WrongPassphrase
            | Reject::NeedsConsent
            // Whoever asked before this viewer sat down was told to others only.
            | Reject::NobodyAsks
            | Reject::TimeUp
            | Reject::TooEarly { .. }
    )
}
