//! The score panel of a room: both seats, the score, and whose turn it is or how the game ended.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};
use tengen_shared::{
    game::{Phase, Room, Seat},
    rules::Stone,
};
use unicode_width::UnicodeWidthStr;

use super::{
    cut, fit, line_of,
    words::{self, Mood},
};
use crate::{
    model::{Standing, board_shown},
    terms,
    theme::Theme,
};

/// From this width on the tally beside a clock is in words.
const WIDE: usize = 50;

pub(super) fn score(standing: &Standing<'_>, area: Rect, buffer: &mut Buffer, theme: Theme) {
    for (row, seat) in (0..).zip(Seat::BOTH) {
        seat_line(standing, seat, usize::from(area.width), theme).render(line_of(area, row), buffer);
    }
    let below = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    // Words are not broken, so that a line may be less than full.
    let spare = usize::from(area.width) / 4 * usize::from(below.height.saturating_sub(1));
    let space = usize::from(area.width).saturating_sub(2) + spare;
    let (text, mood) = words::state(standing, space);
    let style = match mood {
        Mood::Good => theme.good(),
        Mood::Plain => theme.title(),
    };
    Paragraph::new(Line::styled(format!("  {text}"), style)).wrap(Wrap { trim: false }).render(below, buffer);
}

fn seat_line(standing: &Standing<'_>, seat: Seat, width: usize, theme: Theme) -> Line<'static> {
    let room = standing.room;
    let to_move = room.turn() == Some(seat);
    let (clock, low) = clock(standing, seat);
    let tally = tally(room, seat, clock.is_empty() || width >= WIDE);
    let mut notes = Vec::new();
    if standing.mine() == [seat] || standing.stood_in().is_some_and(|(mine, _)| mine == seat) {
        notes.push("you".to_owned());
    }
    if words::is_away(standing.view, seat) {
        notes.push("away".to_owned());
    }
    if room.phase() == Phase::Over && room.seats()[seat].ready {
        notes.push("ready".to_owned());
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    let (mark, mark_style) = mark(room, seat, theme);
    let space = width.saturating_sub(4 + tally.width() + clock.width());
    let name = cut(&standing.name(seat), space.saturating_sub(notes.width()));
    let style = if to_move { theme.strong() } else { Style::new() };
    let clock_style = if low { theme.problem() } else { style };
    Line::from(vec![
        Span::styled(if to_move { "▶ " } else { "  " }, theme.strong()),
        Span::styled(mark, mark_style),
        Span::styled(fit(&format!(" {name}{notes}"), space + 1), style),
        Span::styled(clock, clock_style),
        Span::styled(tally, Style::new()),
    ])
}

/// The score of whoever sits in `seat`, in words or as `2w 1d`.
fn tally(room: &Room, seat: Seat, in_words: bool) -> String {
    let Some(occupant) = &room.seats()[seat].occupant else { return String::new() };
    let (wins, draws) = room.scores().of(occupant).map_or((0, 0), |entry| (entry.wins, entry.draws));
    if in_words { format!(" {wins} won {draws} drawn") } else { format!(" {wins}w {draws}d") }
}

/// What `seat` has left, in brackets while its clock runs, with a sign when it is low; and whether it is.
fn clock(standing: &Standing<'_>, seat: Seat) -> (String, bool) {
    let Some(left) = standing.shown(seat) else { return (String::new(), false) };
    let runs = standing.running().is_some_and(|(running, _)| running == seat);
    let low = terms::is_low(left);
    let text = format!("{}{}", terms::time_left(left), if low { "!" } else { "" });
    (if runs { format!(" [{text}]") } else { format!("  {text} ") }, low)
}

/// The sign of a seat: X or O on 3x3 boards, else the stone of this game, or of the next one.
fn mark(room: &Room, seat: Seat, theme: Theme) -> (&'static str, Style) {
    if board_shown(room).marks_follow_seat() {
        let cross = seat == Seat::One;
        return (if cross { "X" } else { "O" }, theme.mark(cross));
    }
    let next = if room.next_first() == seat { Stone::Black } else { Stone::White };
    let stone = room.game().and_then(|game| game.stone_of(seat)).unwrap_or(next);
    let sign = match stone {
        Stone::Black => "●",
        Stone::White => "○",
    };
    (sign, theme.stone(stone))
}
