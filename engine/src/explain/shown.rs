//! The selection of the shown nodes: the principal variation first, then the other moves level by level, each with its
//! own principal variation.

use std::cmp::Reverse;

use tengen_shared::rules::Point;

use super::{
    End, Node, Side,
    search::{Child, Expanded, Found, Halt, Search, Way, Window},
};

/// The nodes selected so far. Entry 0 is the root, and every other entry comes after its parent.
pub(super) struct Shown<'a, 's, 'b> {
    search: &'a mut Search<'s, 'b>,
    depth: u8,
    max_nodes: usize,
    entries: Vec<Entry>,
}

struct Entry {
    parent: Option<usize>,
    point: Option<Point>,
    ply: u8,
    side: Side,
    window: Window,
    found: Found,
    /// All searched children, in the order of the search.
    children: Vec<Child>,
    /// The index of the entry of each child; `None` if the child is not shown.
    shown: Vec<Option<usize>>,
}

impl<'a, 's, 'b> Shown<'a, 's, 'b> {
    /// Selects at most `max_nodes` nodes of the search below `root`, in the order of [`super::Tree::nodes`].
    /// `max_nodes` must be at least `depth` + 1.
    pub(super) fn choose(
        search: &'a mut Search<'s, 'b>,
        root: Expanded,
        depth: u8,
        max_nodes: usize,
    ) -> Result<Vec<Node>, Halt> {
        let shown = vec![None; root.children.len()];
        let root = Entry {
            parent: None,
            point: None,
            ply: 0,
            side: Side::Max,
            window: Window::default(),
            found: root.found,
            children: root.children,
            shown,
        };
        let mut chosen = Self { search, depth, max_nodes, entries: vec![root] };
        if let Some(best) = chosen.entries[0].best() {
            chosen.add_line(0, best)?;
        }
        chosen.fill()?;
        Ok(chosen.in_order())
    }

    /// Adds the other moves, level by level and best first, until one does not fit.
    fn fill(&mut self) -> Result<(), Halt> {
        for ply in 0..self.depth {
            let level: Vec<usize> =
                (0..self.entries.len()).filter(|entry| self.entries[*entry].ply == ply).collect();
            for entry in level {
                for number in self.entries[entry].best_first() {
                    if self.entries[entry].shown[number].is_none() && !self.add_line(entry, number)? {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Adds a child and the principal variation below it. Adds nothing and returns `false` if it does not fit.
    fn add_line(&mut self, parent: usize, number: usize) -> Result<bool, Halt> {
        let before = self.entries.len();
        let (mut entry, mut next) = (parent, Some(number));
        while let Some(child) = next {
            if self.entries.len() == self.max_nodes {
                self.entries.truncate(before);
                self.entries[parent].shown[number] = None;
                return Ok(false);
            }
            entry = self.add(entry, child)?;
            next = self.entries[entry].best();
        }
        Ok(true)
    }

    /// Adds one child and returns its entry.
    fn add(&mut self, parent: usize, number: usize) -> Result<usize, Halt> {
        let entry = self.entries.len();
        let above = &mut self.entries[parent];
        above.shown[number] = Some(entry);
        let Child { point, window, found } = above.children[number];
        let (ply, side) = (above.ply + 1, above.side.other());
        let mut path = self.path(parent);
        path.push(point);
        let children = match found.way {
            Way::Tried { .. } => self.search.expand(&path, side, window, self.depth - ply)?.children,
            Way::Leaf | Way::Decided | Way::AtOnce(_) => Vec::new(),
        };
        let shown = vec![None; children.len()];
        let (parent, point) = (Some(parent), Some(point));
        self.entries.push(Entry { parent, point, ply, side, window, found, children, shown });
        Ok(entry)
    }

    /// Returns the moves from the root to an entry.
    fn path(&self, entry: usize) -> Vec<Point> {
        let upward = std::iter::successors(Some(entry), |entry| self.entries[*entry].parent);
        let mut path: Vec<Point> = upward.filter_map(|entry| self.entries[entry].point).collect();
        path.reverse();
        path
    }

    /// Returns the nodes, each before its children.
    fn in_order(&self) -> Vec<Node> {
        let mut order = Vec::with_capacity(self.entries.len());
        let mut place = vec![0; self.entries.len()];
        let mut waiting = vec![0];
        while let Some(entry) = waiting.pop() {
            place[entry] = number(order.len());
            order.push(entry);
            waiting.extend(self.entries[entry].shown.iter().rev().flatten());
        }
        order.into_iter().map(|entry| self.entries[entry].node(&place)).collect()
    }
}

impl Entry {
    /// Returns the index of the best child.
    const fn best(&self) -> Option<usize> {
        match self.found.way {
            Way::Tried { best, .. } => best,
            Way::Leaf | Way::Decided | Way::AtOnce(_) => None,
        }
    }

    /// Returns the numbers of the children, best first for the side to move. Equal ones keep the order of the
    /// search.
    fn best_first(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.children.len()).collect();
        let value = |number: &usize| self.children[*number].found.value;
        match self.side {
            Side::Max => numbers.sort_by_key(|number| Reverse(value(number))),
            Side::Min => numbers.sort_by_key(value),
        }
        numbers
    }

    /// Returns the node in the form of the tree; `place` has the index of every entry.
    fn node(&self, place: &[u32]) -> Node {
        let best = self.best().and_then(|best| self.shown[best]).map(|entry| place[entry]);
        let end = match (self.found.way, best) {
            (Way::Leaf, _) => End::Leaf {},
            (Way::Decided, _) => End::Decided {},
            (Way::AtOnce(point), _) => End::AtOnce { point },
            (Way::Tried { untried, .. }, Some(by)) if untried > 0 => End::Cut { by, untried },
            (Way::Tried { .. }, best) => End::AllTried { best },
        };
        Node {
            parent: self.parent.map(|parent| place[parent]),
            point: self.point,
            side: self.side,
            alpha: self.window.alpha,
            beta: self.window.beta,
            value: self.found.value,
            end,
            left_out: number(self.shown.iter().filter(|shown| shown.is_none()).count()),
        }
    }
}

/// Converts a count of nodes or children for the tree. No count comes near the limit.
fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
