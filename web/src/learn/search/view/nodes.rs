//! Shows the nodes of a search as a tree from left to right.

use tengen_session::{
    pairs::Pairs,
    study::{Stage, Step, Walk},
    text::Lang,
};
use tengen_shared::rules::search::{End, Node, Side};

use crate::{
    learn::{Element, Msg as Top, search::Msg},
    tree::{button, el},
};

/// A tree of at most so many nodes is shown whole. Of a larger one, only the branch of the search is unfolded.
const WHOLE: usize = 60;

/// A walk with what its view depends on.
#[derive(Clone, Copy)]
pub(super) struct TreeView<'a> {
    pub(super) walk: &'a Walk,
    /// Whether the user wants to see what is below a node.
    pub(super) folds: &'a Pairs<usize, bool>,
    /// Whether somebody has typed the tree in, so that its moves are no points.
    pub(super) is_typed: bool,
    pub(super) lang: Lang,
}

pub(super) fn view(shown: TreeView<'_>) -> Element {
    el("div")
        .class("walk")
        .attr("tabindex", "0")
        .attr("role", "group")
        .attr("aria-label", shown.lang.search_tree())
        .on_key(|key, _| super::key(key))
        .child(el("ul").child(shown.branch(0)))
}

impl TreeView<'_> {
    /// A node with everything below it.
    fn branch(self, index: usize) -> Element {
        let Self { walk, lang, .. } = self;
        let item = el("li").key(index.to_string());
        let Some(node) = walk.node(index) else { return item };
        let (stage, below) = (walk.stage(index), walk.below(index));
        let by_rule = match stage {
            // What a search has not reached could reveal where it will be cut.
            Stage::Ahead => false,
            Stage::Open { .. } => true,
            Stage::Done => walk.tree().nodes.len() <= WHOLE || self.is_here(index),
        };
        let has_below = !below.is_empty() || node.left_out > 0;
        let unfolded = has_below && self.folds.get(&index).copied().unwrap_or(by_rule);
        let children = unfolded.then(|| {
            let left_out = (node.left_out > 0).then(|| lang.search_not_shown(node.left_out.into()));
            let skipped = skipped(node, stage, lang);
            el("ul")
                .children(below.iter().map(|child| self.branch(*child)))
                .children(left_out.map(|text| el("li").class("quiet").text(text)))
                .children(skipped)
        });
        item.child(self.label(index, node, unfolded)).children(children)
    }

    fn is_here(self, index: usize) -> bool {
        self.walk.last().is_some_and(|step| step.node() == index)
    }

    /// The node itself: its move, whose turn it is, its value and its bounds.
    fn label(self, index: usize, node: &Node, unfolded: bool) -> Element {
        let walk = self.walk;
        let is_leaf = is_leaf(node);
        let label = if is_leaf {
            el("span")
        } else {
            button("", Top::Search(Msg::Unfold(index, !unfolded))).says("aria-expanded", unfolded)
        };
        let stage = walk.stage(index);
        let (state, value, alpha, beta) = match stage {
            Stage::Ahead => ("ahead", String::new(), None, None),
            Stage::Open { alpha, beta, value: None } => ("open", "…".to_owned(), alpha, beta),
            Stage::Open { alpha, beta, value: Some(value) } => ("open", format!("{value} …"), alpha, beta),
            Stage::Done => {
                let (alpha, beta) = last_window(node);
                ("done", format!("{}{}", node.bound().sign(), node.value), alpha, beta)
            }
        };
        let here = if self.is_here(index) { " here" } else { "" };
        let best = if stage == Stage::Done && walk.gives_value(index) { " best" } else { "" };
        let window = (walk.has_window() && stage != Stage::Ahead && !is_leaf)
            .then(|| el("small").text(format!("α {} β {}", low(alpha), high(beta))));
        label
            .class(format!("node {} {state}{here}{best}", side(node.side)))
            .flag("data-here", self.is_here(index))
            .child(el("b").text(self.name(index)))
            .child(el("i").text(if is_leaf { "" } else { side(node.side) }))
            .child(el("span").text(value))
            .children(window)
    }

    /// Returns the name of a node: its move. In a tree that somebody has typed in, where many moves are alike, it is the letters
    /// of all moves that lead to it.
    fn name(self, index: usize) -> String {
        let path = self.walk.path(index);
        match path.last() {
            None => self.lang.tree_root().to_owned(),
            Some(_) if self.is_typed => path.iter().map(|point| char::from(b'a' + point.col())).collect(),
            Some(point) => point.to_string(),
        }
    }

    /// Returns the last step in words.
    pub(super) fn said(self) -> String {
        let Self { walk, lang, .. } = self;
        let Some(step) = walk.last() else { return lang.search_ready().to_owned() };
        let Some(node) = walk.node(step.node()) else { return String::new() };
        let name = self.name(step.node());
        match step {
            Step::Enter(_) if is_leaf(node) => lang.search_leaf(&name),
            Step::Enter(_) if !walk.has_window() => lang.search_enters(&name, side(node.side)),
            Step::Enter(_) => {
                let entered = lang.search_enters(&name, side(node.side));
                lang.search_enters_with(&entered, &lang.search_window(&low(node.alpha), &high(node.beta)))
            }
            Step::Leave(_) => {
                let value = format!("{}{}", node.bound().sign(), node.value);
                lang.search_leaves(&name, &value, &self.way(node))
            }
        }
    }

    /// Returns how a node got its value.
    fn way(self, node: &Node) -> String {
        let lang = self.lang;
        let named =
            |index: u32| usize::try_from(index).map_or_else(|_| String::new(), |index| self.name(index));
        match node.end {
            End::Decided {} => lang.tree_game_over().to_owned(),
            End::Leaf {} => lang.tree_leaf().to_owned(),
            End::AtOnce { point } => lang.tree_at_once(&point.to_string()),
            End::AllTried { best: Some(best) } => lang.tree_all_tried(&named(best)),
            End::AllTried { best: None } => lang.tree_all_none().to_owned(),
            End::Cut { by, untried } => lang.tree_cut_full(&named(by), &reached(node), untried),
        }
    }
}

