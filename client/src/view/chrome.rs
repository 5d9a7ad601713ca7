//! The first line and the two last: where one is, what was said, what can be done.

use ratatui::{
    buffer::Buffer,
    layout::{Alignment, Rect},
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};
use unicode_width::UnicodeWidthStr;

use super::{chat, cut, foot, table, words};
use crate::{
    action::Action,
    keymap::Context,
    layout::Layout,
    model::{Link, Mode, Model, Playback, Played, Purpose, Screen, SettingsPage, Tone},
    theme::Theme,
};

pub(super) fn title(model: &Model, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let width = usize::from(area.width);
    let left = match &model.screen {
        Screen::Name(_) => "Tengen · your name".to_owned(),
        Screen::Menu(_) => "Tengen".to_owned(),
        Screen::Find(_) => format!("Tengen · {}", model.lang.title_find()),
        Screen::Seek(_) => format!("Tengen · {}", model.lang.title_seek()),
        Screen::Create(form) => match form.changed() {
            None => "Tengen · new room".to_owned(),
            Some(change) => format!("settings of {}", change.screen.code),
        },
        Screen::List(list) => match list.purpose {
            Purpose::Join => "Tengen · rooms".to_owned(),
            Purpose::Watch => "Tengen · rooms to watch".to_owned(),
        },
        Screen::Quick(_) => "Tengen · quick match".to_owned(),
        Screen::Code(_) => "Tengen · join by code".to_owned(),
        Screen::Opening(_) => "Tengen".to_owned(),
        Screen::Passphrase(screen) => format!("Tengen · passphrase of {}", screen.room),
        Screen::Knocking(screen) => format!("Tengen · at the door of {}", screen.room),
        Screen::Room(screen) => words::room_title(&screen.code, model.rooms.get(&screen.code)),
        Screen::History(list) => match &list.of {
            Played::Here(room) => format!("games · {}", room.code),
            Played::Mine => "Tengen · my games".to_owned(),
        },
        Screen::Replay(screen) => match screen.playback() {
            Some(Playback { record, .. }) => {
                format!("replay · {} · game {} · {}", record.room, record.number, record.variant)
            }
            None => "replay".to_owned(),
        },
        Screen::Settings(screen) => match screen.page {
            SettingsPage::Main => format!("Tengen · {}", model.lang.title_settings()),
            SettingsPage::Keys { .. } => format!("Tengen · {}", model.lang.title_keys()),
            SettingsPage::Problems { .. } => format!("Tengen · {}", model.lang.title_problems()),
        },
        Screen::Thinking(screen) => format!("thinking · {} · game {}", screen.room.code, screen.game),
    };
    let right = match (model.mode, &model.link) {
        (Mode::Local, Link::Idle) => String::new(),
        (Mode::Local, _) => "local".to_owned(),
        (Mode::Online, Link::Online { .. } | Link::Silent { .. }) => model.address.to_string(),
        (Mode::Online, Link::Idle) => String::new(),
        (Mode::Online, Link::Dialling | Link::Greeting { .. } | Link::Down { .. }) => "offline".to_owned(),
    };
    Line::styled(format!(" {}", cut(&left, width.saturating_sub(1))), theme.title()).render(area, buffer);
    if left.width() + right.width() + 4 <= width {
        Line::styled(format!("{right} "), theme.faint()).alignment(Alignment::Right).render(area, buffer);
    }
}

/// What was said last; else what is being typed; else what the room waits for.
pub(super) fn notice(model: &Model, layout: &Layout, buffer: &mut Buffer, theme: Theme) {
    let area = layout.notice;
    let width = usize::from(area.width).saturating_sub(2);
    let entry = match &model.screen {
        Screen::Room(screen) => screen.entry.as_ref(),
        Screen::Replay(screen) => screen.playback().and_then(|playback| playback.entry.as_ref()),
        _ => None,
    };
    if let Some(entry) = entry {
        let advice = model.notice.as_ref().map_or("(h8, or row col from the top)", |notice| &notice.text);
        let text = format!(" point: {}_   {advice}", entry.text());
        return Line::styled(cut(&text, width), theme.strong()).render(area, buffer);
    }
    let (text, style) = match (&model.notice, model.standing()) {
        (Some(notice), _) => match notice.tone {
            Tone::Info => (notice.text.clone(), theme.strong()),
            Tone::Problem => (notice.text.clone(), theme.problem()),
        },
        (None, Some(standing)) => {
            let prompt = match &model.screen {
                Screen::Room(_) => table::line(&standing, width).unwrap_or_else(|| words::prompt(&standing)),
                _ => words::call_back(standing.view, model.me.player)
                    .or_else(|| table::call_back(&standing))
                    .unwrap_or_default(),
            };
            let said = if layout.talk.is_some() { None } else { chat::news(model, standing.view) };
            (said.unwrap_or(prompt), theme.strong())
        }
        (None, None) => return,
    };
    if area.height > 1 {
        let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(2), ..area };
        return Paragraph::new(text).style(style).wrap(Wrap { trim: true }).render(inner, buffer);
    }
    Line::styled(format!(" {}", cut(&text, width)), style).render(area, buffer);
}

/// How many lines of talk wait to be read, where they cannot be seen.
fn unread(model: &Model, layout: &Layout) -> String {
    match (&model.screen, model.room_on_screen()) {
        (Screen::Room(_), Some((_, view))) if layout.talk.is_none() => match model.unread(view) {
            0 => String::new(),
            count => {
                let key = model.keymap.key_of(Context::Room, Action::Chat).unwrap_or_default();
                model.lang.unread(&key, count)
            }
        },
        _ => String::new(),
    }
}

/// The keys that help most here, or how the connection stands while there is none.
pub(super) fn foot(model: &Model, layout: &Layout, buffer: &mut Buffer, theme: Theme) {
    let area = layout.foot;
    let width = usize::from(area.width).saturating_sub(2);
    if let Some(text) = words::connection(model.lang, &model.link, model.time.local()) {
        return Line::styled(format!(" {}", cut(&text, width)), theme.problem()).render(area, buffer);
    }
    let news = unread(model, layout);
    let mut spans = vec![Span::raw(" "), Span::styled(news.clone(), theme.good())];
    let mut used = news.width();
    // The last hints, help and quit, matter most where not all fit.
    let hints = foot::keys(model);
    let lengths: Vec<usize> = hints.iter().map(|hint| hint.keys.width() + hint.what.width() + 3).collect();
    let always: usize = lengths.iter().rev().take(2).sum();
    let last = hints.len().saturating_sub(2);
    for (index, (hint, length)) in hints.iter().zip(lengths).enumerate() {
        let reserve = if index < last { always } else { 0 };
        if used + length + reserve > width + 2 {
            continue;
        }
        used += length;
        spans.push(Span::styled(hint.keys.clone(), theme.strong()));
        spans.push(Span::styled(format!(" {}  ", hint.what), theme.faint()));
    }
    Line::from(spans).render(area, buffer);
}
