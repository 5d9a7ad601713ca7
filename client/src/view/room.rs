//! The score panel of a room: both seats, the score, and whose turn it is or how the game ended.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};
use tengen_shared::{
    game::{Phase, PlayerId, Room, Seat},
    rules::Stone,
};
use unicode_width::UnicodeWidthStr;

use super::{
    cut, fit, line_of,
    words::{self, Mood},
};
use crate::{model::RoomView, theme::Theme};

pub(super) fn score(view: &RoomView, me: Option<PlayerId>, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let Some(room) = view.room() else { return };
    for (row, seat) in (0..).zip(Seat::BOTH) {
        seat_line(view, room, me, seat, usize::from(area.width), theme).render(line_of(area, row), buffer);
    }
    let (text, mood) = words::state(view, room, me);
    let style = match mood {
        Mood::Good => theme.good(),
        Mood::Plain => theme.title(),
    };
    let below = Rect { y: area.y + 2, height: area.height.saturating_sub(2), ..area };
    Paragraph::new(Line::styled(format!("  {text}"), style)).wrap(Wrap { trim: false }).render(below, buffer);
}

fn seat_line(
    view: &RoomView,
    room: &Room,
    me: Option<PlayerId>,
    seat: Seat,
    width: usize,
    theme: Theme,
) -> Line<'static> {
    let to_move = room.turn() == Some(seat);
    let state = &room.seats()[seat];
    let entry = state.occupant.as_ref().and_then(|who| room.scores().of(who));
    let (wins, draws) = entry.map_or((0, 0), |entry| (entry.wins, entry.draws));
    let tally = match state.occupant {
        Some(_) => format!(" {wins} won {draws} drawn"),
        None => String::new(),
    };
    let mut notes = Vec::new();
    if view.my_seats(me) == [seat] {
        notes.push("you");
    }
    if words::is_away(view, seat) {
        notes.push("away");
    }
    if room.phase() == Phase::Over && state.ready {
        notes.push("ready");
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    let (mark, mark_style) = mark(room, seat, theme);
    let space = width.saturating_sub(4 + tally.width());
    let name = cut(&words::name(room, seat), space.saturating_sub(notes.width()));
    let style = if to_move { theme.strong() } else { Style::new() };
    Line::from(vec![
        Span::styled(if to_move { "▶ " } else { "  " }, theme.strong()),
        Span::styled(mark, mark_style),
        Span::styled(fit(&format!(" {name}{notes}"), space + 1), style),
        Span::styled(tally, Style::new()),
    ])
}

/// The sign of a seat: X or O on 3x3 boards, else the stone of this game, or of the next one.
fn mark(room: &Room, seat: Seat, theme: Theme) -> (&'static str, Style) {
    if room.settings().variant.marks_follow_seat() {
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
