//! Continuous fours: a win in which every stone of the attacker makes a four, so that each answer is forced.

#![allow(clippy::cast_possible_truncation, reason = "places are the low bits of keys")]

use crate::{board::Board, pattern::Class, square::Square, zobrist};

/// What is known of positions by fours alone. Of fixed size; what is newer drives out what is older.
#[derive(Debug)]
pub(crate) struct FourTable(Vec<Known>);

/// The outcome of a search by fours.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    key: u64,
    /// Fours looked ahead; 0 in an empty place.
    depth: u8,
    /// Plies to the win, or 0 if there was none.
    plies: u8,
}

impl FourTable {
    /// A table of 2^`bits` places of 16 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        Self(vec![Known::default(); 1 << bits])
    }

    const fn place(&self, key: u64) -> usize {
        // The length is a power of two.
        key as usize & (self.0.len() - 1)
    }

    /// What is known of a position, if that was a win or took in so many fours.
    fn get(&self, key: u64, fours: u8) -> Option<Known> {
        let known = self.0[self.place(key)];
        let tells = known.depth > 0 && (known.plies > 0 || known.depth >= fours);
        (known.key == key && tells).then_some(known)
    }

    fn put(&mut self, known: Known) {
        let place = self.place(known.key);
        self.0[place] = known;
    }
}

impl Known {
    /// In how many plies the side to move wins, if it does.
    fn win(self) -> Option<u8> {
        (self.plies > 0).then_some(self.plies)
    }
}

/// One search by fours for the side to move.
#[derive(Debug)]
pub(crate) struct Fours<'a> {
    pub(crate) board: &'a mut Board,
    pub(crate) table: &'a mut FourTable,
    /// How many more positions may be looked at.
    pub(crate) left: u32,
}

impl Fours<'_> {
    /// In how many plies the side to move wins with at most `fours` fours before the last two stones. `None` if it does
    /// not, or if the search ended before it was found.
    pub(crate) fn win(&mut self, fours: u8) -> Option<u8> {
        let side = self.board.to_move();
        let (mine, theirs) = (self.board.marks(side), self.board.marks(1 - side));
        if mine.has(Class::Five) {
            return Some(1);
        }
        let forced = match theirs.count(Class::Five) {
            0 if mine.has(Class::OpenFour) => return Some(3),
            0 => None,
            1 => theirs.first(Class::Five),
            _ => return None,
        };
        if let Some(block) = forced {
            match self.board.class(block, side) {
                Class::OpenFour => return Some(3),
                Class::LoneFour | Class::Four | Class::FourThree => {}
                _ => return None,
            }
        } else if !mine.has(Class::Four) && !mine.has(Class::FourThree) {
            return None;
        }
        if fours == 0 || self.left == 0 {
            return None;
        }
        let key = self.board.hash();
        if let Some(known) = self.table.get(key, fours) {
            return known.win();
        }
        self.left -= 1;
        let plies = match forced {
            Some(block) => self.after(block, fours),
            None => self.any(fours),
        };
        if plies.is_some() || self.left > 0 {
            self.table.put(Known { key, depth: fours, plies: plies.unwrap_or(0) });
        }
        plies
    }

    /// The first stone of a win that [`Self::win`] has found.
    pub(crate) fn first(&mut self, plies: u8, fours: u8) -> Option<Square> {
        let side = self.board.to_move();
        let marks = self.board.marks(side);
        match plies {
            1 => marks.first(Class::Five),
            _ if self.board.marks(1 - side).has(Class::Five) => self.board.marks(1 - side).first(Class::Five),
            3 => marks.first(Class::OpenFour),
            _ => {
                let [best, rest] = [Class::FourThree, Class::Four].map(|class| *marks.of(class));
                best.iter().chain(rest.iter()).find(|four| self.after(*four, fours) == Some(plies))
            }
        }
    }

    /// Tries every four of the side to move that may lead on.
    fn any(&mut self, fours: u8) -> Option<u8> {
        let marks = self.board.marks(self.board.to_move());
        let [best, rest] = [Class::FourThree, Class::Four].map(|class| *marks.of(class));
        best.iter().chain(rest.iter()).find_map(|four| self.after(four, fours))
    }

    /// The win after a four and its only answer.
    fn after(&mut self, four: Square, fours: u8) -> Option<u8> {
        let side = self.board.to_move();
        let answer = self.board.five_after(four, side)?;
        let key = self.board.hash() ^ zobrist::stone(four, side) ^ zobrist::stone(answer, 1 - side);
        // Most of the work is to set two stones and take them back: where the outcome is known, they are not set.
        let plies = if let Some(known) = self.table.get(key, fours - 1) {
            known.win()
        } else {
            self.board.make(four);
            self.board.make(answer);
            let plies = self.win(fours - 1);
            self.board.unmake();
            self.board.unmake();
            plies
        };
        plies.map(|plies| plies.saturating_add(2))
    }
}
