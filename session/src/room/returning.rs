//! People in a room who may be players who are gone, and have come back under another number.

use tengen_shared::game::{Availability, Command, Name, Occupant, PerSeat, PlayerId, Reject, Seat, Seen};

use super::Viewer;
use crate::text::Lang;

/// The maximum number of pairs to choose from.
const MOST: usize = 40;

/// A player on the scoreboard who is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gone {
    pub player: PlayerId,
    pub name: Name,
    /// The games won and drawn.
    pub tally: (u32, u32),
}

/// A person in the room, and the player who they may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returning {
    pub was: Gone,
    /// The person in the room.
    pub now: PlayerId,
    /// The present name of that person.
    pub name: Name,
}

impl Returning {
    /// Returns the command by which the host says that both are the same person.
    #[must_use]
    pub const fn command(&self) -> Command {
        Command::Recognize { was: self.was.player, now: self.now }
    }

    fn is_namesake(&self) -> bool {
        self.name == self.was.name || self.name.is_marked_from(&self.was.name)
    }

    /// Returns a line for each pair. People of the same name are told apart by their numbers.
    #[must_use]
    pub fn lines(pairs: &[Self], lang: Lang) -> Vec<String> {
        let line = |pair: &Self| {
            let (wins, draws) = pair.was.tally;
            let namesake = pairs.iter().any(|other| other.now != pair.now && other.name == pair.name);
            let new = if namesake { format!("{} #{}", pair.name, pair.now.0) } else { pair.name.to_string() };
            lang.is_the_same(&new, pair.was.name.as_str(), &lang.tally(wins, draws))
        };
        pairs.iter().map(line).collect()
    }
}

impl Viewer<'_> {
    /// Returns whom the host can recognize. Pairs with similar names come first.
    #[must_use]
    pub fn returning(&self) -> Vec<Returning> {
        let mut pairs = self.perhaps_returning();
        pairs.retain(|pair| !matches!(self.can_recognize(pair), Availability::No(_)));
        // A sort would add code to the page.
        let (mut first, others): (Vec<_>, Vec<_>) = pairs.into_iter().partition(Returning::is_namesake);
        first.extend(others);
        first.truncate(MOST);
        first
    }

    /// Returns the person in the room who bears the name of a seat's owner whose time to return is over, if the viewer is
    /// the host, who can recognize them.
    #[must_use]
    pub fn namesake(&self) -> Option<Returning> {
        let is_over = |seat: Seat| matches!(self.presence_of(seat), Seen::Away { kept_for: 0 });
        let waits_for = |player| {
            let owned = |seat: &Seat| self.room.seats().owner(*seat) == Some(player);
            Seat::BOTH.into_iter().find(owned).is_some_and(is_over)
        };
        let is_host = self.me == Some(self.room.host());
        self.returning().into_iter().find(|pair| is_host && pair.is_namesake() && waits_for(pair.was.player))
    }

    fn can_recognize(&self, pair: &Returning) -> Availability {
        let Some(me) = self.me else { return Availability::No(Reject::Spectator) };
        self.room.can(me, &pair.command(), PerSeat::of(|seat| self.presence_of(seat)))
    }

    /// Returns everybody in the room, but for the host who asks, with every player who is gone. Whoever is not the host is
    /// among them, so that they learn that only the host may recognize people.
    pub(super) fn perhaps_returning(&self) -> Vec<Returning> {
        let mut people = self.people();
        let here: Vec<PlayerId> = people.iter().map(|(player, _)| *player).collect();
        people.retain(|(player, _)| Some(*player) != self.me || *player != self.room.host());
        let gone = self.room.scores().entries().iter().filter_map(|entry| match &entry.who {
            Occupant::Person { player, name } if !here.contains(player) => {
                Some(Gone { player: *player, name: name.clone(), tally: (entry.wins, entry.draws) })
            }
            Occupant::Person { .. } | Occupant::Guest { .. } | Occupant::Ai { .. } => None,
        });
        let pairs = |was: Gone| {
            let pair = move |(now, name): &(PlayerId, Name)| Returning {
                was: was.clone(),
                now: *now,
                name: name.clone(),
            };
            people.iter().map(pair)
        };
        gone.flat_map(pairs).collect()
    }

    /// Returns the people in the room whose numbers are known.
    fn people(&self) -> Vec<(PlayerId, Name)> {
        let seated = Seat::BOTH.into_iter().filter_map(|seat| match &self.room.seats()[seat].occupant {
            Some(Occupant::Person { player, name })
                if !matches!(self.presence_of(seat), Seen::Away { .. }) =>
            {
                Some((*player, name.clone()))
            }
            _ => None,
        });
        let watching = &self.view.spectators;
        let named = watching.players.iter().copied().zip(watching.names.iter().cloned());
        seated.chain(named).collect()
    }
}
