//! Handles the settings screen. Each change takes effect and is stored at once.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::{
    action::Action,
    effect::Effect,
    keeper::KeepOrder,
    keymap::{Bound, Key},
    layout::{Body, Layout, rows::Rows},
    model::Model,
    screen::{
        Screen,
        settings::{
            SettingsPage, SettingsScreen,
            layout::rows::{KeyRow, SettingsLine},
        },
    },
    settings::{Loaded, Pref, Settings, fault_text},
    update::{common::moved, cursor},
};

/// Opens the settings. Esc goes back to the screen from which they were opened.
pub(crate) fn open(model: &mut Model, effects: &mut Vec<Effect>) {
    let back = match &model.screen {
        Screen::Settings(_) => return,
        screen => screen.clone(),
    };
    model.notice = None;
    model.overlay = None;
    model.screen = Screen::Settings(SettingsScreen::new(back));
    effects.push(Effect::Keep(KeepOrder::ReadSettings));
}

/// Takes in the settings files, which have been read again.
pub(crate) fn learnt(model: &mut Model, loaded: Loaded) {
    let notice = model.notice.take();
    model.apply_files(loaded);
    // The settings screen has a row for the errors, so it needs no message.
    if matches!(model.screen, Screen::Settings(_)) {
        model.notice = notice;
    }
}

pub(crate) fn act(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let Screen::Settings(screen) = &mut model.screen else { return };
    match screen.page {
        SettingsPage::Main => main(model, effects, action),
        SettingsPage::Keys { cursor, .. } => keys(model, effects, action, cursor),
        SettingsPage::Problems { scroll } => match action {
            Action::Back => screen.page = SettingsPage::Main,
            _ => {
                let scroll = rows(model).scroll(action).unwrap_or(scroll);
                turn_to(model, SettingsPage::Problems { scroll });
            }
        },
    }
}

fn turn_to(model: &mut Model, page: SettingsPage) {
    if let Screen::Settings(screen) = &mut model.screen {
        screen.page = page;
    }
}

fn rows(model: &Model) -> Rows {
    match Layout::of(model).map(|layout| layout.body) {
        Some(Body::Settings(parts)) => parts.rows,
        _ => Rows::default(),
    }
}

fn main(model: &mut Model, effects: &mut Vec<Effect>, action: Action) {
    let count = SettingsLine::all(model).len();
    let Screen::Settings(screen) = &mut model.screen else { return };
    if let Some(cursor) = moved(screen.cursor, count, action) {
        screen.cursor = cursor;
        return;
    }
    if let Action::ClickRow(row) = action {
        screen.cursor = row.min(count.saturating_sub(1));
    }
    let line = screen.clone().line(model);
    match (action, line) {
        (Action::Back, _) => close(model),
        (Action::Left, SettingsLine::Pref(pref)) => turn(model, effects, pref, false),
        (Action::Right | Action::Select | Action::ClickRow(_), SettingsLine::Pref(pref)) => {
            turn(model, effects, pref, true);
        }
        (Action::Erase, SettingsLine::Pref(pref)) => {
            let mut settings = model.settings.clone();
            pref.set(&mut settings, pref.value(&Settings::default()), &model.themes);
            keep(model, effects, settings);
        }
        (Action::Right | Action::Select | Action::ClickRow(_), SettingsLine::Keys) => {
            let first = KeyRow::all(model).iter().position(|row| matches!(row, KeyRow::Bound(_)));
            turn_to(model, SettingsPage::Keys { cursor: first.unwrap_or(0), waits: false });
        }
        (Action::Right | Action::Select | Action::ClickRow(_), SettingsLine::Problems) => {
            turn_to(model, SettingsPage::Problems { scroll: 0 });
        }
        _ => {}
    }
}

fn close(model: &mut Model) {
    let Screen::Settings(screen) = &model.screen else { return };
    model.screen = (*screen.back).clone();
    model.notice = None;
    cursor::keep_in_view(model);
}

fn turn(model: &mut Model, effects: &mut Vec<Effect>, pref: Pref, up: bool) {
    let mut settings = model.settings.clone();
    pref.turn(&mut settings, up, &model.themes);
    keep(model, effects, settings);
}

