//! Victory by continuous fours (VCF): every move of the attacker makes a four, so the defender has one reply, or a few in
//! caro. In renju, White also wins with a four whose only reply is forbidden.

#![allow(clippy::cast_possible_truncation, reason = "places are the low bits of keys")]

use crate::{
    board::Board,
    candidates::{self, Blocks},
    marks::Rows,
    pattern::{Class, Style},
    square::Square,
    zobrist,
};

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
        let mine = self.board.marks(side);
        if mine.has(Class::Five) {
            return Some(1);
        }
        let blocks = candidates::blocks(self.board);
        match &blocks {
            Blocks::Lost => return None,
            Blocks::None if mine.has(Class::OpenFour) => return Some(3),
            Blocks::None if mine.has(Class::Four) || mine.has(Class::FourThree) => {}
            Blocks::None if self.board.sets_traps(side) && mine.has(Class::LoneFour) => {}
            Blocks::None => return None,
            Blocks::One(block) => match self.board.class(*block, side) {
                Class::OpenFour => return Some(3),
                Class::LoneFour | Class::Four | Class::FourThree => {}
                _ => return None,
            },
            Blocks::Several(blocks) if blocks.and(mine.of(Class::OpenFour)).is_empty() => {}
            Blocks::Several(_) => return Some(3),
        }
        if fours == 0 || self.left == 0 {
            return None;
        }
        let key = self.board.hash();
        if let Some(known) = self.table.get(key, fours) {
            return known.win();
        }
        self.left -= 1;
        let plies = match &blocks {
            Blocks::One(block) => self.after(*block, fours),
            Blocks::None => self.any(fours),
            Blocks::Several(blocks) => self.any_among(blocks, fours),
            Blocks::Lost => None,
        };
        // A search that ran out of positions proves nothing.
        if plies.is_some() || self.left > 0 {
            self.table.put(Known { key, depth: fours, plies: plies.unwrap_or(0) });
        }
        plies
    }

    /// Returns the first stone of a win that [`Self::win`] has found.
    pub(crate) fn first(&mut self, plies: u8, fours: u8) -> Option<Square> {
        let marks = self.board.marks(self.board.to_move());
        let blocks = candidates::blocks(self.board);
        match (plies, &blocks) {
            (1, _) => marks.first(Class::Five),
            (_, Blocks::One(block)) => Some(*block),
            (3, Blocks::None) if marks.has(Class::OpenFour) => marks.first(Class::OpenFour),
            (_, Blocks::Several(blocks)) => {
                let open = blocks.and(marks.of(Class::OpenFour)).iter().next().filter(|_| plies == 3);
                let allowed = self.fours_among(blocks);
                let wins = |four: &Square| self.after(*four, fours) == Some(plies);
                open.or_else(|| allowed.iter().flat_map(Rows::iter).find(wins))
            }
            _ => {
                let [best, rest] = [Class::FourThree, Class::Four].map(|class| *marks.of(class));
                let wins = |four: &Square| self.after(*four, fours) == Some(plies);
                best.iter().chain(rest.iter()).find(wins).or_else(|| self.trap())
            }
        }
    }

    /// Searches every four of the side to move, and lone fours only as traps.
    fn any(&mut self, fours: u8) -> Option<u8> {
        let side = self.board.to_move();
        let marks = self.board.marks(side);
        let [best, rest] = [Class::FourThree, Class::Four].map(|class| *marks.of(class));
        let found = best.iter().chain(rest.iter()).find_map(|four| self.after(four, fours));
        if found.is_none() && self.board.sets_traps(side) { self.trap().map(|_| 3) } else { found }
    }

    /// Searches the fours of the side to move that are among the replies to a threat.
    #[inline(never)]
    fn any_among(&mut self, replies: &Rows, fours: u8) -> Option<u8> {
        let allowed = self.fours_among(replies);
        allowed.iter().flat_map(Rows::iter).find_map(|four| self.after(four, fours))
    }

    fn fours_among(&self, replies: &Rows) -> [Rows; 3] {
        let marks = self.board.marks(self.board.to_move());
        [Class::FourThree, Class::Four, Class::LoneFour].map(|class| marks.of(class).and(replies))
    }

    /// Returns the plies to a win that begins with `four` and its only reply.
    fn after(&mut self, four: Square, fours: u8) -> Option<u8> {
        if self.board.style() == Style::Closed {
            return self.after_every_reply(four, fours);
        }
        let side = self.board.to_move();
        let answer = self.board.five_after(four, side)?;
        let key = self.board.hash() ^ zobrist::stone(four, side) ^ zobrist::stone(answer, 1 - side);
        // Making and unmaking two stones is most of the work. Look up the position behind them first.
        let plies = if let Some(known) = self.table.get(key, fours - 1) {
            known.win()
        } else {
            self.board.make(four);
            let plies = if self.board.allows(answer, 1 - side) {
                self.board.make(answer);
                let plies = self.win(fours - 1);
                self.board.unmake();
                plies
            } else {
                // The rules forbid the only reply.
                Some(1)
            };
            self.board.unmake();
            plies
        };
        plies.map(|plies| plies.saturating_add(2))
    }

    /// Returns the same in caro, where a four may have several replies.
    #[inline(never)]
    fn after_every_reply(&mut self, four: Square, fours: u8) -> Option<u8> {
        self.board.make(four);
        let replies = match candidates::blocks(self.board) {
            Blocks::None => None,
            Blocks::One(reply) => Some(Rows::of(reply)),
            Blocks::Several(replies) => Some(replies),
            Blocks::Lost => Some(Rows::default()),
        };
        let mut slowest = replies.map(|_| 1);
        for reply in replies.iter().flat_map(Rows::iter) {
            self.board.make(reply);
            let plies = self.win(fours - 1);
            self.board.unmake();
            slowest = slowest.max(plies).filter(|_| plies.is_some());
            if slowest.is_none() {
                break;
            }
        }
        self.board.unmake();
        slowest.map(|plies| plies.saturating_add(2))
    }

    /// Returns a lone four to which the rules forbid the only reply.
    #[inline(never)]
    fn trap(&mut self) -> Option<Square> {
        let side = self.board.to_move();
        let lone = if self.board.sets_traps(side) {
            *self.board.marks(side).of(Class::LoneFour)
        } else {
            Rows::default()
        };
        lone.iter().find(|four| {
            let Some(answer) = self.board.five_after(*four, side) else { return false };
            self.board.make(*four);
            let is_trap = !self.board.allows(answer, 1 - side);
            self.board.unmake();
            is_trap
        })
    }
}
