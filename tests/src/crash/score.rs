//! The score counted from the games alone, without the room's own scoreboard.

use std::collections::{BTreeMap, BTreeSet};

use tengen_shared::game::{Event, Game, GameEnd, Occupant, Room, Seat, Stamped};

/// Wins, draws and losses.
type Points = [u32; 3];

/// Whoever scores in a room, and who sits where meanwhile.
#[derive(Clone, Debug, Default)]
pub(super) struct Count {
    seats: BTreeMap<Seat, Occupant>,
    /// The seats for whose people a computer plays.
    stand_ins: BTreeSet<Seat>,
    playing: bool,
    /// Whether a computer has stood in during the present game.
    stood_in: bool,
    points: Vec<(Occupant, Points)>,
    pub(super) games: u64,
}

impl Count {
    /// What is counted from a room on of whose past not all is known.
    pub(super) fn of(room: &Room) -> Self {
        let occupied = |seat: Seat| Some((seat, room.seats()[seat].occupant.clone()?));
        let stands_in = |seat: &Seat| room.seats()[*seat].stand_in.is_some();
        let entries = room.scores().entries().iter();
        Self {
            seats: Seat::BOTH.into_iter().filter_map(occupied).collect(),
            stand_ins: Seat::BOTH.into_iter().filter(stands_in).collect(),
            playing: room.is_playing(),
            stood_in: room.is_playing() && room.game().is_some_and(Game::had_stand_in),
            points: entries
                .map(|entry| (entry.who.clone(), [entry.wins, entry.draws, entry.losses]))
                .collect(),
            games: room.games_finished().into(),
        }
    }

    /// Whether a person, or a guest of one, plays there.
    pub(super) fn has_player(&self, seat: Seat) -> bool {
        !self.stand_ins.contains(&seat) && self.seats.get(&seat).is_some_and(|who| who.player().is_some())
    }

    /// Takes in an event.
    pub(super) fn take(&mut self, stamped: &Stamped) {
        match &stamped.event {
            Event::SeatTaken { seat, occupant } => {
                self.seats.insert(*seat, occupant.clone());
                if !self.playing {
                    self.stand_ins.remove(seat);
                }
            }
            Event::SeatFreed { seat } => self.free(*seat),
            Event::Kicked { player } => {
                let of = |seat: &Seat| self.seats.get(seat).and_then(Occupant::player) == Some(*player);
                let freed: Vec<Seat> = Seat::BOTH.into_iter().filter(of).collect();
                freed.into_iter().for_each(|seat| self.free(seat));
            }
            Event::SeatsSwapped {} => {
                self.seats = std::mem::take(&mut self.seats)
                    .into_iter()
                    .map(|(seat, who)| (seat.other(), who))
                    .collect();
                self.stand_ins = self.stand_ins.iter().map(|seat| seat.other()).collect();
            }
            Event::GameBegun { .. } => (self.playing, self.stood_in) = (true, !self.stand_ins.is_empty()),
            Event::StoodIn { seat, .. } => {
                self.stand_ins.insert(*seat);
                self.stood_in = true;
            }
            Event::GameOver { end } => self.over(end),
            _ => {}
        }
    }

    fn free(&mut self, seat: Seat) {
        self.seats.remove(&seat);
        self.stand_ins.remove(&seat);
    }

    fn over(&mut self, end: &GameEnd) {
        self.playing = false;
        if !end.reason.counts() {
            return;
        }
        self.games += 1;
        let [one, two] = Seat::BOTH.map(|seat| self.seats.get(&seat).cloned());
        let (Some(one), Some(two), false) = (one, two, self.stood_in) else { return };
        match end.winner {
            Some(Seat::One) => [(one, 0), (two, 2)].map(|(who, of)| self.score(who, of)),
            Some(Seat::Two) => [(one, 2), (two, 0)].map(|(who, of)| self.score(who, of)),
            // The same level in both seats has drawn one game.
            None if one.is_same(&two) => [self.score(one, 1), ()],
            None => [(one, 1), (two, 1)].map(|(who, of)| self.score(who, of)),
        };
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
