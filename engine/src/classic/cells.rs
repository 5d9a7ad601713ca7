//! A set of cells that can be changed and read without allocation.

use tengen_shared::rules::MAX_SIDE;

const WORDS: usize = (MAX_SIDE as usize * MAX_SIDE as usize).div_ceil(64);

/// A set of cells of one board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::classic) struct Cells {
    words: [u64; WORDS],
}

impl Cells {
    /// Adds a cell.
    pub(in crate::classic) fn insert(&mut self, cell: usize) {
        self.words[cell / 64] |= 1 << (cell % 64);
    }

    /// Takes a cell out.
    pub(in crate::classic) fn remove(&mut self, cell: usize) {
        self.words[cell / 64] &= !(1 << (cell % 64));
    }

    /// The lowest cell.
    pub(in crate::classic) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// The cells, lowest first.
    pub(in crate::classic) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let rest = |word: &u64| Some(word & (word - 1)).filter(|rest| *rest != 0);
            std::iter::successors(Some(*word).filter(|word| *word != 0), rest)
                .map(move |word| index * 64 + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_out_in_order() {
        let mut cells = Cells::default();
        assert_eq!(cells.first(), None);
        for cell in [675, 64, 0, 63, 128] {
            cells.insert(cell);
        }
        cells.remove(0);
        assert_eq!(cells.iter().collect::<Vec<_>>(), [63, 64, 128, 675]);
        assert_eq!(cells.first(), Some(63));
    }
}
