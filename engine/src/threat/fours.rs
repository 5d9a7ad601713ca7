//! Victory by continuous fours (VCF): every move of the attacker makes a four, so the defender has one reply.

#![allow(clippy::cast_possible_truncation, reason = "places are the low bits of keys")]

use crate::{board::Board, pattern::Class, square::Square, zobrist};

/// A hash table of VCF results, of fixed size. New results replace old ones.
#[derive(Debug)]
pub(crate) struct FourTable(Vec<Known>);

/// The result of one VCF search.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    key: u64,
    /// The limit on fours in that search; 0 in an empty slot.
    depth: u8,
    /// The plies to the win; 0 if the search found none.
    plies: u8,
}

impl FourTable {
    /// Creates a table of 2^`bits` slots of 16 bytes.
    pub(crate) fn new(bits: u32) -> Self {
        Self(vec![Known::default(); 1 << bits])
    }

    const fn place(&self, key: u64) -> usize {
        // The length is a power of two.
        key as usize & (self.0.len() - 1)
    }

    /// Returns the result for a position, if it is a win or its search allowed at least `fours` fours.
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
    /// Returns the plies in which the side to move wins, if the result is a win.
    fn win(self) -> Option<u8> {
        (self.plies > 0).then_some(self.plies)
    }
}

/// One VCF search for the side to move.
#[derive(Debug)]
pub(crate) struct Fours<'a> {
    pub(crate) board: &'a mut Board,
    pub(crate) table: &'a mut FourTable,
    /// The number of positions that the search may still visit.
    pub(crate) left: u32,
}

impl Fours<'_> {
    /// Returns the plies in which the side to move wins with at most `fours` fours before the final open four and
    /// five. A win that is known from an earlier search may need more. `None` if there is no such win, or if the search
    /// ends before it finds one.
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
        // A search that ran out of positions proves nothing.
        if plies.is_some() || self.left > 0 {
            self.table.put(Known { key, depth: fours, plies: plies.unwrap_or(0) });
        }
        plies
    }

    /// Returns the first stone of a win that [`Self::win`] has found.
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

    /// Searches every four of the side to move, except lone fours.
    fn any(&mut self, fours: u8) -> Option<u8> {
        let marks = self.board.marks(self.board.to_move());
        let [best, rest] = [Class::FourThree, Class::Four].map(|class| *marks.of(class));
        best.iter().chain(rest.iter()).find_map(|four| self.after(four, fours))
    }

    /// Returns the plies to a win that begins with `four` and its only reply.
    fn after(&mut self, four: Square, fours: u8) -> Option<u8> {
        let side = self.board.to_move();
        let answer = self.board.five_after(four, side)?;
        let key = self.board.hash() ^ zobrist::stone(four, side) ^ zobrist::stone(answer, 1 - side);
        // Making and unmaking two stones is most of the work. Look up the position behind them first.
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
