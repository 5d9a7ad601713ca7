//! Draws the banner of a room: what others ask for, or the result, or the turn.

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Line, widgets::Widget};
use tengen_session::room::Mood;
use tengen_shared::{game::Phase, rules::FoulRule};
use unicode_width::UnicodeWidthStr;

use crate::{
    action::Action,
    model::Standing,
    screen::room::{RoomScreen, view::requests},
    theme::Theme,
    view::{
        columns::cut,
        parts::{line_of, paragraph},
        words,
    },
};

/// A text of the banner.
struct Said {
    text: String,
    style: Style,
    /// The greatest height, in rows.
    rows: u16,
}

pub(crate) fn draw(
    screen: &RoomScreen,
    standing: &Standing<'_>,
    area: Rect,
    buffer: &mut Buffer,
    theme: Theme,
) {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    let call = requests::call(standing);
    let over = standing.room.phase() == Phase::Over && standing.room.game().is_some();
    let lit = call.is_some() || over;
    if lit {
        buffer.set_style(area.intersection(buffer.area), theme.banner());
    }
    let said = match call {
        Some(call) => called(standing, &call, inner, theme),
        None => calm(screen, standing, inner, lit, theme),
    };
    let mut y = 0;
    for Said { text, style, rows } in said {
        let (left, width) = (inner.height.saturating_sub(y), usize::from(inner.width));
        if left == 0 || text.is_empty() {
            continue;
        }
        let rows = rows.min(left);
        if rows == 1 || text.width() <= width {
            Line::styled(cut(&text, width), style).render(line_of(inner, y), buffer);
            y += 1;
        } else {
            let part = Rect { y: inner.y + y, height: rows, ..inner };
            paragraph(text, style, part, buffer);
            y += rows;
        }
    }
}

/// Draws the state of a bad connection in place of the game.
pub(crate) fn trouble(text: String, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
    paragraph(text, theme.problem(), inner, buffer);
}

/// Returns what others ask for, or who is gone, and below that the state of the game.
fn called(standing: &Standing<'_>, call: &[String], area: Rect, theme: Theme) -> Vec<Said> {
    let width = usize::from(area.width);
    // Wrapping leaves rows partly empty, so the text must fit into nine tenths of the space.
    let two = call.first().filter(|text| area.height > 2 && text.width() <= width * 2 * 9 / 10);
    let text = two.cloned().unwrap_or_else(|| requests::longest(call, width));
    let (state, _) = standing.status(standing.waited, standing.lang);
    let style = theme.banner();
    vec![Said { text, style, rows: 2 }, Said { text: state, style, rows: 1 }]
}

/// Returns why the rules forbid the user's stone at the cursor; `None` if they do not.
fn forbidden(screen: &RoomScreen, standing: &Standing<'_>) -> Option<String> {
    let point = screen.cursor_in(standing.room)?;
    let foul = standing.forbidden_at(point)?;
    let (point, why) = (point.to_string(), standing.lang.foul(foul));
    let fouls = standing.room.game()?.position().fouls();
    Some(match fouls {
        FoulRule::Refused => standing.lang.forbidden_here(&point, &why),
        FoulRule::Loses => standing.lang.loses_here(&point, &why),
    })
}

/// Returns the turn or the result, and, if there is space, what the user can do.
fn calm(screen: &RoomScreen, standing: &Standing<'_>, area: Rect, lit: bool, theme: Theme) -> Vec<Said> {
    let (room, lang) = (standing.room, standing.lang);
    let rows = if area.height > 2 { 2 } else { 1 };
    let (text, mood) = standing.status(standing.waited, standing.lang);
    let (first, further) = match (lit, mood) {
        (true, _) => (theme.banner(), theme.banner()),
        (false, Mood::Good) => (theme.good(), theme.text()),
        (false, Mood::Plain) => (theme.title(), theme.text()),
    };
    if let Some(point) = screen.trial_in(room) {
        let text = lang.preview(&point.to_string(), &standing.key(Action::Back));
        return vec![Said { text, style: theme.good(), rows: area.height }];
    }
    let mut said = vec![Said { text, style: first, rows }];
    let prompt = forbidden(screen, standing)
        .or_else(|| words::invitation(standing))
        .unwrap_or_else(|| words::prompt(standing));
    if lit && area.height > 1 {
        let who = standing.name(room.next_first());
        let line = |text: &str| Said { text: text.to_owned(), style: further, rows: 1 };
        let prompt = |rows| Said { text: prompt, style: further, rows };
        if room.seats().first_empty().is_some() {
            said.extend([line(lang.other_seat_free()), prompt(3)]);
        } else if standing.mine() == [room.next_first()] {
            said.extend([prompt(2), line(lang.you_begin_next())]);
        } else {
            said.extend([prompt(2), line(&lang.begins_next(&who))]);
        }
    } else if area.height > 1 {
        said.push(Said { text: prompt, style: further, rows: 3 });
    }
    said
}
