//! The score counted from the games alone, without the room's own scoreboard.

use std::collections::BTreeMap;

use tengen_shared::game::{Event, Occupant, Room, Seat, Stamped};

/// Wins, draws and losses.
type Points = [u32; 3];

/// Whoever scores in a room, and who sits where meanwhile.
#[derive(Clone, Debug, Default)]
pub(super) struct Count {
    seats: BTreeMap<Seat, Occupant>,
    points: Vec<(Occupant, Points)>,
    pub(super) games: u64,
}

impl Count {
    /// Whether a person, or a guest of one, sits there.
    pub(super) fn has_player(&self, seat: Seat) -> bool {
        self.seats.get(&seat).is_some_and(|who| who.player().is_some())
    }

    /// Takes in an event.
    pub(super) fn take(&mut self, stamped: &Stamped) {
        match &stamped.event {
            Event::SeatTaken { seat, occupant } => {
                self.seats.insert(*seat, occupant.clone());
            }
            Event::SeatFreed { seat } => {
                self.seats.remove(seat);
            }
            Event::GameOver { end } => {
                self.games += 1;
                let [one, two] = Seat::BOTH.map(|seat| self.seats.get(&seat).cloned());
                let (Some(one), Some(two)) = (one, two) else { return };
                match end.winner {
                    Some(Seat::One) => [(one, 0), (two, 2)].map(|(who, of)| self.score(who, of)),
                    Some(Seat::Two) => [(one, 2), (two, 0)].map(|(who, of)| self.score(who, of)),
                    // The same level in both seats has drawn one game.
                    None if one.is_same(&two) => [self.score(one, 1), ()],
                    None => [(one, 1), (two, 1)].map(|(who, of)| self.score(who, of)),
                };
            }
            _ => {}
        }
    }

    fn score(&mut self, who: Occupant, of: usize) {
        let known = self.points.iter().position(|(other, _)| other.is_same(&who));
        let index = known.unwrap_or_else(|| {
            self.points.push((who, [0; 3]));
            self.points.len() - 1
        });
        self.points[index].1[of] += 1;
    }

    /// What differs from the room's own scoreboard.
    pub(super) fn differences(&self, room: &Room) -> Vec<String> {
        let told = |who: &Occupant| {
            room.scores().of(who).map_or([0; 3], |entry| [entry.wins, entry.draws, entry.losses])
        };
        let counted = |who: &Occupant| {
            self.points.iter().find(|(other, _)| other.is_same(who)).map_or([0; 3], |(_, points)| *points)
        };
        let everybody = room.scores().entries().iter().map(|entry| &entry.who);
        let everybody = everybody.chain(self.points.iter().map(|(who, _)| who));
        let wrong = everybody.filter(|who| told(who) != counted(who));
        let text = |who: &Occupant| {
            format!("{} has {:?} and the games give {:?}", who.label(), told(who), counted(who))
        };
        wrong.map(text).collect()
    }
}
