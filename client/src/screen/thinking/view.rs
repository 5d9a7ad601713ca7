//! Draws the screen with an AI's search tree: the title, the cost, the tree or the parts of a value, and the board beside
//! it.

mod apart;
pub(crate) mod tree;

use ratatui::{buffer::Buffer, style::Style, text::Line, widgets::Widget};
use tengen_session::{
    evaluation::Detail,
    study::Outline,
    terms::{grouped, plural},
    text::Lang,
};
use tengen_shared::{
    game::Seat,
    rules::{
        Stone,
        search::{Totals, Tree},
    },
};
use unicode_width::UnicodeWidthStr;

use crate::{
    action::Action,
    keymap::Context,
    layout::board_layout::BoardLayout,
    model::Model,
    screen::thinking::{Answer, ThinkingScreen, layout::Parts},
    theme::Theme,
    view::{
        board_view,
        columns::cut,
        parts::{line_of, paragraph},
        picture::Picture,
    },
};

pub(crate) fn draw(screen: &ThinkingScreen, parts: &Parts, buffer: &mut Buffer, model: &Model) {
    let Parts { head, rows, words, board } = parts;
    let head = *head;
    let (theme, lang, width) = (model.theme, model.lang, usize::from(head.width));
    let mut line = |row: u16, text: &str, style| {
        Line::styled(cut(text, width), style).render(line_of(head, row), buffer);
    };
    if let Some(apart) = &screen.apart {
        let searched = screen.outline().map(Outline::tree);
        line(0, &title(screen, searched, width, lang), theme.strong());
        apart::draw(apart, (head, rows, *words), buffer, theme, lang);
        return draw_board(screen, board.as_ref(), buffer, theme);
    }
    match &screen.answer {
        Answer::Awaited => {
            line(0, &title(screen, None, width, lang), theme.strong());
            paragraph(lang.asking_how(&screen.bot.to_string()), Style::new(), rows.area, buffer);
        }
        Answer::Refused(why) => {
            line(0, &title(screen, None, width, lang), theme.strong());
            let key = |action| model.key(Context::SearchTree, action);
            let keys = [Action::OtherBot, Action::Shallower, Action::Earlier, Action::Later];
            let [bot, shallower, earlier, later] = keys.map(key);
            let told = lang.analysis_not_shown(why, &bot, &shallower, &earlier, &later);
            paragraph(told, Style::new(), rows.area, buffer);
        }
        Answer::Shown(outline) => {
            let searched = outline.tree();
            line(0, &title(screen, Some(searched), width, lang), theme.strong());
            line(1, &cost(&searched.totals, width, lang), theme.faint());
            line(2, &levels(&searched.totals, lang), theme.faint());
            let played = [model.settings.evaluation, Detail::Words];
            let played = played.into_iter().filter_map(|detail| screen.played_text(detail, lang));
            let played: Vec<String> = played.collect();
            // Without the figures there is space for the move that the search prefers.
            if let Some(text) = played.iter().find(|text| text.width() <= width).or(played.last()) {
                line(3, text, theme.strong());
            }
            let header = line_of(head, head.height.saturating_sub(1));
            tree::draw(outline, (header, rows), buffer, theme, lang);
        }
    }
    draw_board(screen, board.as_ref(), buffer, theme);
}

/// Draws the position under the cursor, with the points of the part under the cursor.
fn draw_board(screen: &ThinkingScreen, board: Option<&BoardLayout>, buffer: &mut Buffer, theme: Theme) {
    let Some(layout) = board else { return };
    let looked_at = screen.looked_at();
    let part = screen.apart.as_ref().and_then(|apart| apart.parts().get(apart.cursor));
    let marked = part.map_or_else(|| looked_at.winning_line(), |part| part.points.clone());
    let picture =
        Picture { stones: Some(&looked_at), black: screen.black, won: &marked, ..Picture::default() };
    board_view::draw(&picture, layout, buffer, theme);
}

/// Returns the title: the AI, the depth and the position. If there is space, it says which side is MAX.
fn title(screen: &ThinkingScreen, tree: Option<&Tree>, width: usize, lang: Lang) -> String {
    let depth = tree.map_or(String::new(), |tree| lang.depth(tree.depth));
    let position = match screen.ply() {
        0 => lang.before_first_move().to_owned(),
        ply => lang.after_move(ply),
    };
    let short = format!("{}{depth}{}, {position}", screen.bot, screen.cuts_label(lang));
    let long = format!("{short}{}", lang.max_plays(mark(screen, lang)));
    if long.width() <= width { long } else { short }
}

/// Returns the name of the side to move, which is MAX.
fn mark(screen: &ThinkingScreen, lang: Lang) -> &'static str {
    let stone = screen.position.to_move();
    if !screen.position.variant().marks_follow_seat() {
        return match stone {
            Stone::Black => lang.black(),
            Stone::White => lang.white(),
        };
    }
    let black_is_cross = screen.black != Some(Seat::Two);
    if black_is_cross == (stone == Stone::Black) { "X" } else { "O" }
}

/// Returns the number of positions searched, and how many there are without cuts.
/// If there is space, it says what happened to the rest.
fn cost(totals: &Totals, width: usize, lang: Lang) -> String {
    let searched = grouped(totals.nodes);
    let (searched, skipped) = match totals.plain {
        None => (lang.searched(&searched, plural(totals.nodes)), lang.skipped_uncounted()),
        Some(plain) if plain == totals.nodes => {
            (lang.searched(&searched, plural(totals.nodes)), lang.skipped_none())
        }
        Some(plain) => (lang.searched_part(&searched, &grouped(plain)), lang.skipped_rest()),
    };
    let whole = format!("{searched}{skipped}");
    if whole.width() <= width { whole } else { searched }
}

fn levels(totals: &Totals, lang: Lang) -> String {
    let counts: Vec<String> = totals.per_level.iter().map(|count| grouped(*count)).collect();
    lang.levels(&counts.join(", "))
}
