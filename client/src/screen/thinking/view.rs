//! Draws the screen with an AI's search tree: the title, the cost, the tree, and the board beside it.

pub(crate) mod tree;

use ratatui::{buffer::Buffer, style::Style, text::Line, widgets::Widget};
use tengen_session::{terms::plural, text::Lang};
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
    model::Model,
    screen::thinking::{Answer, ThinkingScreen, layout::Parts},
    view::{
        board_view,
        columns::cut,
        parts::{line_of, paragraph},
        picture::Picture,
    },
};

pub(crate) fn draw(screen: &ThinkingScreen, parts: &Parts, buffer: &mut Buffer, model: &Model) {
    let Parts { head, rows, board } = parts;
    let head = *head;
    let (theme, lang, width) = (model.theme, model.lang, usize::from(head.width));
    let mut line = |row: u16, text: &str, style| {
        Line::styled(cut(text, width), style).render(line_of(head, row), buffer);
    };
    match &screen.answer {
        Answer::Awaited => {
            line(0, &title(screen, None, width, lang), theme.strong());
            paragraph(lang.asking_how(&screen.bot.to_string()), Style::new(), rows.area, buffer);
        }
        Answer::Refused(why) => {
            line(0, &title(screen, None, width, lang), theme.strong());
            let key = |action| model.key(Context::Thinking, action);
            let keys = [Action::OtherBot, Action::Shallower, Action::Earlier, Action::Later];
            let [bot, shallower, earlier, later] = keys.map(key);
            let told = lang.thinking_not_shown(why, &bot, &shallower, &earlier, &later);
            paragraph(told, Style::new(), rows.area, buffer);
        }
        Answer::Shown(outline) => {
            let searched = outline.tree();
            line(0, &title(screen, Some(searched), width, lang), theme.strong());
            line(1, &cost(&searched.totals, lang), theme.faint());
            line(2, &levels(&searched.totals, lang), theme.faint());
            if let Some(text) = screen.played_text(lang) {
                line(3, &text, theme.strong());
            }
            let header = line_of(head, head.height.saturating_sub(1));
            tree::draw(outline, (header, rows), buffer, theme, lang);
        }
    }
    if let Some(layout) = board {
        let looked_at = screen.looked_at();
        let won = looked_at.winning_line();
        let picture =
            Picture { stones: Some(&looked_at), black: screen.black, won: &won, ..Picture::default() };
        board_view::draw(&picture, layout, buffer, theme);
    }
}

/// Returns the title: the AI, the depth and the position. If there is space, it says which side is MAX.
fn title(screen: &ThinkingScreen, tree: Option<&Tree>, width: usize, lang: Lang) -> String {
    let depth = tree.map_or(String::new(), |tree| lang.depth(tree.depth));
    let position = match screen.ply() {
        0 => lang.before_first_move().to_owned(),
        ply => lang.after_move(ply),
    };
    let short = format!("{}{depth}{}, {position}", screen.bot, screen.cuts_label(lang));
    let long = format!("{short}{}", lang.max_is(mark(screen, lang)));
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

/// Returns the number of nodes searched, and how many the cuts have saved.
fn cost(totals: &Totals, lang: Lang) -> String {
    let nodes = totals.nodes;
    match (totals.plain, totals.saved_percent()) {
        (None, _) => lang.nodes_uncounted(nodes),
        (Some(_), None) => lang.nothing_cut(&lang.nodes(nodes, plural(nodes))),
        (Some(plain), Some(saved)) => lang.nodes_saved(nodes, plain, saved),
    }
}

fn levels(totals: &Totals, lang: Lang) -> String {
    let counts: Vec<String> = totals.per_level.iter().map(ToString::to_string).collect();
    lang.levels(&counts.join(", "))
}
