//! Draws the moves of a game in pairs, with the AIs' evaluations and the time used.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use tengen_session::{
    evaluation::{self, Detail},
    room::board_shown,
    text::Lang,
};
use tengen_shared::{
    game::{Game, Seat, Thought, Turn},
    rules::{Point, Position, Stone},
};

use super::{columns::fit, panel::heading, parts::line_of, record, signs};
use crate::{model::Standing, theme::Theme};

/// The width of a pair's number with a gap, in columns.
const NUMBER: usize = 4;
/// The width of a stone and its point, with the brackets around the current move, in columns.
const POINT: usize = 6;
/// The widths of an AI's score, of its depth, and of a time, in columns.
const SCORE: usize = 6;
const DEPTH: usize = 4;
const TIME: usize = 7;

/// The moves of a game, with what is known about them.
#[derive(Clone, Copy)]
pub(crate) struct Moves<'a> {
    pub(crate) moves: &'a [Point],
    pub(crate) thoughts: &'a [Thought],
    pub(crate) turns: &'a [Turn],
    /// The seat that plays Black.
    pub(crate) black: Option<Seat>,
    /// Whether the signs are X and O, as on 3x3 boards.
    pub(crate) follows_seat: bool,
    /// The number of the current move, from 1; 0 at the empty board.
    pub(crate) at: usize,
}

/// The columns that are shown beside the point of each move.
#[derive(Clone, Copy)]
struct Columns {
    cell: usize,
    score: bool,
    depth: bool,
    time: bool,
}

pub(crate) fn room(standing: &Standing<'_>, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let game = standing.room.game();
    let moves = game.map(Game::position).map(Position::moves).unwrap_or_default();
    let shown = Moves {
        moves,
        thoughts: if standing.detail == Detail::Figures { evaluation::thoughts(standing.room) } else { &[] },
        turns: if standing.clock().is_some() { game.map(Game::turns).unwrap_or_default() } else { &[] },
        black: game.and_then(Game::black),
        follows_seat: board_shown(standing.room).marks_follow_seat(),
        at: moves.len(),
    };
    draw(shown, area, buffer, theme, standing.lang);
}

pub(crate) fn draw(shown: Moves<'_>, area: Rect, buffer: &mut Buffer, theme: Theme, lang: Lang) {
    let note = if shown.thoughts.is_empty() { "" } else { lang.moves_note() };
    heading((lang.panel_moves(), note), area, buffer, theme);
    if shown.moves.is_empty() {
        Line::styled(lang.no_moves(), theme.faint()).render(line_of(area, 1), buffer);
        return;
    }
    let columns = shown.columns(usize::from(area.width));
    let space = usize::from(area.height.saturating_sub(1));
    let pairs = shown.moves.len().div_ceil(2);
    let current = shown.at.saturating_sub(1) / 2;
    // Scrolls just far enough to show the current pair in the last row.
    let first = (current + 1).saturating_sub(space.max(1));
    for (row, pair) in (1..).zip(first..pairs.min(first + space)) {
        let number = format!("{:>3} ", pair + 1);
        let mut spans = vec![Span::styled(number, theme.faint())];
        for ply in [2 * pair + 1, 2 * pair + 2] {
            shown.spans(ply, columns, &mut spans, theme, lang);
        }
        Line::from(spans).render(line_of(area, row), buffer);
    }
}

impl Moves<'_> {
    fn columns(&self, width: usize) -> Columns {
        let cell = width.saturating_sub(NUMBER) / 2;
        let mut left = cell.saturating_sub(POINT);
        let mut takes = |wanted: bool, columns: usize| {
            let fits = wanted && left >= columns;
            left -= if fits { columns } else { 0 };
            fits
        };
        let score = takes(!self.thoughts.is_empty(), SCORE);
        let time = takes(!self.turns.is_empty(), TIME);
        let depth = takes(score, DEPTH);
        Columns { cell, score, depth, time }
    }

    fn spans(&self, ply: usize, columns: Columns, spans: &mut Vec<Span<'static>>, theme: Theme, lang: Lang) {
        let Some(point) = self.moves.get(ply - 1) else { return };
        let stone = Stone::of_ply(ply);
        let seat = self.black.map(|black| Seat::of_stone(stone, black));
        let (sign, sign_style) = signs::side(seat, stone, self.follows_seat, theme);
        let here = ply == self.at;
        let text = if here { format!("({point})") } else { format!(" {point}") };
        let style = if here { theme.strong() } else { theme.text() };
        spans.push(Span::styled(sign, sign_style));
        spans.push(Span::styled(fit(&text, POINT - 1), style));
        let mut rest = String::new();
        let thought = self.thoughts.iter().find(|thought| usize::from(thought.ply) == ply);
        if columns.score {
            rest.push_str(&format!(
                "{:>5} ",
                thought.map_or(String::new(), |known| evaluation::score(known.thinking.value, lang))
            ));
        }
        if columns.depth {
            let depth = thought.filter(|thought| thought.thinking.depth > 0);
            rest.push_str(&fit(
                &depth.map_or(String::new(), |known| format!("d{}", known.thinking.depth)),
                DEPTH,
            ));
        }
        if columns.time {
            let used = self.turns.get(ply - 1).map(|turn| record::used(turn.used_ms, lang));
            rest.push_str(&format!("{:>6} ", used.unwrap_or_default()));
        }
        let style: Style = theme.faint();
        spans.push(Span::styled(fit(&rest, columns.cell.saturating_sub(POINT)), style));
    }
}
