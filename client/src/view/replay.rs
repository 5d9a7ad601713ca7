//! A finished game that is replayed: the board, and what there is to say of each move.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};
use tengen_shared::{
    game::{ClockRule, Seat},
    rules::{Outcome, Point, Position, Stone},
};

use super::{board, cut, line_of, picture::Picture, record, words};
use crate::{
    layout::BoardLayout,
    model::{Autoplay, Marks, Playback, Replay, ReplayScreen},
    theme::Theme,
};

pub(super) fn draw(
    screen: &ReplayScreen,
    (info, layout): (Rect, Option<&BoardLayout>),
    buffer: &mut Buffer,
    theme: Theme,
) {
    let playback = match &screen.shown {
        Replay::Awaited => return say("asking for the game …", info, buffer),
        Replay::Refused(why) => {
            return say(&format!("Not shown: {why}.\n\nPress Esc to go back."), info, buffer);
        }
        Replay::Shown(playback) => playback,
    };
    let position = playback.tree.position();
    let lines = lines(playback, &position);
    let beside = layout.is_some_and(|layout| info.x >= layout.area.right());
    if beside {
        let text: Vec<Line> = lines.into_iter().flat_map(|text| [Line::raw(text), Line::raw("")]).collect();
        Paragraph::new(text).wrap(Wrap { trim: true }).render(info, buffer);
    } else {
        for (row, text) in (0..).zip(lines) {
            let style = if row == 0 { theme.strong() } else { Style::new() };
            Line::styled(cut(&text, info.width.into()), style).render(line_of(info, row), buffer);
        }
    }
    if let Some(layout) = layout {
        let line = position.winning_line();
        let picture = Picture {
            stones: Some(&position),
            black: Some(playback.record.black),
            won: &line,
            cursor: playback.cursor,
            numbered: playback.marks == Marks::Numbers,
        };
        board::draw(&picture, layout, buffer, theme);
    }
}

fn say(text: &str, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
}

/// Who and how it ended; which move this is; what was thought of it; what else was tried.
fn lines(playback: &Playback, position: &Position) -> Vec<String> {
    let lines = [ending(playback), here(playback, position), thought(playback), tried(playback, position)];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

fn ending(playback: &Playback) -> String {
    let record = &playback.record;
    let [black, white] = [record.black, record.black.other()].map(|seat| record::name(record, seat));
    let ending = record::ending(record);
    format!("{} {black} - {} {white}: {ending}", sign(playback, Stone::Black), sign(playback, Stone::White))
}

/// The sign of the side that plays `stone`.
fn sign(playback: &Playback, stone: Stone) -> &'static str {
    if playback.variant().marks_follow_seat() {
        let seat = if stone == Stone::Black { playback.record.black } else { playback.record.black.other() };
        return if seat == Seat::One { "X" } else { "O" };
    }
    match stone {
        Stone::Black => "●",
        Stone::White => "○",
    }
}

/// Which move this is, in the game or in a branch.
fn here(playback: &Playback, position: &Position) -> String {
    let (ply, count) = (playback.tree.ply(), playback.tree.game_len());
    let Some(point) = position.last() else { return format!("before the first of {count} moves") };
    let stone = position.to_move().other();
    let played = format!("{} {point}", sign(playback, stone));
    if let Some(left) = playback.tree.left_game_at() {
        let decided = match position.outcome() {
            Some(Outcome::Win(_)) => ", which wins",
            Some(Outcome::Draw) => ", a draw",
            None => "",
        };
        return format!("branch after move {left}, move {ply}: {played}{decided}");
    }
    let time = time(playback, ply).unwrap_or_default();
    format!("move {ply} of {count}: {played}{time}")
}

/// The time that a move of the game took, and what was then left.
fn time(playback: &Playback, ply: usize) -> Option<String> {
    let turn = playback.record.turns.get(ply.checked_sub(1)?)?;
    let used = record::used(turn.used_ms);
    Some(match playback.record.clock {
        ClockRule::None => format!(", {used}"),
        _ => format!(", {used}, {} left", record::left(turn.left)),
    })
}

/// What an AI thought of this move of the game, and whether a hint was asked for before it.
fn thought(playback: &Playback) -> String {
    let (record, ply) = (&playback.record, playback.tree.ply());
    if playback.tree.left_game_at().is_some() {
        return "b goes back to the game".to_owned();
    }
    let thought = record.thoughts.iter().find(|thought| usize::from(thought.ply) == ply);
    let thought = thought.map(|thought| format!("the AI {}", words::thinking(&thought.thinking)));
    let hint = record.hints.iter().find(|mark| usize::from(mark.ply) + 1 == ply);
    let hint = hint.map(|mark| format!("{} had asked for a hint", record::name(record, mark.seat)));
    thought.into_iter().chain(hint).collect::<Vec<_>>().join("; ")
}

/// The moves that were tried in place of this one and after it.
fn tried(playback: &Playback, position: &Position) -> String {
    let mut parts = Vec::new();
    if let Autoplay::On(_) = playback.autoplay {
        parts.push(format!("playing, {} s a move", playback.speed.pause().as_secs_f64()));
    }
    if let Some((which, count)) = playback.tree.choice().filter(|(_, count)| *count > 1) {
        parts.push(format!("{which} of {count} moves here (↑ ↓)"));
    }
    let options = playback.tree.options();
    let own = playback.tree.left_game_at().is_none() && position.moves().len() < playback.tree.game_len();
    let tried: Vec<String> = options.iter().skip(usize::from(own)).map(Point::to_string).collect();
    if !tried.is_empty() {
        parts.push(format!("tried next: {}", tried.join(" ")));
    }
    parts.join("; ")
}
