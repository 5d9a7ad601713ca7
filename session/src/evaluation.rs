//! The words for an AI's evaluations: one scale for all engines, and figures for users who want them.

use tengen_shared::{
    game::{Game, GameRecord, PerSeat, Room, Seat, Thinking, Thought},
    rules::{Bot, Outlook, Point, Position, Scale, Stone, Value, Variant, wins_at},
};

use crate::{terms::plural, text::Lang};

/// How much the user wants to read of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Words, such as "a little better".
    #[default]
    Words,
    /// Words, and the figures of the search: value, depth and number of nodes.
    Figures,
}

/// What the words for a game's evaluations depend on: its moves, its board and its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluatedGame<'a> {
    /// The moves of the game.
    pub moves: &'a [Point],
    variant: Variant,
    black: Option<Seat>,
    bots: PerSeat<Option<Bot>>,
}

impl<'a> EvaluatedGame<'a> {
    /// A game with these moves on `variant`. `black` has Black, and an AI plays for each seat in `bots`.
    #[must_use]
    pub const fn new(
        moves: &'a [Point],
        variant: Variant,
        black: Option<Seat>,
        bots: PerSeat<Option<Bot>>,
    ) -> Self {
        Self { moves, variant, black, bots }
    }

    /// The present or last game of a room; `None` before the first.
    #[must_use]
    pub fn of_room(room: &'a Room) -> Option<Self> {
        let game = room.game()?;
        let position = game.position();
        let bots = PerSeat::of(|seat| room.seats().bot(seat));
        Some(Self::new(position.moves(), position.variant(), game.black(), bots))
    }

    /// A finished game. `moves` are its moves.
    #[must_use]
    pub fn of_record(record: &'a GameRecord) -> Self {
        let bots = PerSeat::of(|seat| record.stand_ins[seat].or_else(|| record.seats[seat].bot()));
        Self::new(&record.moves, record.variant, Some(record.black), bots)
    }

    /// Returns the seat that plays Black.
    #[must_use]
    pub const fn black(&self) -> Option<Seat> {
        self.black
    }

    /// Returns the scale of the engine that made move number `ply`, from 1.
    #[must_use]
    pub fn scale(&self, ply: u16) -> Scale {
        let seat = self.black.map(|black| Seat::of_stone(Stone::of_ply(ply.into()), black));
        seat.and_then(|seat| self.bots[seat]).map_or(Scale::Unknown, |bot| bot.scale(self.variant))
    }

    /// Returns the evaluation of a move, such as "wins in 3 moves" or "blocked at once". A move without a search has no
    /// figures. Returns `None` if the engine does not say who is ahead and `detail` asks for words only.
    #[must_use]
    pub fn text(&self, thought: &Thought, detail: Detail, lang: Lang) -> Option<String> {
        let Thought { ply, thinking } = thought;
        let Thinking { value, depth, nodes, .. } = *thinking;
        let words = match value {
            // Without a search there is no estimate.
            Value::Estimate(_) if (nodes, depth) == (0, 0) => Some(match self.is_block(*ply) {
                true => lang.blocked_at_once().to_owned(),
                false => lang.moved_at_once().to_owned(),
            }),
            value => words(value, self.scale(*ply), lang),
        };
        if detail == Detail::Words || nodes == 0 {
            return words;
        }
        let figures = lang.figures(&score(value, lang), depth, &lang.nodes(nodes, plural(nodes)));
        Some(words.map_or(figures.clone(), |words| lang.words_and_figures(&words, &figures)))
    }

    /// Whether the move took a point where the opponent would have won.
    fn is_block(&self, ply: u16) -> bool {
        let Some((point, before)) = self.moves.get(..usize::from(ply)).and_then(<[Point]>::split_last) else {
            return false;
        };
        let mut position = Position::new(self.variant);
        before.iter().all(|point| position.play(*point).is_ok())
            && wins_at(position.board(), *point, position.to_move().other())
    }
}

/// Returns the value of a move in words; `None` if the units do not say who is ahead.
fn words(value: Value, scale: Scale, lang: Lang) -> Option<String> {
    match value {
        // The value counts from the position before the move.
        Value::Win(plies) => Some(wins_in(plies.saturating_sub(1), lang)),
        Value::Loss(plies) => Some(loses_in(plies, lang)),
        Value::Estimate(_) if scale == Scale::Unknown => None,
        Value::Estimate(_) => Some(outlook(scale.outlook(value), lang)),
    }
}

