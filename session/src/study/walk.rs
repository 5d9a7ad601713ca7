//! A search, node by node in its own order.

use tengen_shared::rules::{
    Point,
    search::{Node, Side, Tree},
};

use super::outline::children;

/// A search tree, and a place in the order in which it was searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    tree: Tree,
    /// The children of each node, by index.
    below: Vec<Vec<usize>>,
    /// The steps in their order: the search enters each node once, and leaves it once with its value.
    steps: Vec<Step>,
    /// The numbers of the steps that enter and leave each node, from 1.
    when: Vec<(usize, usize)>,
    /// The number of steps that have been made.
    made: usize,
    /// Whether the search has a window, alpha and beta.
    has_window: bool,
}

/// A step of a search, at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Enter(usize),
    Leave(usize),
}

impl Step {
    /// Returns the index of the node.
    #[must_use]
    pub const fn node(self) -> usize {
        match self {
            Self::Enter(node) | Self::Leave(node) => node,
        }
    }
}

/// How far the search of a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The search has not come here yet.
    Ahead,
    /// The search is in this node or below it. `value` is the best of the children so far; `None` stands for no bound and
    /// no value yet.
    Open { alpha: Option<i64>, beta: Option<i64>, value: Option<i64> },
    /// The node has its value.
    Done,
}

impl Walk {
    /// Creates a walk that is about to enter the root. Returns `None` if the nodes do not form a tree, or there are none.
    #[must_use]
    pub fn new(tree: Tree) -> Option<Self> {
        tree.nodes.first()?;
        let (below, _) = children(&tree)?;
        let mut steps = Vec::with_capacity(2 * tree.nodes.len());
        let mut when = vec![(0, 0); tree.nodes.len()];
        let mut ahead = vec![Step::Enter(0)];
        while let Some(step) = ahead.pop() {
            steps.push(step);
            match step {
                Step::Enter(node) => {
                    when[node].0 = steps.len();
                    ahead.push(Step::Leave(node));
                    ahead.extend(below[node].iter().rev().map(|child| Step::Enter(*child)));
                }
                Step::Leave(node) => when[node].1 = steps.len(),
            }
        }
        let has_window = tree.nodes.iter().any(|node| node.alpha.is_some() || node.beta.is_some());
        Some(Self { tree, below, steps, when, made: 0, has_window })
    }

    /// The tree as the engine sent it.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the node with this index.
    #[must_use]
    pub fn node(&self, node: usize) -> Option<&Node> {
        self.tree.nodes.get(node)
    }

    /// The shown children of a node, in the order of the search.
    #[must_use]
    pub fn below(&self, node: usize) -> &[usize] {
        self.below.get(node).map_or(&[], Vec::as_slice)
    }

    /// The last step that was made; `None` at the beginning.
    #[must_use]
    pub fn last(&self) -> Option<Step> {
        self.steps.get(self.made.checked_sub(1)?).copied()
    }

    /// The number of steps that were made, and of all steps.
    #[must_use]
    pub const fn progress(&self) -> (usize, usize) {
        (self.made, self.steps.len())
    }

