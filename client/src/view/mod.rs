//! Drawing: the model as it is, changed by nothing.

mod banner;
mod board;
mod chat;
mod chrome;
mod columns;
mod find;
mod foot;
mod form;
mod history;
mod judgement;
mod list;
mod menu;
mod moves;
mod panel;
mod picture;
mod popup;
mod put;
mod record;
mod replay;
mod results;
mod room;
mod settings;
mod signs;
mod stones;
mod table;
mod text;
mod thinking;
pub(crate) mod tree;
mod typed;
mod words;

use ratatui::{
    Frame,
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::Text,
    widgets::{Clear, Paragraph, Widget, Wrap},
};
use unicode_width::UnicodeWidthStr;

use crate::{
    layout::{Body, Layout, MIN_HEIGHT, MIN_WIDTH},
    model::{Model, Screen},
    theme::Theme,
};

use columns::{cut, fit, tail};

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    let theme = model.theme;
    let area = frame.area();
    // A terminal that has just shrunk is drawn when its new size is known here, too.
    if area.width < model.size.width || area.height < model.size.height {
        return;
    }
    let buffer = frame.buffer_mut();
    let Some(layout) = Layout::of(model) else {
        let text = model.lang.too_small(area.width, area.height, MIN_WIDTH, MIN_HEIGHT);
        paragraph(text, Style::new(), area, buffer);
        return theme.fit(buffer);
    };
    chrome::title(model, layout.title, buffer, theme);
    screen(model, &layout, buffer, theme);
    chrome::notice(model, &layout, buffer, theme);
    chrome::foot(model, &layout, buffer, theme);
    if let (Some(overlay), Some(popup)) = (&model.overlay, &layout.popup) {
        popup::draw(overlay, model, popup, buffer, theme);
    }
    theme.fit(buffer);
}

/// Draws what fills the terminal between its title and its foot.
fn screen(model: &Model, layout: &Layout, buffer: &mut Buffer, theme: Theme) {
    let lang = model.lang;
    match (&model.screen, &layout.body) {
        (Screen::Menu(menu), Body::Rows { head, rows }) => {
            menu::draw(model, *menu, (*head, rows), buffer);
        }
        (Screen::Find(find), Body::Rows { head, rows }) => {
            find::draw(model, find, (*head, rows), buffer);
        }
        (Screen::Seek(seek), Body::Text { area }) => {
            text::opening(&lang.seeking(seek.room.as_str()), model, *area, buffer);
        }
        (Screen::Create(form), Body::Rows { head, rows }) => {
            form::draw(form, lang, (*head, rows), buffer, theme);
        }
        (Screen::Quick(quick), Body::Rows { head, rows }) => {
            menu::draw_quick(quick, lang, (*head, rows), buffer, theme);
        }
        (Screen::List(list), Body::Rows { head, rows }) => {
            list::draw(model, list, (*head, rows), buffer);
        }
        (Screen::Name(name), Body::Text { area }) => text::name(name, lang, *area, buffer, theme),
        (Screen::Code(code), Body::Text { area }) => text::code(code, lang, *area, buffer, theme),
        (Screen::Opening(opening), Body::Text { area }) => text::opening(&opening.what, model, *area, buffer),
        (Screen::Passphrase(screen), Body::Text { area }) => {
            text::passphrase(screen, lang, *area, buffer, theme);
        }
        (Screen::Knocking(screen), Body::Text { area }) => text::knocking(screen, model, *area, buffer),
        (Screen::Room(screen), Body::Room { board, panels }) => {
            if let (Some(view), Some(standing)) = (model.session.room(&screen.code), model.standing()) {
                room::draw(model, (screen, view, &standing), (board, panels), buffer, theme);
            }
        }
        (Screen::Room(screen), Body::Text { area }) => {
            text::opening(&lang.waiting_for_news(&screen.code), model, *area, buffer);
        }
        (Screen::Thinking(screen), Body::Thinking { head, rows, board }) => {
            thinking::draw(screen, (*head, rows, board.as_ref()), buffer, model);
        }
        (Screen::History(list), Body::Rows { head, rows }) => {
            history::draw(list, (*head, rows), buffer, model);
        }
        (Screen::Replay(screen), body @ Body::Replay { .. }) => {
            replay::draw(screen, body, buffer, model);
        }
        (Screen::Settings(screen), Body::Settings { rows, help, preview }) => {
            settings::draw(model, screen, (rows, *help, *preview), buffer);
        }
        // The layout is made from the same screen, so no other pair comes up.
        (_, _) => {}
    }
}

/// Makes `area` blank for what is to lie there. A wide character that begins before it and ends in it goes, too: it
/// would hide what is drawn over its half.
fn clear(area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    Clear.render(area, buffer);
    let Some(before) = area.x.checked_sub(1).filter(|_| area.width > 0) else { return };
    for y in area.top()..area.bottom() {
        let cell = &mut buffer[(before, y)];
        if cell.symbol().width() > 1 {
            cell.set_char(' ');
        }
    }
}

/// The line `row` of `area`, empty if there is none.
fn line_of(area: Rect, row: u16) -> Rect {
    if row < area.height { Rect { y: area.y + row, height: 1, ..area } } else { Rect::ZERO }
}

/// Writes `text` into `area`, broken between its words.
fn paragraph<'a>(text: impl Into<Text<'a>>, style: Style, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(text).style(style).wrap(Wrap { trim: true }).render(area, buffer);
}
