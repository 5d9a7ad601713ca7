//! Draws a room: the board and everything around it.

mod banner;
pub(crate) mod invitation;
pub(crate) mod requests;
pub(crate) mod talk;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};
use tengen_session::{
    room::{RoomView, board_shown},
    terms,
    text::Lang,
};
use tengen_shared::{
    game::{Phase, Room, Seat, Seen},
    protocol::Spectators,
    rules::Stone,
};
use unicode_width::UnicodeWidthStr;

use crate::{
    model::{Model, Overlay, Standing},
    screen::room::{RoomScreen, layout::Parts},
    theme::Theme,
    view::{
        board_view,
        columns::{cut, fit},
        evaluation_bars, moves,
        panel::heading,
        parts::{line_of, paragraph},
        picture::Picture,
        signs,
    },
};

/// The least width for a score in words beside a clock.
const WIDE: usize = 50;

/// Draws a room, except for the title and the lines at the bottom.
pub(crate) fn draw(
    model: &Model,
    (screen, view, standing): (&RoomScreen, &RoomView, &Standing<'_>),
    Parts { board: layout, panels }: &Parts,
    buffer: &mut Buffer,
    theme: Theme,
) {
    seats(standing, panels.seats, buffer, theme);
    match model.connection().filter(|_| panels.banner.height > 1) {
        Some(trouble) => banner::trouble(trouble, panels.banner, buffer, theme),
        None => banner::draw(screen, standing, panels.banner, buffer, theme),
    }
    let refused = model.notice.as_ref().and_then(|notice| notice.point);
    board_view::draw(&Picture::of_room(screen, standing, refused), layout, buffer, theme);
    if let Some(area) = panels.evaluations {
        evaluation_bars::room(standing, area, buffer, theme);
    }
    if let Some(area) = panels.moves {
        moves::room(standing, area, buffer, theme);
    }
    // While the user types, the overlay draws the chat.
    let typing = matches!(model.overlay, Some(Overlay::Chat(_)));
    if let Some(area) = panels.chat.filter(|_| !typing) {
        talk::panel(model, view, area, buffer, theme);
    }
    if let Some(area) = panels.watchers {
        watchers(&view.spectators, area, buffer, theme, standing.lang);
    }
}

/// Draws both players, each in two lines if there is space.
fn seats(standing: &Standing<'_>, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let width = usize::from(area.width);
    let tall = area.height >= 4;
    for (row, seat) in (0..).zip(Seat::BOTH) {
        let row = if tall { 2 * row } else { row };
        seat_line(standing, seat, (width, !tall), theme).render(line_of(area, row), buffer);
        if tall {
            about(standing, seat, width, theme).render(line_of(area, row + 1), buffer);
        }
    }
}

/// Returns the first line of a player: turn, sign, name and clock. If it is the only line, it includes the score.
fn seat_line(
    standing: &Standing<'_>,
    seat: Seat,
    (width, alone): (usize, bool),
    theme: Theme,
) -> Line<'static> {
    let (room, lang) = (standing.room, standing.lang);
    let to_move = room.turn() == Some(seat);
    let (clock, low) = clock(standing, seat);
    let tally = match alone {
        true => tally(room, seat, lang, clock.is_empty() || width >= WIDE),
        false => String::new(),
    };
    let mut notes = Vec::new();
    if standing.mine() == [seat] || standing.stood_in().is_some_and(|(mine, _)| mine == seat) {
        notes.push(lang.note_you());
    }
    if alone && standing.is_away(seat) {
        notes.push(lang.is_away());
    }
    if room.phase() == Phase::Over && room.seats()[seat].ready {
        notes.push(lang.note_ready());
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
    // After a change of seats, the stones of the finished game belong to other players.
    let moved = room.phase() == Phase::Over
        && standing.view.player(seat).is_some_and(|played| {
            match (&played.occupant, &room.seats()[seat].occupant) {
                (Some(then), Some(now)) => !then.is_same(now),
                (then, now) => then != now,
            }
        });
    let (mark, mark_style) = if moved { (" ", theme.text()) } else { signs::seat(room, seat, theme) };
    let space = width.saturating_sub(4 + tally.width() + clock.width());
    let name = cut(&standing.name(seat), space.saturating_sub(notes.width()));
    let style = if to_move { theme.strong() } else { theme.text() };
    let runs = standing.running().is_some_and(|(running, _)| running == seat);
    let clock_style = match (low, runs) {
        (true, _) => theme.problem(),
        (false, true) => theme.banner(),
        (false, false) => theme.title(),
    };
    Line::from(vec![
        Span::styled(if to_move { "▶ " } else { "  " }, theme.strong()),
        Span::styled(mark, mark_style),
        Span::styled(fit(&format!(" {name}{notes}"), space + 1), style),
        Span::styled(clock, clock_style),
        Span::styled(tally, theme.faint()),
    ])
}

/// Returns the second line of a player: score, colour and presence.
fn about(standing: &Standing<'_>, seat: Seat, width: usize, theme: Theme) -> Line<'static> {
    let (room, lang) = (standing.room, standing.lang);
    let stone = room.game().and_then(|game| game.stone_of(seat)).filter(|_| room.is_playing());
    let plays = match stone.filter(|_| !board_shown(room).marks_follow_seat()) {
        Some(Stone::Black) => format!(" · {}", lang.plays_black()),
        Some(Stone::White) => format!(" · {}", lang.plays_white()),
        None => String::new(),
    };
    let (dot, word, style) = match room.seats()[seat].occupant {
        None => ("", "", theme.faint()),
        Some(_) if room.seats().bot(seat).is_some() => ("•", lang.is_computer(), theme.faint()),
        Some(_) if !standing.online => ("", "", theme.faint()),
        Some(_) if standing.is_away(seat) => ("◦", lang.is_away(), theme.problem()),
        Some(_) if standing.presence_of(seat) == Seen::Here => ("•", lang.is_here(), theme.good()),
        Some(_) => ("", "", theme.faint()),
    };
    let here = format!("{dot} {word}");
    let space = width.saturating_sub(here.width());
    let score = |in_words| format!("   {}{plays}", tally(room, seat, lang, in_words));
    let left = Some(score(true)).filter(|text| text.width() < space).unwrap_or_else(|| score(false));
    Line::from(vec![Span::styled(fit(&left, space), theme.faint()), Span::styled(here, style)])
}

/// Returns the score of the occupant of `seat`, in words or as `2w 1d`.
fn tally(room: &Room, seat: Seat, lang: Lang, in_words: bool) -> String {
    let Some(occupant) = &room.seats()[seat].occupant else { return String::new() };
    let (wins, draws) = room.scores().of(occupant).map_or((0, 0), |entry| (entry.wins, entry.draws));
    let tally = if in_words { lang.tally(wins, draws) } else { lang.tally_short(wins, draws) };
    format!(" {tally}")
}

/// Returns the clock of `seat`, and whether it is low. A running clock is in brackets, and a low one has an exclamation
/// mark.
fn clock(standing: &Standing<'_>, seat: Seat) -> (String, bool) {
    let Some(left) = standing.shown(seat) else { return (String::new(), false) };
    let runs = standing.running().is_some_and(|(running, _)| running == seat);
    let low = terms::is_low(left);
    let text = format!("{}{}", terms::time_left(left), if low { "!" } else { "" });
    (if runs { format!(" [{text}]") } else { format!("  {text} ") }, low)
}

fn watchers(spectators: &Spectators, area: Rect, buffer: &mut Buffer, theme: Theme, lang: Lang) {
    heading((&lang.panel_watchers(spectators.count), ""), area, buffer, theme);
    let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
    let mut names: Vec<String> = spectators.names.iter().map(ToString::to_string).collect();
    let known = u32::try_from(names.len()).unwrap_or(u32::MAX);
    let width = usize::from(below.width) * usize::from(below.height);
    // Names that do not fit are replaced by their number.
    loop {
        let shown = u32::try_from(names.len()).unwrap_or(u32::MAX);
        let hidden = spectators.count.max(known).saturating_sub(shown);
        let more = if hidden == 0 { String::new() } else { format!(" {}", lang.and_more(hidden)) };
        let text = format!("{}{more}", names.join(", "));
        if text.width() <= width || names.pop().is_none() {
            return paragraph(text.trim(), theme.faint(), below, buffer);
        }
    }
}