    /// Whether every step was made.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.made == self.steps.len()
    }

    /// Returns the number of shown nodes that the search has entered so far.
    #[must_use]
    pub fn entered(&self) -> usize {
        self.steps.iter().take(self.made).filter(|step| matches!(step, Step::Enter(_))).count()
    }

    /// Goes to the place after so many steps, or after all if there are fewer.
    pub fn go_to(&mut self, made: usize) {
        self.made = made.min(self.steps.len());
    }

    /// Goes on to the next cut, or to the end if there is none.
    pub fn to_next_cut(&mut self) {
        let is_cut = |step: &Step| match step {
            Step::Leave(node) => self.node(*node).is_some_and(|node| node.cut().is_some()),
            Step::Enter(_) => false,
        };
        let found = self.steps.iter().skip(self.made).position(is_cut);
        self.made = found.map_or(self.steps.len(), |found| self.made + found + 1);
    }

    /// Returns how far the search of a node is.
    #[must_use]
    pub fn stage(&self, node: usize) -> Stage {
        match self.node(node) {
            Some(_) if self.has_left(node) => Stage::Done,
            Some(known) if self.has_entered(node) => self.open(known, node),
            _ => Stage::Ahead,
        }
    }

    fn has_entered(&self, node: usize) -> bool {
        self.when.get(node).is_some_and(|(entered, _)| *entered <= self.made)
    }

    fn has_left(&self, node: usize) -> bool {
        self.when.get(node).is_some_and(|(_, left)| *left <= self.made)
    }

    /// Returns the bounds of a node whose search goes on: those that it was entered with, and what its finished children
    /// have changed.
    fn open(&self, node: &Node, index: usize) -> Stage {
        let done = self.below(index).iter().filter(|child| self.has_left(**child));
        let values = done.filter_map(|child| Some(self.node(*child)?.value));
        let own = match node.side {
            Side::Max => node.alpha,
            Side::Min => node.beta,
        };
        let better = |a: i64, b: i64| if node.side.prefers(b, a) { b } else { a };
        let value = values.reduce(better);
        // Children that are not shown have changed the bounds, too: the next ones were entered with those.
        let entered = self.below(index).iter().filter(|child| self.has_entered(**child));
        let passed_on = entered.filter_map(|child| match (node.side, self.node(*child)?) {
            (Side::Max, child) => child.alpha,
            (Side::Min, child) => child.beta,
        });
        let secured = own.into_iter().chain(passed_on).chain(value).reduce(better);
        match node.side {
            _ if !self.has_window => Stage::Open { alpha: None, beta: None, value },
            Side::Max => Stage::Open { alpha: secured, beta: node.beta, value },
            Side::Min => Stage::Open { alpha: node.alpha, beta: secured, value },
        }
    }

    /// Whether the search has a window, alpha and beta.
    #[must_use]
    pub const fn has_window(&self) -> bool {
        self.has_window
    }

    /// Whether the parent has its value from `node`.
    #[must_use]
    pub fn gives_value(&self, node: usize) -> bool {
        let parent = self.node(node).and_then(|node| usize::try_from(node.parent?).ok());
        let best = parent.and_then(|parent| self.node(parent)?.best());
        best.is_some_and(|best| usize::try_from(best) == Ok(node))
    }

    /// Returns the moves from the root to a node.
    #[must_use]
    pub fn path(&self, node: usize) -> Vec<Point> {
        let parent = |index: &usize| usize::try_from(self.node(*index)?.parent?).ok();
        let above = std::iter::successors(Some(node), parent);
        let mut path: Vec<Point> = above.filter_map(|index| self.node(index)?.point).collect();
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use tengen_shared::rules::search::{End, Totals};

    use super::*;

    fn node(
        parent: Option<u32>,
        (side, alpha, beta): (Side, Option<i64>, Option<i64>),
        value: i64,
        end: End,
    ) -> Node {
        let point = parent.and_then(|_| Point::new(0, 0));
        Node { parent, point, side, alpha, beta, value, end, left_out: 0 }
    }

    /// MAX chooses between MIN nodes of value 3 and at most 2; the second is cut after its first leaf.
    fn walk() -> Walk {
        let leaf = End::Leaf {};
        let nodes = vec![
            node(None, (Side::Max, None, None), 3, End::AllTried { best: Some(1) }),
            node(Some(0), (Side::Min, None, None), 3, End::AllTried { best: Some(2) }),
            node(Some(1), (Side::Max, None, None), 3, leaf),
            node(Some(1), (Side::Max, None, Some(3)), 12, leaf),
            node(Some(0), (Side::Min, Some(3), None), 2, End::Cut { by: 5, untried: 2 }),
            node(Some(4), (Side::Max, Some(3), None), 2, leaf),
        ];
        let totals = Totals { nodes: 6, per_level: vec![1, 2, 3], plain: Some(8) };
        Walk::new(Tree { depth: 2, nodes, totals }).unwrap()
    }

    #[test]
    fn the_search_enters_and_leaves_each_node_once_and_its_bounds_close_in() {
        let mut walk = walk();
        assert_eq!((walk.progress(), walk.last(), walk.stage(0)), ((0, 12), None, Stage::Ahead));
        walk.go_to(2);
        assert_eq!(walk.last(), Some(Step::Enter(1)));
        assert_eq!(walk.stage(1), Stage::Open { alpha: None, beta: None, value: None });
        walk.go_to(4);
        assert_eq!(walk.last(), Some(Step::Leave(2)));
        assert_eq!(walk.stage(1), Stage::Open { alpha: None, beta: Some(3), value: Some(3) });
        walk.to_next_cut();
        assert_eq!((walk.last(), walk.entered()), (Some(Step::Leave(4)), 6));
        assert_eq!(walk.stage(0), Stage::Open { alpha: Some(3), beta: None, value: Some(3) });
        walk.to_next_cut();
        assert!(walk.is_over() && walk.stage(0) == Stage::Done);
        assert!(walk.gives_value(1) && !walk.gives_value(4));
    }

    #[test]
    fn what_is_no_tree_has_no_walk() {
        let mut tree = walk().tree().clone();
        tree.nodes[2].parent = Some(4);
        assert_eq!(Walk::new(tree.clone()), None);
        tree.nodes.clear();
        assert_eq!(Walk::new(tree), None);
    }
}
