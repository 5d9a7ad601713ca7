//! How the AIs judge a game, move by move: bars from white's win at the bottom to black's at the top.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_session::{room::board_shown, text::Lang};
use tengen_shared::{
    game::{Game, Seat, Thought},
    rules::{Stone, Value},
};

use super::{panel::heading, parts::line_of, signs};
use crate::{model::Standing, theme::Theme};

const BARS: [&str; 8] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// What there is to judge.
#[derive(Clone, Copy)]
pub(crate) struct Judged<'a> {
    pub(crate) thoughts: &'a [Thought],
    /// Who plays black.
    pub(crate) black: Option<Seat>,
    /// Whether marks belong to seats.
    pub(crate) follows_seat: bool,
}

pub(crate) fn room(standing: &Standing<'_>, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let game = standing.room.game();
    let judged = Judged {
        thoughts: game.map(Game::thoughts).unwrap_or_default(),
        black: game.and_then(Game::black),
        follows_seat: board_shown(standing.room).marks_follow_seat(),
    };
    draw(judged, area, buffer, theme, standing.lang);
}

pub(crate) fn draw(judged: Judged<'_>, area: Rect, buffer: &mut Buffer, theme: Theme, lang: Lang) {
    let title = lang.panel_judgement(judged.side(Stone::Black, theme));
    heading((&title, &judged.in_words(theme, lang)), area, buffer, theme);
    Line::styled(judged.bars(usize::from(area.width)), theme.strong()).render(line_of(area, 1), buffer);
}

impl Judged<'_> {
    fn side(&self, stone: Stone, theme: Theme) -> &'static str {
        let seat = self.black.map(|black| Seat::of_stone(stone, black));
        signs::side(seat, stone, self.follows_seat, theme).0
    }

    /// The last judgement, for whoever is better.
    fn in_words(&self, theme: Theme, lang: Lang) -> String {
        let Some(last) = self.thoughts.last() else { return String::new() };
        let mover = mover(last);
        let side = |good: bool| self.side(if good { mover } else { mover.other() }, theme);
        match last.thinking.value {
            Value::Win(plies) => lang.is_winning(side(true), plies),
            Value::Loss(plies) => lang.is_winning(side(false), plies),
            Value::Estimate(0) => lang.is_even().to_owned(),
            Value::Estimate(units) => lang.is_better(side(units > 0), &units.unsigned_abs().to_string()),
        }
    }

    /// A bar for each judgement, the latest `width` of them.
    fn bars(&self, width: usize) -> String {
        let units = self.thoughts.iter().filter_map(|thought| match thought.thinking.value {
            Value::Estimate(units) => Some(units.unsigned_abs()),
            Value::Win(_) | Value::Loss(_) => None,
        });
        let most = i64::from(units.max().unwrap_or(0).max(1));
        let bar = |thought: &Thought| {
            let black = if mover(thought) == Stone::Black { 1 } else { -1 };
            // From -4 to 4 for a win; what is not proven stays below that.
            let height = black
                * match thought.thinking.value {
                    Value::Win(_) => 4,
                    Value::Loss(_) => -4,
                    Value::Estimate(units) => i64::from(units) * 3 / most,
                };
            let level = usize::try_from((height + 4).min(7)).unwrap_or(0);
            BARS.get(level).copied().unwrap_or(" ")
        };
        let hidden = self.thoughts.len().saturating_sub(width);
        self.thoughts.iter().skip(hidden).map(bar).collect()
    }
}

/// Who has made the move that was thought about.
fn mover(thought: &Thought) -> Stone {
    Stone::of_ply(thought.ply.into())
}

#[cfg(test)]
mod tests {
    use tengen_shared::{game::Thinking, rules::Pace};

    use super::*;

    #[test]
    fn high_is_good_for_black_whoever_has_moved() {
        let thought = |ply, value| {
            let thinking = Thinking { value, depth: 2, nodes: 5, pace: Pace::Full };
            Thought { ply, thinking }
        };
        let thoughts = [
            thought(1, Value::Estimate(0)),
            thought(2, Value::Estimate(30)),
            thought(3, Value::Estimate(30)),
            thought(4, Value::Loss(3)),
            thought(6, Value::Win(1)),
        ];
        let judged = Judged { thoughts: &thoughts, black: Some(Seat::One), follows_seat: false };
        assert_eq!(judged.bars(9), "▅▂██▁");
        assert_eq!(judged.bars(2), "█▁");
        let lang = Lang::English;
        assert_eq!(judged.in_words(Theme::default(), lang), "○ wins in 1");
        let judged = Judged { thoughts: &thoughts[..3], ..judged };
        assert_eq!(judged.in_words(Theme::default(), lang), "● 30 better");
    }
}
