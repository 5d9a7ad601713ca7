//! Draws the list of finished games.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_session::{
    study::Pages,
    terms::{self, plural},
};
use tengen_shared::{game::Seat, protocol::GameSummary};
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
};

/// The least width for rows with all columns.
const WIDE: usize = 72;
const BOARD: usize = 14;
/// The widths of the result with its reason, and without it.
const RESULT: usize = 21;
const SHORT_RESULT: usize = 8;

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
    let you = |game| record::seat_of(game, model.session.player());
    if let Some(game) = list.list.games().get(list.cursor) {
        for (row, text) in (1..).zip(record::details(game, you(game), lang, zone)) {
            Line::styled(cut(&text, width), theme.faint()).render(line_of(head, row), buffer);
        }
    }
    let width = usize::from(rows.area.width).saturating_sub(2);
    let label = |row: usize| {
        list.list.games().get(row).map_or(String::new(), |game| line(game, you(game), width, model))
    };
    choices(rows, list.cursor, label, buffer, theme);
}

fn line(game: &GameSummary, you: Option<Seat>, width: usize, model: &Model) -> String {
    let (lang, zone) = (model.lang, &model.zone);
    let result = |long, width| fit(&record::short_result(game, you, long, lang), width);
    let end = if width >= WIDE {
        let board = fit(&terms::board(game.variant, lang), BOARD);
        let (moves, result) =
            (lang.so_many_moves(game.moves, plural(game.moves.into())), result(true, RESULT));
        format!(" {board} {moves} {result} {}", zone.day(game.ended))
    } else {
        format!(" {} {}", result(false, SHORT_RESULT), zone.short_day(game.ended))
    };
    let players = fit(&record::players(game), width.saturating_sub(end.width()));
    format!("{players}{end}")
}
