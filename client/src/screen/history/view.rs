//! Draws the list of finished games.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_session::{
    study::Pages,
    terms::{self, plural},
    text::Lang,
};
use tengen_shared::protocol::GameSummary;
use unicode_width::UnicodeWidthStr;

use crate::{
    layout::rows::Rows,
    model::Model,
    screen::history::{HistoryScreen, Played},
    view::{
        choices::choices,
        columns::{cut, fit},
        parts::line_of,
        record,
    },
    zone::Zone,
};

/// The least width for rows with all columns.
const WIDE: usize = 66;
const BOARD: usize = 14;
const REASON: usize = 8;

pub(crate) fn draw(list: &HistoryScreen, (head, rows): (Rect, &Rows), buffer: &mut Buffer, model: &Model) {
    let (theme, lang, zone) = (model.theme, model.lang, &model.zone);
    let width = usize::from(head.width);
    let known = list.list.games().len();
    let count = u64::try_from(known).unwrap_or(u64::MAX);
    let games = lang.games(count, plural(count));
    let days = if zone.is_utc() { lang.days_are_utc() } else { "" };
    let words = match (&list.list.pages(), known, &list.of) {
        (Pages::Refused(why), ..) => lang.no_more(why),
        (Pages::Whole, 0, Played::Here(_)) => lang.none_here().to_owned(),
        (Pages::Whole, 0, Played::Mine) => lang.none_mine().to_owned(),
        (Pages::Partial | Pages::Asked(_), 0, _) => lang.asking_for_games().to_owned(),
        (Pages::Whole, ..) => lang.games_listed(&games, days),
        (Pages::Partial | Pages::Asked(_), ..) => lang.games_and_more(&games, days),
    };
    Line::styled(cut(&words, width), theme.strong()).render(line_of(head, 0), buffer);
    if let Some(game) = list.list.games().get(list.cursor) {
        for (row, text) in (1..).zip(record::details(game, lang, zone)) {
            Line::styled(cut(&text, width), theme.faint()).render(line_of(head, row), buffer);
        }
    }
    let width = usize::from(rows.area.width).saturating_sub(2);
    let label =
        |row: usize| list.list.games().get(row).map_or(String::new(), |game| line(game, width, lang, zone));
    choices(rows, list.cursor, label, buffer, theme);
}

fn line(game: &GameSummary, width: usize, lang: Lang, zone: &Zone) -> String {
    let (reason, moves) = (fit(record::short_reason(game.reason, lang), REASON), game.moves);
    let end = if width >= WIDE {
        let board = fit(&terms::board(game.variant, lang), BOARD);
        format!(" {board} {} {reason} {}", lang.so_many_moves(moves), zone.day(game.ended))
    } else {
        format!(" {reason} {}", zone.short_day(game.ended))
    };
    let players = fit(&record::players(game), width.saturating_sub(end.width()));
    format!("{players}{end}")
}
