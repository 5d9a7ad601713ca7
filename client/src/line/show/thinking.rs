//! Shows the search tree of an AI: one line for each node, indented by its level. Or shows the parts of a value.

use tengen_session::{evaluation::Detail, parts, study::Outline, terms::plural, text::Lang};
use tengen_shared::rules::search::{End, Node, Part, Parts};

use crate::{
    line::Extent,
    screen::thinking::{Answer, Apart, ThinkingScreen, view::tree::side},
};

/// Returns the search tree or the refusal; empty until the answer arrives.
pub(in crate::line) fn tree(
    screen: &ThinkingScreen,
    extent: Extent,
    detail: Detail,
    lang: Lang,
) -> Vec<String> {
    if let Some(apart) = &screen.apart {
        return parts(apart, lang);
    }
    let outline = match &screen.answer {
        Answer::Awaited => return Vec::new(),
        Answer::Refused(why) => return vec![lang.shown_refused(why)],
        Answer::Shown(outline) => outline,
    };
    let searched = outline.tree();
    let (bot, totals) = (screen.bot.to_string(), &searched.totals);
    let head = lang.shown_thinking(&bot, screen.ply(), searched.depth, totals.nodes);
    let mut lines = vec![format!("{head}{}", screen.cuts_label(lang))];
    if let (Some(plain), Some(saved)) = (totals.plain, totals.saved_percent()) {
        lines.push(lang.shown_saved(plain, saved));
    }
    let levels: Vec<String> = totals.per_level.iter().map(ToString::to_string).collect();
    lines.push(lang.shown_levels(&levels.join(", ")));
    lines.extend(screen.played_text(detail, lang));
    let nodes = match extent {
        // As on the screen at first: the principal variation, and the other moves beside it.
        Extent::Short => outline.rows(),
        Extent::All => outline.all(),
    };
    lines.extend(nodes.into_iter().map(|index| node(outline, index, lang)));
    lines
}

/// Returns the parts of a value, one line for each, or the refusal.
fn parts(apart: &Apart, lang: Lang) -> Vec<String> {
    match &apart.answer {
        Answer::Awaited => Vec::new(),
        Answer::Refused(why) => vec![lang.shown_refused(why)],
        Answer::Shown(Parts { value, parts, left_out, rest }) => {
            let line = |part: &Part| {
                let (place, words) = (parts::place(part), parts::in_words(part, lang));
                let adds = if part.adds == 0 { "0".to_owned() } else { format!("{:+}", part.adds) };
                format!("{adds} {place}: {words}")
            };
            let none = parts.is_empty().then(|| lang.parts_none().to_owned());
            let head = lang.parts_sum(&value.to_string());
            let more = (*left_out > 0)
                .then(|| lang.parts_more(*left_out, plural((*left_out).into()), &format!("{rest:+}")));
            std::iter::once(head).chain(parts.iter().map(line)).chain(none).chain(more).collect()
        }
    }
}

fn node(outline: &Outline, index: usize, lang: Lang) -> String {
    let Some(node) = outline.node(index) else { return String::new() };
    let name = node.point.map_or_else(|| lang.shown_root().to_owned(), |point| point.to_string());
    let star = if outline.gives_value(index) { "*" } else { "" };
    let value = node.value;
    let edge = |edge: Option<i64>, open: &str| edge.map_or(open.to_owned(), |value| value.to_string());
    let window = format!("{}..{}", edge(node.alpha, "-inf"), edge(node.beta, "+inf"));
    let indent = " ".repeat(2 * outline.level(index));
    let line = lang.shown_node(
        &format!("{name}{star}"),
        side(node.side),
        &format!("{}{value}", node.bound().sign()),
        &window,
        &end(outline, node, lang),
    );
    format!("{indent}{line}")
}

/// Returns a text about how a node got its value.
fn end(outline: &Outline, node: &Node, lang: Lang) -> String {
    let named = |by: u32| outline.point_of(by).map_or("?".to_owned(), |point| point.to_string());
    let end = match node.end {
        End::Decided {} => lang.shown_decided().to_owned(),
        End::Leaf {} => lang.shown_leaf().to_owned(),
        End::AtOnce { point } => lang.shown_at_once(&point.to_string()),
        End::AllTried { best: Some(best) } => lang.shown_best(&named(best)),
        End::AllTried { best: None } => lang.shown_none_better().to_owned(),
        End::Cut { by, untried } => lang.shown_cut(&named(by), untried),
    };
    match node.left_out {
        0 => end,
        count => lang.shown_left_out(&end, count),
    }
}
