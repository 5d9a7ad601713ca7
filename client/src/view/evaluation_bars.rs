//! Draws the graph of the AIs' evaluations, with one bar per evaluation. A high bar is good for Black.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_session::{
    evaluation::{self, EvaluatedGame},
    room::board_shown,
    text::Lang,
};
use tengen_shared::{
    game::{Game, Seat, Thought},
    rules::{Outlook, Scale, Stone, Value},
};

use super::{panel::heading, parts::line_of, signs};
use crate::{model::Standing, theme::Theme};

const BARS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
/// The difference in Black's chance to win between one height of a bar and the next.
const BAR_STEP: f32 = 0.125;

/// A game with its evaluations.
#[derive(Clone, Copy)]
pub(crate) struct EvaluationBars<'a> {
    pub(crate) thoughts: &'a [Thought],
    pub(crate) game: EvaluatedGame<'a>,
    /// Whether the signs are X and O, as on 3x3 boards.
    pub(crate) follows_seat: bool,
    /// The winner, if the game is over and has one.
    pub(crate) winner: Option<Seat>,
}

pub(crate) fn room(standing: &Standing<'_>, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let Some(game) = EvaluatedGame::of_room(standing.room) else { return };
    let graph = EvaluationBars {
        thoughts: evaluation::thoughts(standing.room),
        game,
        follows_seat: board_shown(standing.room).marks_follow_seat(),
        winner: standing.room.game().and_then(Game::end).and_then(|end| end.winner),
    };
    draw(graph, area, buffer, theme, standing.lang);
}

pub(crate) fn draw(graph: EvaluationBars<'_>, area: Rect, buffer: &mut Buffer, theme: Theme, lang: Lang) {
    let (side, words) = (graph.side(Stone::Black, theme), graph.in_words(theme, lang));
    heading((&lang.panel_evaluations(side), &words), area, buffer, theme);
    Line::styled(graph.bars(usize::from(area.width)), theme.strong()).render(line_of(area, 1), buffer);
}

impl EvaluationBars<'_> {
    fn side(&self, stone: Stone, theme: Theme) -> &'static str {
        let seat = self.game.black().map(|black| Seat::of_stone(stone, black));
        signs::side(seat, stone, self.follows_seat, theme).0
    }

    fn scale(&self, thought: &Thought) -> Scale {
        self.game.scale(thought.ply)
    }

    /// Whether the evaluation says who is ahead.
    fn is_known(&self, thought: &Thought) -> bool {
        self.scale(thought) != Scale::Unknown || !matches!(thought.thinking.value, Value::Estimate(_))
    }

    /// Returns the winner of a game that is over, else the last known evaluation in words, with the sign of the side
    /// that is better.
    fn in_words(&self, theme: Theme, lang: Lang) -> String {
        if let (Some(winner), Some(black)) = (self.winner, self.game.black()) {
            let stone = if winner == black { Stone::Black } else { Stone::White };
            return lang.panel_won(self.side(stone, theme));
        }
        let known = self.thoughts.iter().rev().find(|thought| self.is_known(thought));
        let Some(last) = known else { return String::new() };
        // The number of moves counts from the position before the evaluated move.
        let (better, outlook) = match self.scale(last).outlook(last.thinking.value) {
            Outlook::Wins { plies } => (mover(last), Outlook::Wins { plies: plies.saturating_sub(1) }),
            Outlook::Loses { plies } => {
                (mover(last).other(), Outlook::Wins { plies: plies.saturating_sub(1) })
            }
            Outlook::Worse {} => (mover(last).other(), Outlook::Better {}),
            Outlook::MuchWorse {} => (mover(last).other(), Outlook::MuchBetter {}),
            other => (mover(last), other),
        };
        let words = evaluation::outlook(outlook, lang);
        match outlook {
            Outlook::Even {} | Outlook::Drawn {} => words,
            _ => lang.panel_outlook(self.side(better, theme), &words),
        }
    }

    /// Returns a bar for each evaluation, the latest `width` of them. Its height is Black's chance to win.
    fn bars(&self, width: usize) -> String {
        let bar = |thought: &Thought| {
            let chance = self.scale(thought).chance(thought.thinking.value);
            let black = if mover(thought) == Stone::Black { chance } else { 1.0 - chance };
            // The bar of an even position is the lower one of the two in the middle.
            let level = (1..BARS.len())
                .filter(|level| black > BAR_STEP * f32::from(u8::try_from(*level).unwrap_or(u8::MAX)))
                .count();
            BARS.get(level).copied().unwrap_or(" ")
        };
        let hidden = self.thoughts.len().saturating_sub(width);
        self.thoughts.iter().skip(hidden).map(bar).collect()
    }
}

/// Returns the side whose move was evaluated.
fn mover(thought: &Thought) -> Stone {
    Stone::of_ply(thought.ply.into())
}

#[cfg(test)]
mod tests {
    use tengen_shared::{
        game::{PerSeat, Thinking},
        rules::{Bot, Level, Pace, Variant},
    };

    use super::*;

    #[test]
    fn high_bars_are_good_for_black_after_a_move_of_either_side() {
        let thought = |ply, value| {
            let thinking = Thinking { value, depth: 2, nodes: 5, pace: Pace::Full };
            Thought { ply, thinking }
        };
        let thoughts = [
            thought(1, Value::Estimate(0)),
            thought(2, Value::Estimate(200)),
            thought(3, Value::Estimate(200)),
            thought(4, Value::Loss(3)),
            thought(6, Value::Win(1)),
        ];
        let bots = PerSeat([Some(Bot::Level(Level::Hard)); 2]);
        let game = EvaluatedGame::new(&[], Variant::GOMOKU15, Some(Seat::One), bots);
        let graph = EvaluationBars { thoughts: &thoughts, game, follows_seat: false, winner: None };
        assert_eq!(graph.bars(9), "▄▃▆█▁");
        assert_eq!(graph.bars(2), "█▁");
        let lang = Lang::English;
        assert_eq!(graph.in_words(Theme::default(), lang), "○ wins with the next move");
        let over = EvaluationBars { winner: Some(Seat::Two), ..graph };
        assert_eq!(over.in_words(Theme::default(), lang), "○ has won");
        let graph = EvaluationBars { thoughts: &thoughts[..3], ..graph };
        assert_eq!(graph.in_words(Theme::default(), lang), "● a little better");
    }
}
