//! A search tree of which some nodes are folded, as a list of rows with a cursor.

use std::collections::BTreeSet;

use tengen_shared::rules::{
    Point,
    search::{Node, Tree},
};

/// A search tree on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    tree: Tree,
    /// The nodes below each node, by their places in the list.
    below: Vec<Vec<usize>>,
    /// How many nodes lie above each node.
    level: Vec<usize>,
    /// The nodes whose nodes below are shown.
    open: BTreeSet<usize>,
    /// The node under the cursor; always one that is shown.
    cursor: usize,
    /// The first row that is shown.
    first: usize,
}

/// Whether a node shows what is below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Folding {
    /// Nothing is below it.
    Bare,
    /// What is below it is hidden.
    Folded,
    /// What is below it is shown.
    Open,
}

impl Outline {
    /// The tree with its best line and the root's moves shown, the cursor on the first move of that line;
    /// `None` if the nodes are no tree.
    #[must_use]
    pub fn new(tree: Tree) -> Option<Self> {
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
        let mut outline = Self { tree, below, level, open: BTreeSet::new(), cursor: 0, first: 0 };
        let line = outline.best_line();
        outline.cursor = line.get(1).copied().unwrap_or(*line.first()?);
        outline.open = line.into_iter().filter(|node| outline.has_below(*node)).collect();
        Some(outline)
    }

    /// The tree.
    #[must_use]
    pub const fn tree(&self) -> &Tree {
        &self.tree
    }

    /// A node of the tree.
    #[must_use]
    pub fn node(&self, node: usize) -> Option<&Node> {
        self.tree.nodes.get(node)
    }

    /// How many nodes lie above `node`.
    #[must_use]
    pub fn level(&self, node: usize) -> usize {
        self.level.get(node).copied().unwrap_or(0)
    }

    /// The nodes that are shown, from the top.
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

    /// All nodes, from the top, as if nothing were folded.
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

    /// The number of the row under the cursor.
    #[must_use]
    pub fn cursor_row(&self) -> usize {
        self.rows().iter().position(|node| *node == self.cursor).unwrap_or(0)
    }

    /// The number of the first row that is shown.
    #[must_use]
    pub const fn first(&self) -> usize {
        self.first
    }

    /// Moves the cursor to a row; beyond the last it stays on the last.
    pub fn move_to(&mut self, row: usize) {
        let rows = self.rows();
        self.cursor = rows.get(row).or(rows.last()).copied().unwrap_or(0);
    }

    /// Scrolls rows of which `height` are shown so that the cursor stands in the middle, where that can be.
    pub fn centre(&mut self, height: usize) {
        self.first = self.cursor_row().saturating_sub(height / 2);
        self.reveal(height);
    }

    /// Scrolls rows of which `height` are shown no further than the cursor needs.
    pub fn reveal(&mut self, height: usize) {
        let (row, count) = (self.cursor_row(), self.rows().len());
        let least = (row + 1).saturating_sub(height);
        self.first = self.first.clamp(least.min(row), row).min(count.saturating_sub(height));
    }

    /// Whether `node` shows what is below it.
    #[must_use]
    pub fn folding(&self, node: usize) -> Folding {
        match (self.has_below(node), self.open.contains(&node)) {
            (false, _) => Folding::Bare,
            (true, false) => Folding::Folded,
            (true, true) => Folding::Open,
        }
    }

    /// Folds the node under the cursor, or unfolds it.
    pub fn toggle(&mut self) {
        match self.folding(self.cursor) {
            Folding::Bare => {}
            Folding::Folded => _ = self.open.insert(self.cursor),
            Folding::Open => _ = self.open.remove(&self.cursor),
        }
    }

    /// Folds the node under the cursor, or goes to the one above it.
    pub fn fold(&mut self) {
        if !self.open.remove(&self.cursor) {
            self.cursor = self.parent(self.cursor).unwrap_or(self.cursor);
        }
    }

    /// Unfolds the node under the cursor, or goes to the first one below it.
    pub fn unfold(&mut self) {
        if self.has_below(self.cursor) && !self.open.insert(self.cursor) {
            self.cursor = self.below[self.cursor].first().copied().unwrap_or(self.cursor);
        }
    }

    /// The moves from the root to the node under the cursor.
    #[must_use]
    pub fn path(&self) -> Vec<Point> {
        let above = std::iter::successors(Some(self.cursor), |node| self.parent(*node));
        let mut path: Vec<Point> = above.filter_map(|node| self.node(node)?.point).collect();
        path.reverse();
        path
    }

    /// The root, its best move, the best answer, and so on.
    #[must_use]
    pub fn best_line(&self) -> Vec<usize> {
        let root = (!self.tree.nodes.is_empty()).then_some(0);
        std::iter::successors(root, |node| self.best_of(*node)).collect()
    }

    /// Whether the node above has its value from `node`.
    #[must_use]
    pub fn gives_value(&self, node: usize) -> bool {
        self.parent(node).is_some_and(|parent| self.best_of(parent) == Some(node))
    }

    /// The move that leads to a node which another names as one of those below it.
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