/// Applies and stores other settings.
fn keep(model: &mut Model, effects: &mut Vec<Effect>, settings: Settings) {
    if model.settings != settings {
        let (old, new) = (Box::new(model.settings.clone()), Box::new(settings.clone()));
        model.apply_settings(settings);
        effects.push(Effect::Keep(KeepOrder::Settings { old, new }));
    }
}

fn keys(model: &mut Model, effects: &mut Vec<Effect>, action: Action, cursor: usize) {
    let all = KeyRow::all(model);
    let page = usize::from(rows(model).area.height).saturating_sub(1).max(1);
    let bound = |row: &usize| matches!(all.get(*row), Some(KeyRow::Bound(_)));
    let below = |from: usize| (from..all.len()).find(bound);
    let above = |from: usize| (0..=from.min(all.len().saturating_sub(1))).rev().find(bound);
    let (first, last) = (below(0), above(all.len()));
    let moved = match action {
        Action::Up => cursor.checked_sub(1).and_then(above).or(last),
        Action::Down => below(cursor + 1).or(first),
        Action::PageUp => above(cursor.saturating_sub(page)).or(first),
        Action::PageDown => below(cursor + page).or(last),
        Action::First => first,
        Action::Last => last,
        Action::HoverRow(row) | Action::ClickRow(row) => Some(row).filter(bound),
        _ => None,
    };
    // While the screen waits for the new key, only going back or a click does anything.
    if self::waits(model) && !matches!(action, Action::Back | Action::ClickRow(_)) {
        return;
    }
    let at = moved.unwrap_or(cursor);
    let waits = matches!(action, Action::Select) || matches!(action, Action::ClickRow(_)) && moved.is_some();
    turn_to(model, SettingsPage::Keys { cursor: at, waits });
    match (action, all.get(at)) {
        (Action::Back, _) => turn_to(model, SettingsPage::Main),
        (Action::Erase, Some(KeyRow::Bound(bound))) => unbind(model, effects, bound),
        (_, Some(KeyRow::Bound(bound))) if waits => model.tell(model.lang.keys_press(bound.what)),
        _ => {}
    }
}

fn unbind(model: &mut Model, effects: &mut Vec<Effect>, bound: &Bound) {
    let mut settings = model.settings.clone();
    match settings.keys.unbind(bound.name) {
        Ok(()) => {
            keep(model, effects, settings);
            model.tell(model.lang.keys_default(bound.what));
        }
        Err(fault) => model.warn(fault_text(bound.name, &fault, model.lang)),
    }
}

/// Whether the next key press is the new key for a row.
pub(crate) fn waits(model: &Model) -> bool {
    matches!(&model.screen, Screen::Settings(screen) if model.overlay.is_none() && screen.waits())
}

/// Handles the new key. If it cannot be used, says why and waits for another one.
pub(crate) fn pressed(model: &mut Model, effects: &mut Vec<Effect>, key: &KeyEvent) {
    let Screen::Settings(SettingsScreen { page: SettingsPage::Keys { cursor, .. }, .. }) = model.screen
    else {
        return;
    };
    if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
        return effects.push(Effect::Exit);
    }
    let done = SettingsPage::Keys { cursor, waits: false };
    if key.code == KeyCode::Esc {
        model.notice = None;
        return turn_to(model, done);
    }
    let rows = KeyRow::all(model);
    let Some(KeyRow::Bound(bound)) = rows.get(cursor) else { return turn_to(model, done) };
    let Some(key) = Key::pressed(key) else {
        return model.warn(model.lang.keys_cannot());
    };
    let mut settings = model.settings.clone();
    match settings.keys.bind(bound.name, vec![key]) {
        Ok(()) => {
            keep(model, effects, settings);
            turn_to(model, done);
            let shown = key.shown(model.theme.charset);
            model.tell(model.lang.keys_bound(bound.what, &shown));
        }
        Err(fault) => model.warn(fault_text(bound.name, &fault, model.lang)),
    }
}
