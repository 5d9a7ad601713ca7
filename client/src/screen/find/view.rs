//! Draws the list of servers on this network, and the search for a room.

use std::time::Duration;

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Line, widgets::Widget};
use tengen_session::text::Lang;

use crate::{
    layout::rows::Rows,
    model::Model,
    net::lan::AskError,
    screen::{
        find::{FindRow, FindScreen, FoundServer, Reception},
        list,
    },
    view::{columns::fit, parts::paragraph},
};

/// The widths of a server's name, and of its address after that, in columns.
const NAME: usize = 24;
const ADDRESS: usize = 22;

pub(crate) fn draw(model: &Model, screen: &FindScreen, (head, rows): (Rect, &Rows), buffer: &mut Buffer) {
    let (lang, theme) = (model.lang, model.theme);
    paragraph(state(lang, screen), theme.strong(), head, buffer);
    let listed = screen.rows();
    for (row, area) in rows.rects() {
        let Some(what) = listed.get(row) else { continue };
        let selected = row == screen.cursor;
        let sign = if selected { "▸ " } else { "  " };
        let width = usize::from(area.width);
        let text = format!("{sign}{}", line(lang, what, width.saturating_sub(2)));
        let style = match (selected, what) {
            (true, _) => theme.selected(),
            (false, FindRow::Server(_) | FindRow::Last(_)) => theme.title(),
            (false, FindRow::Room(..) | FindRow::Type) => Style::new(),
        };
        Line::styled(fit(&text, width), style).render(area, buffer);
    }
}

fn state(lang: Lang, screen: &FindScreen) -> String {
    if let Some(auto) = &screen.auto {
        return lang.find_auto(seconds(auto.left));
    }
    match (screen.ear, screen.servers.len()) {
        (Reception::Opening, 0) => lang.find_opening().to_owned(),
        (Reception::Listening, 0) => lang.find_none().to_owned(),
        (Reception::Deaf, 0) => lang.find_deaf().to_owned(),
        (_, count) => lang.find_some(count),
    }
}

fn seconds(left: Duration) -> u64 {
    left.as_millis().div_ceil(1_000).try_into().unwrap_or(u64::MAX)
}

fn line(lang: Lang, row: &FindRow<'_>, width: usize) -> String {
    match row {
        FindRow::Server(known) => server(lang, known, width),
        FindRow::Room(_, room) => {
            format!("  {}", list::view::in_one_line(room, lang, width.saturating_sub(2)))
        }
        FindRow::Last(address) => lang.find_last(&address.to_string()),
        FindRow::Type => lang.menu_join_code().to_owned(),
    }
}

fn server(lang: Lang, known: &FoundServer, width: usize) -> String {
    let server = &known.server;
    let state = match &known.rooms {
        None => lang.find_asking(),
        Some(Ok(rooms)) if rooms.is_empty() => lang.find_no_rooms(),
        Some(Ok(_)) => "",
        Some(Err(AskError::NoAnswer)) => lang.find_no_answer(),
        Some(Err(AskError::Busy)) => lang.find_busy(),
        Some(Err(AskError::TooMuch)) => lang.find_too_much(),
        Some(Err(AskError::NotTengen)) => lang.find_strange(),
    };
    let name = fit(server.name.as_str(), NAME.min(width.saturating_sub(ADDRESS)));
    format!("{name} {}  {state}", server.address)
}