const fn is_leaf(node: &Node) -> bool {
    matches!(node.end, End::Leaf {} | End::Decided {} | End::AtOnce { .. })
}

/// Returns the window of a node when the search has left it.
fn last_window(node: &Node) -> (Option<i64>, Option<i64>) {
    match node.side {
        Side::Max => (Some(node.alpha.map_or(node.value, |alpha| alpha.max(node.value))), node.beta),
        Side::Min => (node.alpha, Some(node.beta.map_or(node.value, |beta| beta.min(node.value)))),
    }
}

/// The moves that a cut leaves out: as moves ahead until the cut is made, then hatched, with the reason.
fn skipped(node: &Node, stage: Stage, lang: Lang) -> Option<Element> {
    let End::Cut { untried, .. } = node.end else { return None };
    let (class, text) = match stage {
        Stage::Done => ("node cut", lang.search_skipped(untried, &reached(node))),
        Stage::Ahead | Stage::Open { .. } => ("node ahead", lang.search_ahead(untried)),
    };
    Some(el("li").child(el("span").class(class).text(text)))
}

/// Returns the side to move; the words are the same in every language.
const fn side(side: Side) -> &'static str {
    match side {
        Side::Max => "max",
        Side::Min => "min",
    }
}

fn low(alpha: Option<i64>) -> String {
    alpha.map_or_else(|| "-∞".to_owned(), |alpha| alpha.to_string())
}

fn high(beta: Option<i64>) -> String {
    beta.map_or_else(|| "+∞".to_owned(), |beta| beta.to_string())
}

/// Returns the condition for the cut at a node.
fn reached(node: &Node) -> String {
    match node.side {
        Side::Max => format!("{} >= β {}", node.value, high(node.beta)),
        Side::Min => format!("{} <= α {}", node.value, low(node.alpha)),
    }
}
