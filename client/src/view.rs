//! Draws the model without changing it.

pub(crate) mod board_view;
pub(crate) mod choices;
pub(crate) mod chrome;
pub(crate) mod columns;
pub(crate) mod evaluation_bars;
pub(crate) mod foot;
pub(crate) mod moves;
pub(crate) mod panel;
pub(crate) mod parts;
pub(crate) mod picture;
pub(crate) mod popup;
pub(crate) mod put;
pub(crate) mod question;
pub(crate) mod record;
pub(crate) mod signs;
pub(crate) mod stones;
pub(crate) mod typed;
pub(crate) mod words;

use ratatui::{Frame, buffer::Buffer, style::Style};

use self::{parts::paragraph, question::wait};
use crate::{
    layout::{Body, Layout, MIN_HEIGHT, MIN_WIDTH},
    model::Model,
    screen::{
        Screen, code, devices, door, find, form, history, list, menu, name, quick, replay, room, settings,
        thinking,
    },
    theme::Theme,
};

/// Draws the whole screen.
pub fn draw(frame: &mut Frame<'_>, model: &Model) {
    let theme = model.theme;
    let area = frame.area();
    // The terminal is smaller than the model says: it has just been resized. Draws nothing until the model has the new
    // size.
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

/// Draws the part of the screen between the title and the notices.
fn screen(model: &Model, layout: &Layout, buffer: &mut Buffer, theme: Theme) {
    let lang = model.lang;
    match (&model.screen, &layout.body) {
        (Screen::Menu(menu), Body::Rows { head, rows }) => {
            menu::view::draw(model, *menu, (*head, rows), buffer);
        }
        (Screen::Find(find), Body::Rows { head, rows }) => {
            find::view::draw(model, find, (*head, rows), buffer);
        }
        (Screen::Seek(seek), Body::Text { area }) => {
            wait(&lang.seeking(seek.room.as_str()), model, *area, buffer);
        }
        (Screen::Create(form), Body::Rows { head, rows }) => {
            form::view::draw(form, lang, (*head, rows), buffer, theme);
        }
        (Screen::Quick(quick), Body::Rows { head, rows }) => {
            quick::view::draw(quick, lang, (*head, rows), buffer, theme);
        }
        (Screen::List(list), Body::Rows { head, rows }) => {
            list::view::draw(model, list, (*head, rows), buffer);
        }
        (Screen::Name(name), Body::Text { area }) => name::view::draw(name, lang, *area, buffer, theme),
        (Screen::Code(code), Body::Text { area }) => code::view::draw(code, lang, *area, buffer, theme),
        (Screen::Devices(screen), Body::Rows { head, rows }) => {
            devices::view::draw(model, screen, (*head, rows), buffer);
        }
        (Screen::Devices(screen), Body::Text { area }) => {
            devices::view::draw_field(model, screen, *area, buffer);
        }
        (Screen::Opening(opening), Body::Text { area }) => wait(&opening.what, model, *area, buffer),
        (Screen::Passphrase(screen), Body::Text { area }) => {
            door::view::passphrase(screen, lang, *area, buffer, theme);
        }
        (Screen::Knocking(screen), Body::Text { area }) => door::view::knocking(screen, model, *area, buffer),
        (Screen::Room(screen), Body::Room(parts)) => {
            if let (Some(view), Some(standing)) = (model.session.room(&screen.code), model.standing()) {
                room::view::draw(model, (screen, view, &standing), parts, buffer, theme);
            }
        }
        (Screen::Room(screen), Body::Text { area }) => {
            wait(&lang.waiting_for_news(&screen.code), model, *area, buffer);
        }
        (Screen::SearchTree(screen), Body::Thinking(parts)) => {
            thinking::view::draw(screen, parts, buffer, model);
        }
        (Screen::History(list), Body::Rows { head, rows }) => {
            history::view::draw(list, (*head, rows), buffer, model);
        }
        (Screen::Replay(screen), Body::Replay(parts)) => replay::view::draw(screen, parts, buffer, model),
        (Screen::Settings(screen), Body::Settings(parts)) => {
            settings::view::draw(model, screen, parts, buffer);
        }
        // The layout comes from the same screen, so no other pair is possible.
        (_, _) => {}
    }
}
