//! A search tree with folded nodes, as a list of rows with a cursor.

use std::{cmp::Reverse, collections::BTreeSet};

use tengen_shared::rules::{
    Point,
    search::{End, Node, Side, Tree},
};

/// A search tree on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    tree: Tree,
    /// The children of each node, by index.
    below: Vec<Vec<usize>>,
    /// The number of ancestors of each node.
    level: Vec<usize>,
    /// The nodes whose children are shown.
    open: BTreeSet<usize>,
    /// The node under the cursor, which is always shown.
    cursor: usize,
    /// The number of the first row on the screen.
    first: usize,
}

/// Whether a node shows its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// The node has no children.
    Bare,
    /// The children are hidden.
    Folded,
    /// The children are shown.
    Open,
}

/// Returns the children of each node, and the number of its ancestors. Returns `None` if the nodes do not form a tree.
pub(super) fn children(tree: &Tree) -> Option<(Vec<Vec<usize>>, Vec<usize>)> {
    let count = tree.nodes.len();
    let (mut below, mut level) = (vec![Vec::new(); count], vec![0; count]);
    for (index, node) in tree.nodes.iter().enumerate() {
        let parent = node.parent.and_then(|parent| usize::try_from(parent).ok());
        match (index, parent) {
            (0, None) => {}
            (_, Some(parent)) if parent < index => {
                below[parent].push(index);
                level[index] = level[parent] + 1;
            }
            _ => return None,
        }
    }
    Some((below, level))
}

impl Outline {
    /// Unfolds the root and the principal variation, and puts the cursor on its first move. Returns `None` if the nodes
    /// do not form a tree, or there are none.
    #[must_use]
    pub fn new(tree: Tree) -> Option<Self> {
        let (mut below, level) = children(&tree)?;
        if tree.depth <= 1
            && let Some(children) = below.first_mut()
        {
            // Nothing is cut at depth 1, so the order of the search says nothing.
            let value = |child: &usize| tree.nodes[*child].value;
            match tree.nodes[0].side {
                Side::Max => children.sort_by_key(|child| Reverse(value(child))),
                Side::Min => children.sort_by_key(value),
            }
        }
        let mut outline = Self { tree, below, level, open: BTreeSet::new(), cursor: 0, first: 0 };
        let line = outline.best_line();
        outline.cursor = line.get(1).copied().unwrap_or(*line.first()?);
        outline.open = line.into_iter().filter(|node| outline.has_below(*node)).collect();
        Some(outline)
    }

    /// The tree as the server sent it.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Returns the node with this index.
    #[must_use]
    pub fn node(&self, node: usize) -> Option<&Node> {
        self.tree.nodes.get(node)
    }

    /// Returns the number of ancestors of `node`; 0 for the root.
    #[must_use]
    pub fn level(&self, node: usize) -> usize {
        self.level.get(node).copied().unwrap_or(0)
    }

    /// Returns the visible nodes, from the top.
    #[must_use]
    pub fn rows(&self) -> Vec<usize> {
        let mut rows = Vec::new();
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            rows.push(node);
            if self.open.contains(&node) {
                waiting.extend(self.below[node].iter().rev());
            }
        }
        rows
    }

    /// Returns all nodes, from the top, as if nothing were folded.
    #[must_use]
    pub fn all(&self) -> Vec<usize> {
        let mut all = Vec::new();
        let mut waiting = vec![0];
        while let Some(node) = waiting.pop() {
            all.push(node);
            waiting.extend(self.below[node].iter().rev());
        }
        all
    }

    /// The row under the cursor, from 0.
    #[must_use]
    pub fn cursor_row(&self) -> usize {
        self.rows().iter().position(|node| *node == self.cursor).unwrap_or(0)
    }

    /// The first row on the screen, from 0.
    #[must_use]
    pub const fn first(&self) -> usize {
        self.first
    }

    /// Moves the cursor to `row`, or to the last row if there are fewer.
    pub fn move_to(&mut self, row: usize) {
        let rows = self.rows();
        self.cursor = rows.get(row).or(rows.last()).copied().unwrap_or(0);
    }

    /// Scrolls so that the cursor is in the middle of a screen with `height` rows, if possible.
    pub fn centre(&mut self, height: usize) {
        self.first = self.cursor_row().saturating_sub(height / 2);
        self.reveal(height);
    }

    /// Scrolls a screen with `height` rows only as far as needed to show the cursor.
    pub fn reveal(&mut self, height: usize) {
        let (row, count) = (self.cursor_row(), self.rows().len());
        let least = (row + 1).saturating_sub(height);
        self.first = self.first.clamp(least.min(row), row).min(count.saturating_sub(height));
    }

    /// Returns whether `node` shows its children.
    #[must_use]
    pub fn folding(&self, node: usize) -> Folding {
        match (self.has_below(node), self.open.contains(&node)) {
            (false, _) => Folding::Bare,
            (true, false) => Folding::Folded,
            (true, true) => Folding::Open,
        }
    }

    /// Folds or unfolds the node under the cursor.
    pub fn toggle(&mut self) {
        match self.folding(self.cursor) {
            Folding::Bare => {}
            Folding::Folded => _ = self.open.insert(self.cursor),
            Folding::Open => _ = self.open.remove(&self.cursor),
        }
    }

    /// Folds the node under the cursor, or goes to its parent if it is not open.
    pub fn fold(&mut self) {
        if !self.open.remove(&self.cursor) {
            self.cursor = self.parent(self.cursor).unwrap_or(self.cursor);
        }
    }

    /// Unfolds the node under the cursor, or goes to its first child if it is open.
    pub fn unfold(&mut self) {
        if self.has_below(self.cursor) && !self.open.insert(self.cursor) {
            self.cursor = self.below[self.cursor].first().copied().unwrap_or(self.cursor);
        }
    }

    /// Returns the moves from the root to the node under the cursor.
    #[must_use]
    pub fn path(&self) -> Vec<Point> {
        let above = std::iter::successors(Some(self.cursor), |node| self.parent(*node));
        let mut path: Vec<Point> = above.filter_map(|node| self.node(node)?.point).collect();
        path.reverse();
        path
    }

    /// Returns the principal variation: the root, its best move, the best reply, and so on.
    #[must_use]
    pub fn best_line(&self) -> Vec<usize> {
        let root = (!self.tree.nodes.is_empty()).then_some(0);
        std::iter::successors(root, |node| self.best_of(*node)).collect()
    }

    /// Returns the move that the search plays in the position at the root; `None` if there is none.
    #[must_use]
    pub fn best_move(&self) -> Option<Point> {
        match self.node(0)?.end {
            End::AtOnce { point } => Some(point),
            _ => self.node(self.best_of(0)?)?.point,
        }
    }

    /// Whether the parent has its value from `node`.
    #[must_use]
    pub fn gives_value(&self, node: usize) -> bool {
        self.parent(node).is_some_and(|parent| self.best_of(parent) == Some(node))
    }

    /// Returns the move of the node that another node refers to as `named`.
    #[must_use]
    pub fn point_of(&self, named: u32) -> Option<Point> {
        self.node(usize::try_from(named).ok()?)?.point
    }

    fn best_of(&self, node: usize) -> Option<usize> {
        let best = self.node(node)?.best()?;
        usize::try_from(best).ok().filter(|best| self.parent(*best) == Some(node))
    }

    fn parent(&self, node: usize) -> Option<usize> {
        usize::try_from(self.node(node)?.parent?).ok()
    }

    fn has_below(&self, node: usize) -> bool {
        self.below.get(node).is_some_and(|below| !below.is_empty())
    }
}
