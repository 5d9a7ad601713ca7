//! Draws the settings screen, with a preview of the board.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::Widget,
};
use tengen_shared::rules::Stone;
use unicode_width::UnicodeWidthStr;

use crate::{
    keymap::Bound,
    layout::rows::Rows,
    model::Model,
    screen::settings::{
        SettingsPage, SettingsScreen,
        layout::{
            Parts, problem_rows,
            rows::{KeyRow, SettingsLine},
        },
    },
    view::{
        choices::choices,
        columns::{cut, fit},
        parts::{line_of, paragraph},
    },
};

/// The width of a setting's name, in columns.
const LABEL: usize = 16;
/// The width of the keys, in columns.
const KEYS: usize = 14;

pub(crate) fn draw(model: &Model, screen: &SettingsScreen, parts: &Parts, buffer: &mut Buffer) {
    let Parts { rows, help, preview } = parts;
    let (help, preview) = (*help, *preview);
    match screen.page {
        SettingsPage::Main => {
            let lines = SettingsLine::all(model);
            let label = |row: usize| lines.get(row).map_or(String::new(), |line| setting(model, *line));
            choices(rows, screen.cursor, label, buffer, model.theme);
            paragraph(screen.line(model).help(model), model.theme.faint(), help, buffer);
            if let Some(area) = preview {
                board(model, area, buffer);
            }
        }
        SettingsPage::Keys { cursor, waits } => {
            let all = KeyRow::all(model);
            keys(model, &all, (cursor, waits), rows, buffer);
            if let Some(KeyRow::Bound(bound)) = all.get(cursor) {
                let star =
                    if bound.is_changed { format!("{} ", model.lang.keys_star()) } else { String::new() };
                let text = format!("{star}{}", model.lang.keys_in_file(bound.name));
                paragraph(text, model.theme.faint(), help, buffer);
            }
        }
        SettingsPage::Problems { .. } => {
            let texts = problem_rows(model, rows.area.width);
            for (row, area) in rows.rects() {
                Line::raw(texts.get(row).map_or("", String::as_str)).render(area, buffer);
            }
        }
    }
}

fn setting(model: &Model, line: SettingsLine) -> String {
    let (label, value) = (fit(line.label(model.lang), LABEL), line.value(model));
    match line {
        SettingsLine::Pref(_) => format!("{label}‹ {value} ›"),
        SettingsLine::Keys | SettingsLine::Problems => format!("{label}› {value}"),
    }
}

fn keys(model: &Model, all: &[KeyRow], (cursor, waits): (usize, bool), rows: &Rows, buffer: &mut Buffer) {
    let theme = model.theme;
    for (row, area) in rows.rects() {
        match all.get(row) {
            Some(KeyRow::Place(place)) => Line::styled(*place, theme.strong()).render(area, buffer),
            Some(KeyRow::Bound(bound)) => {
                let selected = row == cursor;
                key_row(model, bound, (selected, selected && waits), area).render(area, buffer);
            }
            None => {}
        }
    }
}

fn key_row(model: &Model, bound: &Bound, (selected, waits): (bool, bool), area: Rect) -> Line<'static> {
    let theme = model.theme;
    let names: Vec<String> = bound.keys.iter().map(|key| key.shown(theme.charset)).collect();
    let names = match (waits, names.is_empty()) {
        (true, _) => "...".to_owned(),
        (false, true) => model.lang.no_key().to_owned(),
        (false, false) => names.join(" "),
    };
    // The user's own keys have a star, since colour alone is not enough.
    let star = if bound.is_changed { "*" } else { " " };
    let sign = if selected { "> " } else { "  " };
    let width = usize::from(area.width);
    let what = format!(" {}", bound.what);
    let keys = fit(&format!("{star}{names}"), KEYS);
    let what = fit(&what, width.saturating_sub(sign.width() + keys.width()));
    let (strong, plain) =
        if selected { (theme.selected(), theme.selected()) } else { (theme.strong(), Style::new()) };
    Line::from(vec![Span::styled(sign, plain), Span::styled(keys, strong), Span::styled(what, plain)])
}

/// Draws the preview: part of a board with stones, the cursor, the last move, a winning row and a hint, and a line of
/// text.
fn board(model: &Model, area: Rect, buffer: &mut Buffer) {
    let (theme, lang) = (model.theme, model.lang);
    let wood = theme.wood();
    let (black, white) = (theme.stone(Stone::Black), theme.stone(Stone::White));
    let (cursor, last) = (theme.cursor(wood), theme.last(wood));
    let span = |text: &'static str, style: Style| Span::styled(text, style);
    let rows = [
        vec![span(" ┼─┼─", wood), span("●", black), span("─┼─", wood), span("○", white), span("─┼─┼ ", wood)],
        vec![
            span(" ┼", wood),
            span("[", cursor),
            span("●", black),
            span("]", cursor),
            span("┼", wood),
            span("(", last),
            span("○", white),
            span(")", last),
            span("┼─", wood),
            span("*", theme.hint(wood)),
            span("─┼ ", wood),
        ],
        vec![
            span(" ┼─", wood),
            span("◆", theme.won(black)),
            span("─", wood),
            span("◆", theme.won(black)),
            span("─┼─", wood),
            span("◇", theme.won(white)),
            span("─", wood),
            span("◇", theme.won(white)),
            span("─┼ ", wood),
        ],
        vec![
            span(" X", theme.mark(true)),
            span(" ", Style::new()),
            span("O", theme.mark(false)),
            span(" ", Style::new()),
            Span::styled(cut(lang.preview_turn(), 11), theme.good()),
        ],
    ];
    for (row, spans) in (0..).zip(rows) {
        Line::from(spans).render(line_of(area, row), buffer);
    }
}