/// Returns an evaluation in words, for the side to move.
#[must_use]
pub fn outlook(outlook: Outlook, lang: Lang) -> String {
    match outlook {
        Outlook::Wins { plies } => return wins_in(plies, lang),
        Outlook::Loses { plies } => return loses_in(plies, lang),
        Outlook::Drawn {} => lang.outlook_drawn(),
        Outlook::MuchBetter {} => lang.outlook_much_better(),
        Outlook::Better {} => lang.outlook_better(),
        Outlook::Even {} => lang.outlook_even(),
        Outlook::Worse {} => lang.outlook_worse(),
        Outlook::MuchWorse {} => lang.outlook_much_worse(),
    }
    .to_owned()
}

/// Returns the value in as few characters as possible: the units, or the number of moves to the end after this one.
#[must_use]
pub fn score(value: Value, lang: Lang) -> String {
    match value {
        Value::Win(plies) => lang.score_win(moves_of_winner(plies.saturating_sub(1))),
        Value::Loss(plies) => lang.score_loss(plies / 2),
        Value::Estimate(units) if units.unsigned_abs() < 1_000 => format!("{units:+}"),
        Value::Estimate(units) => format!("{:+}k", units / 1_000),
    }
}

/// Returns that a side wins within the next `plies` stones, the last of which is its own.
#[must_use]
pub fn wins_in(plies: u16, lang: Lang) -> String {
    match moves_of_winner(plies) {
        0 | 1 => lang.outlook_wins_at_once().to_owned(),
        moves => lang.outlook_wins(moves),
    }
}

/// `plies` count from the loser's next stone, so the winner has the last one.
fn loses_in(plies: u16, lang: Lang) -> String {
    match plies / 2 {
        0 | 1 => lang.outlook_loses_at_once().to_owned(),
        moves => lang.outlook_loses(moves),
    }
}

/// The number of stones that the winner places among the next `plies`, the last of which is the winner's.
#[must_use]
pub const fn moves_of_winner(plies: u16) -> u16 {
    plies.div_ceil(2)
}

/// Returns the evaluations of the game that a room shows.
#[must_use]
pub fn thoughts(room: &Room) -> &[Thought] {
    room.game().map(Game::thoughts).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::{Level, Pace};

    use super::*;

    fn points(text: &str) -> Vec<Point> {
        text.split(' ').map(|point| point.parse().unwrap()).collect()
    }

    fn said(moves: &[Point], value: Value, nodes: u64, detail: Detail) -> Option<String> {
        let bots = PerSeat([None, Some(Bot::Level(Level::Hard))]);
        let game = EvaluatedGame::new(moves, Variant::GOMOKU15, Some(Seat::One), bots);
        let depth = u8::from(nodes > 0) * 6;
        let ply = u16::try_from(moves.len()).unwrap();
        let thought = Thought { ply, thinking: Thinking { value, depth, nodes, pace: Pace::Full } };
        game.text(&thought, detail, Lang::English)
    }

    #[test]
    fn evaluations_count_moves_after_the_stone_and_name_forced_ones() {
        let moves = points("h8 a1 h9 a2 h10 a3 h11 h12");
        for (value, nodes, detail, text) in [
            (Value::Win(13), 9, Detail::Words, "wins in 6 moves"),
            (Value::Win(3), 9, Detail::Words, "wins with the next move"),
            (Value::Loss(4), 9, Detail::Words, "loses in 2 moves"),
            (Value::Estimate(100), 9, Detail::Words, "a little better"),
            (Value::Estimate(100), 9, Detail::Figures, "a little better (+100, depth 6, 9 nodes)"),
            (Value::Win(13), 1, Detail::Figures, "wins in 6 moves (W6, depth 6, 1 node)"),
            (Value::Estimate(0), 0, Detail::Words, "blocked at once"),
        ] {
            assert_eq!(said(&moves, value, nodes, detail).as_deref(), Some(text));
        }
        assert_eq!(said(&moves[..2], Value::Estimate(0), 0, Detail::Figures).unwrap(), "moved at once");
    }

    #[test]
    fn an_engine_that_does_not_say_who_is_ahead_has_figures_only() {
        let bots = PerSeat([Some("greedy".parse().unwrap()), None]);
        let moves = points("h8");
        let game = EvaluatedGame::new(&moves, Variant::GOMOKU15, Some(Seat::One), bots);
        let thinking = Thinking { value: Value::Estimate(1_500), depth: 1, nodes: 225, pace: Pace::Full };
        let thought = Thought { ply: 1, thinking };
        assert_eq!(game.text(&thought, Detail::Words, Lang::English), None);
        let figures = game.text(&thought, Detail::Figures, Lang::English).unwrap();
        assert_eq!(figures, "+1k, depth 1, 225 nodes");
    }
}
