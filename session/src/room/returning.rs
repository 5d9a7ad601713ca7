//! People in a room who may be players who are gone, and have come back under another number.

use tengen_shared::game::{Availability, Command, Name, Occupant, PerSeat, PlayerId, Seat, Seen};

use super::Viewer;

/// The maximum number of pairs to choose from.
const MOST: usize = 40;

/// A person in the room, and the player who they may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Returning {
    /// The player who is gone.
    pub was: PlayerId,
    /// The name of that player on the scoreboard.
    pub old_name: Name,
    /// The person in the room.
    pub now: PlayerId,
    /// The present name of that person.
    pub new_name: Name,
}

impl Returning {
    /// Returns the command by which the host says that both are the same person.
    #[must_use]
    pub const fn command(&self) -> Command {
        Command::Recognize { was: self.was, now: self.now }
    }
}

impl Viewer<'_> {
    /// Returns whom the host can recognize. Pairs with similar names come first.
    #[must_use]
    pub fn returning(&self) -> Vec<Returning> {
        let Some(me) = self.me else { return Vec::new() };
        let seen = PerSeat::of(|seat| self.presence_of(seat));
        let people = self.people();
        let mut pairs: Vec<Returning> = Vec::new();
        for (was, old_name) in self.players_gone() {
            let pair = |(now, new_name): &(PlayerId, Name)| Returning {
                was,
                old_name: old_name.clone(),
                now: *now,
                new_name: new_name.clone(),
            };
            let can =
                |pair: &Returning| !matches!(self.room.can(me, &pair.command(), seen), Availability::No(_));
            pairs.extend(people.iter().map(pair).filter(can));
        }
        // The server marks a second person of the same name, as in `Ann (2)`.
        pairs.sort_by_key(|pair| !pair.new_name.as_str().starts_with(pair.old_name.as_str()));
        pairs.truncate(MOST);
        pairs
    }

    /// Returns the players on the scoreboard who are neither connected to a seat nor among the spectators.
    fn players_gone(&self) -> impl Iterator<Item = (PlayerId, Name)> {
        let here: Vec<PlayerId> = self.people().into_iter().map(|(player, _)| player).collect();
        let people = self.room.scores().entries().iter().filter_map(|entry| match &entry.who {
            Occupant::Person { player, name } => Some((*player, name.clone())),
            Occupant::Guest { .. } | Occupant::Ai { .. } => None,
        });
        people.filter(move |(player, _)| !here.contains(player))
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
        seated.chain(named).filter(|(player, _)| Some(*player) != self.me).collect()
    }
}
