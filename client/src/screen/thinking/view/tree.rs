//! Draws a search tree as rows of text, with characters that every terminal has.

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Line, widgets::Widget};
use tengen_session::{
    study::{Folding, Outline},
    text::Lang,
};
use tengen_shared::rules::search::{End, Node, Side};
use unicode_width::UnicodeWidthStr;

use crate::{layout::rows::Rows, theme::Theme, view::columns::fit};

/// The least width for an indent of two columns per level; otherwise it is one column.
const WIDE: usize = 60;
/// The width of the side to move, with a gap, in columns.
const TURN: usize = 5;
/// Alpha and beta are shown if this many columns remain for the end of the row.
const LEAST_END: usize = 22;
/// The maximum number of digits of a number. Larger ones are shown in scientific notation.
const LONGEST_NUMBER: usize = 9;

/// The widths of the columns.
struct Columns {
    indent: usize,
    tree: usize,
    value: usize,
    /// The width of alpha and of beta; `None` if they are not shown.
    window: Option<usize>,
    end: usize,
    lang: Lang,
}

pub(crate) fn draw(
    outline: &Outline,
    (header, rows): (Rect, &Rows),
    buffer: &mut Buffer,
    theme: Theme,
    lang: Lang,
) {
    let columns = Columns::new(outline, usize::from(rows.area.width), lang);
    Line::styled(columns.header(), theme.faint()).render(header, buffer);
    let (nodes, cursor, best) = (outline.rows(), outline.cursor_row(), outline.best_line());
    for (row, area) in rows.rects() {
        let Some(node) = nodes.get(row) else { continue };
        let style = match outline.node(*node).map(|node| node.end) {
            _ if row == cursor => theme.selected(),
            _ if best.contains(node) => theme.strong(),
            Some(End::Cut { .. }) => theme.faint(),
            _ => Style::new(),
        };
        let sign = if row == cursor { '>' } else { ' ' };
        let text = format!("{sign}{}", columns.line(outline, *node));
        Line::styled(fit(&text, usize::from(area.width)), style).render(area, buffer);
    }
}

impl Columns {
    fn new(outline: &Outline, width: usize, lang: Lang) -> Self {
        let nodes = &outline.tree().nodes;
        let indent = if width >= WIDE { 2 } else { 1 };
        let widest = |length: &dyn Fn(usize, &Node) -> usize, least: usize| {
            nodes.iter().enumerate().map(|(index, node)| length(index, node)).fold(least, usize::max)
        };
        let tree = widest(&|index, node| indent * outline.level(index) + 3 + name(node, lang).width(), 6);
        let value = widest(&|_, node| value(node).len(), 5);
        let window = widest(&|_, node| alpha(node).len().max(beta(node).len()), 5);
        // The cursor sign, and the gaps after the tree and the value.
        let end = width.saturating_sub(1 + tree + 1 + TURN + value + 1);
        let both = 2 * (window + 1);
        let shown = end >= both + LEAST_END;
        let end = if shown { end - both } else { end };
        Self { indent, tree, value, window: shown.then_some(window), end, lang }
    }

    fn header(&self) -> String {
        let Self { tree, value, lang, .. } = *self;
        let (word, turn) = (fit(lang.tree_move(), tree), fit(lang.tree_turn(), TURN));
        let gap = value.saturating_sub(lang.tree_value().width());
        let mut text = format!(" {word} {turn}{:gap$}{}", "", lang.tree_value());
        if let Some(window) = self.window {
            text.push_str(&format!(" {:>window$} {:>window$}", "alpha", "beta"));
        }
        text + lang.tree_end()
    }

    fn line(&self, outline: &Outline, index: usize) -> String {
        let Some(node) = outline.node(index) else { return String::new() };
        let fold = match outline.folding(index) {
            Folding::Bare => ' ',
            Folding::Folded => '+',
            Folding::Open => '-',
        };
        let best = if outline.gives_value(index) { "*" } else { "" };
        let space = self.indent * outline.level(index);
        let tree = format!("{:space$}{fold} {}{best}", "", name(node, self.lang));
        let turn = side(node.side);
        let width = self.value;
        let mut text = format!("{} {turn:<TURN$}{:>width$}", fit(&tree, self.tree), value(node));
        if let Some(window) = self.window {
            text.push_str(&format!(" {:>window$} {:>window$}", alpha(node), beta(node)));
        }
        format!("{text} {}", end(outline, node, self.end, self.lang))
    }
}

/// Returns the move that leads to a node.
fn name(node: &Node, lang: Lang) -> String {
    node.point.map_or(lang.tree_root().to_owned(), |point| point.to_string())
}

/// Returns the side to move; the words are the same in every language.
pub(crate) const fn side(side: Side) -> &'static str {
    match side {
        Side::Max => "max",
        Side::Min => "min",
    }
}

fn value(node: &Node) -> String {
    format!("{}{}", node.bound().sign(), number(node.value))
}

fn alpha(node: &Node) -> String {
    node.alpha.map_or("-inf".to_owned(), number)
}

fn beta(node: &Node) -> String {
    node.beta.map_or("+inf".to_owned(), number)
}

fn number(value: i64) -> String {
    let text = value.to_string();
    if text.len() <= LONGEST_NUMBER { text } else { format!("{:.1e}", value as f64) }
}

/// Returns how a node got its value, in the longest wording that fits into `width` columns.
fn end(outline: &Outline, node: &Node, width: usize, lang: Lang) -> String {
    let named = |by: u32| outline.point_of(by).map_or("?".to_owned(), |point| point.to_string());
    let ways: Vec<String> = match node.end {
        End::Decided {} => vec![lang.tree_game_over().to_owned()],
        End::Leaf {} => vec![lang.tree_leaf().to_owned()],
        End::AtOnce { point } => vec![lang.tree_at_once(&point.to_string())],
        End::AllTried { best: Some(best) } => {
            let best = named(best);
            vec![lang.tree_all_tried(&best), lang.tree_best(&best)]
        }
        End::AllTried { best: None } => {
            vec![lang.tree_all_none().to_owned(), lang.tree_none_better().to_owned()]
        }
        End::Cut { by, untried } => {
            let by = named(by);
            let reached = reached(node);
            vec![
                lang.tree_cut_full(&by, &reached, untried),
                lang.tree_cut(&by, untried),
                lang.tree_cut_short(&by, untried),
                lang.tree_cut_shortest(&by),
            ]
        }
    };
    let left_out = match node.left_out {
        0 => String::new(),
        count => lang.tree_left_out(count),
    };
    let with_count = ways.iter().map(|way| format!("{way}{left_out}"));
    let shortest = ways.last().cloned().unwrap_or_default();
    with_count.chain(ways.iter().cloned()).find(|way| way.width() <= width).unwrap_or(shortest)
}

/// Returns the condition for the cut at a node.
fn reached(node: &Node) -> String {
    let value = number(node.value);
    match node.side {
        Side::Max => format!("alpha {value} >= beta {}", beta(node)),
        Side::Min => format!("beta {value} <= alpha {}", alpha(node)),
    }
}
