//! The screen that shows how an AI thinks: whose thinking, what it has cost, the tree, and the board beside it.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};
use tengen_shared::{
    game::Seat,
    protocol::{SearchTotals, SearchTree},
    rules::Stone,
};

use super::{board, cut, line_of, picture::Picture, tree, words};
use crate::{
    layout::{BoardLayout, Rows},
    model::{Answer, ThinkingScreen},
    theme::Theme,
};

pub(super) fn draw(
    screen: &ThinkingScreen,
    (head, rows, board): (Rect, &Rows, Option<&BoardLayout>),
    buffer: &mut Buffer,
    theme: Theme,
) {
    let width = usize::from(head.width);
    let mut line = |row: u16, text: &str, style| {
        Line::styled(cut(text, width), style).render(line_of(head, row), buffer);
    };
    match &screen.answer {
        Answer::Awaited => {
            line(0, &title(screen, None, width), theme.strong());
            say(&format!("asking how {} thinks about it …", screen.bot), rows.area, buffer);
        }
        Answer::Refused(why) => {
            line(0, &title(screen, None, width), theme.strong());
            let advice = "Press b to ask another AI, [ or ] for another position.";
            say(&format!("Not shown: {why}.\n\n{advice}"), rows.area, buffer);
        }
        Answer::Shown(outline) => {
            let searched = outline.tree();
            line(0, &title(screen, Some(searched), width), theme.strong());
            line(1, &cost(&searched.totals), theme.faint());
            line(2, &levels(&searched.totals), theme.faint());
            if let Some((point, thinking)) = &screen.played {
                let told = format!("in the game it {} and played {point}", words::thinking(thinking));
                line(3, &told, theme.strong());
            }
            tree::draw(outline, line_of(head, head.height.saturating_sub(1)), rows, buffer, theme);
        }
    }
    if let Some(layout) = board {
        let looked_at = screen.looked_at();
        let won = looked_at.winning_line();
        let picture = Picture {
            stones: Some(&looked_at),
            black: screen.black,
            won: &won,
            cursor: None,
            numbered: false,
        };
        board::draw(&picture, layout, buffer, theme);
    }
}

fn say(text: &str, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(text).wrap(Wrap { trim: true }).render(area, buffer);
}

/// Who thinks about which position; who MAX is, if there is space to say it.
fn title(screen: &ThinkingScreen, tree: Option<&SearchTree>, width: usize) -> String {
    let depth = tree.map_or(String::new(), |tree| format!(", depth {}", tree.depth));
    let position = match screen.ply() {
        0 => "before the first move".to_owned(),
        ply => format!("after move {ply}"),
    };
    let short = format!("{}{depth}, {position}", screen.bot);
    let long = format!("{short}; max is {}", mark(screen));
    if long.len() <= width { long } else { short }
}

/// The mark of the side to move, which is MAX.
fn mark(screen: &ThinkingScreen) -> &'static str {
    let stone = screen.position.to_move();
    if !screen.position.variant().marks_follow_seat() {
        return match stone {
            Stone::Black => "black",
            Stone::White => "white",
        };
    }
    let black_is_cross = screen.black != Some(Seat::Two);
    if black_is_cross == (stone == Stone::Black) { "X" } else { "O" }
}

/// The nodes that were looked at, and what the cuts have saved.
fn cost(totals: &SearchTotals) -> String {
    let nodes = totals.nodes;
    match totals.plain {
        None => format!("{nodes} nodes; too many to count without cuts"),
        Some(plain) if plain <= nodes => format!("{}, nothing was cut", words::counted(nodes, "node")),
        Some(plain) => {
            let saved = u128::from(plain - nodes) * 100 / u128::from(plain);
            format!("{nodes} nodes of {plain}: {saved}% saved by cuts")
        }
    }
}

fn levels(totals: &SearchTotals) -> String {
    let counts: Vec<String> = totals.per_level.iter().map(ToString::to_string).collect();
    format!("level by level: {}", counts.join(", "))
}
