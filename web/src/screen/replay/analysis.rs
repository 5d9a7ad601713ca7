//! The engine's opinion of the position on the board and of the game.

use tengen_session::study::{GameValues, Known, Variations};
use tengen_shared::rules::Point;
use tengen_worker::{Answer, Question, Seen, Setup};

/// The most first moves that are compared.
pub(crate) const MOST_LINES: u8 = 5;

/// The state of the analysis.
#[derive(Clone, Debug)]
pub struct Analysis {
    pub(crate) on: bool,
    /// How many first moves to compare.
    pub(crate) lines: u8,
    /// The moves of the position that the engine has looked at, and what it has seen there.
    seen: Option<(Vec<Point>, Seen)>,
    /// The values of the positions of the game.
    values: Option<GameValues>,
}

impl Default for Analysis {
    fn default() -> Self {
        Self { on: false, lines: 3, seen: None, values: None }
    }
}

impl Analysis {
    /// Forgets everything about the board.
    pub(crate) fn begin_again(&mut self) {
        (self.seen, self.values) = (None, None);
    }

    /// The game has become longer.
    pub(crate) fn fit(&mut self, tree: &Variations) {
        if let Some(values) = &mut self.values {
            values.fit(tree.game_len(), tree.game_end().outcome());
        }
    }

    /// Compares more first moves, or fewer.
    pub(crate) fn set_lines(&mut self, more: bool) {
        let lines = if more { self.lines.saturating_add(1) } else { self.lines.saturating_sub(1) };
        self.lines = lines.clamp(1, MOST_LINES);
        match &mut self.seen {
            Some((_, seen)) if !more => seen.lines.truncate(self.lines.into()),
            seen => *seen = None,
        }
    }

    /// Returns what the engine has seen in the position after `moves`.
    pub(crate) fn seen(&self, moves: &[Point]) -> Option<&Seen> {
        self.seen.as_ref().filter(|(of, _)| self.on && of == moves).map(|(_, seen)| seen)
    }

    /// Returns what the positions of the game are worth, as far as it is known.
    pub(crate) fn values(&self) -> Option<&GameValues> {
        self.values.as_ref().filter(|_| self.on)
    }

    /// Returns what the engine is to do: first the position on the board, then the game.
    pub(super) fn question(&self, tree: &Variations) -> Option<Question> {
        if !self.on {
            return None;
        }
        let here = Setup::of(&tree.position());
        if self.seen(&here.moves).is_none_or(|seen| !seen.done) {
            return Some(Question::Analyse { setup: here, lines: self.lines });
        }
        let missing = match &self.values {
            _ if tree.game_len() == 0 => return None,
            Some(values) => values.missing()?,
            None => tree.game_len(),
        };
        let from = u16::try_from(missing).unwrap_or(u16::MAX);
        Some(Question::Game { setup: Setup { moves: tree.game_moves(), ..here }, from })
    }

    pub(super) fn answered(&mut self, answer: Answer, tree: &Variations) {
        match answer {
            Answer::Seen(seen) => self.seen = Some((tree.path(), seen)),
            Answer::Worth { ply, value, best } => {
                let new = || GameValues::new(tree.game_len(), tree.game_end().outcome());
                self.values.get_or_insert_with(new).note(ply.into(), Known::Worth(value, best));
            }
            Answer::Nothing => self.on = false,
            Answer::Stone { .. } | Answer::Choice(_) | Answer::Hint { .. } => {}
        }
    }
}
