//! The search behind the tree: minimax or alpha-beta, depending on the model and on [`Cuts`].

use tengen_shared::rules::Point;

use super::{Cuts, Method, Model, Side, Ties};
use crate::limits::Budget;

/// The reason why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halt {
    Stopped,
    /// The search would visit more nodes than allowed.
    TooMany,
}

/// The bounds that MAX and MIN have already secured; `None` for no bound yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Window {
    pub(super) alpha: Option<i64>,
    pub(super) beta: Option<i64>,
}

/// The result of searching one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) value: i64,
    pub(super) way: Way,
}

/// How the value of a node was found.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way {
    Leaf,
    Decided,
    AtOnce(Point),
    /// The search tried all moves but `untried`. `best` is the number of the move that gave the value.
    Tried {
        best: Option<usize>,
        untried: u32,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) point: Point,
    /// The window when the search entered the child.
    pub(super) window: Window,
    pub(super) found: Found,
}

/// A node and all its searched children, in the order of the search.
pub(super) struct Expanded {
    pub(super) found: Found,
    pub(super) children: Vec<Child>,
}

/// Receives each child after its search.
type Record<'r> = &'r mut dyn FnMut(Child);

/// The search of a model. After every call, even a failed one, the model is back at the root.
pub(super) struct Search<'s, 'b> {
    model: &'s mut dyn Model,
    budget: &'s mut Budget<'b>,
    method: Method,
    /// The nodes visited at each level since the last search of the root began.
    per_level: Vec<u64>,
    /// The number of nodes that may still be visited.
    left: u64,
}

impl<'s, 'b> Search<'s, 'b> {
    pub(super) fn new(model: &'s mut dyn Model, cuts: Cuts, budget: &'s mut Budget<'b>) -> Self {
        let method = match cuts {
            Cuts::On => model.method(),
            Cuts::Off => model.method().without_cuts(),
        };
        Self { model, budget, method, per_level: Vec::new(), left: u64::MAX }
    }

    pub(super) const fn method(&self) -> Method {
        self.method
    }

    /// Searches the whole tree, at most `most` nodes. Returns the root and the number of nodes at each level.
    pub(super) fn whole(&mut self, depth: u8, most: u64) -> Result<(Expanded, Vec<u64>), Halt> {
        self.per_level.clear();
        self.left = most;
        let root = self.enter(0).and_then(|()| self.expand(&[], Side::Max, Window::default(), depth));
        self.left = u64::MAX;
        Ok((root?, std::mem::take(&mut self.per_level)))
    }

    /// Searches the node at the end of `path` from the root, `depth` plies deep, and returns it with its children.
    /// `side` is to move there.
    pub(super) fn expand(
        &mut self,
        path: &[Point],
        side: Side,
        window: Window,
        depth: u8,
    ) -> Result<Expanded, Halt> {
        let mut children = Vec::new();
        path.iter().for_each(|point| self.model.play(*point));
        let found = self.found(side, window, depth, path.len(), &mut |child| children.push(child));
        path.iter().for_each(|_| self.model.undo());
        Ok(Expanded { found: found?, children })
    }

    /// Returns the number of nodes that plain minimax visits; `None` if it exceeds `most` or the budget.
    pub(super) fn plain(&mut self, depth: u8, most: u64) -> Option<u64> {
        let mut left = most.checked_sub(1)?;
        self.count_below(depth, &mut left)?;
        Some(most - left)
    }

    fn enter(&mut self, ply: usize) -> Result<(), Halt> {
        self.left = self.left.checked_sub(1).ok_or(Halt::TooMany)?;
        if !self.budget.enter() {
            return Err(Halt::Stopped);
        }
        if self.per_level.len() <= ply {
            self.per_level.resize(ply + 1, 0);
        }
        self.per_level[ply] += 1;
        Ok(())
    }

    /// Searches a node and passes each searched child to `record`.
    fn found(
        &mut self,
        side: Side,
        window: Window,
        depth: u8,
        ply: usize,
        record: Record<'_>,
    ) -> Result<Found, Halt> {
        if let Some(found) = self.unsearched(depth) {
            return Ok(found);
        }
        let mut moves = Vec::new();
        self.model.moves(&mut moves);
        // As in the article, the value starts at alpha for MAX and at beta for MIN.
        let mut value = window.of(side);
        let (mut best, mut untried) = (None, moves.len());
        for (number, point) in moves.iter().enumerate() {
            let inner = self.inner(side, window, value);
            self.model.play(*point);
            let found = self
                .enter(ply + 1)
                .and_then(|()| self.found(side.other(), inner, depth - 1, ply + 1, &mut |_| {}));
            self.model.undo();
            let found = found?;
            record(Child { point: *point, window: inner, found });
            untried -= 1;
            if value.is_none_or(|value| self.replaces(side, found.value, value)) {
                (value, best) = (Some(found.value), Some(number));
            }
            if window.closed_by(side, value) {
                break;
            }
        }
        Ok(match (moves.is_empty(), value) {
            (false, Some(value)) => {
                Found { value, way: Way::Tried { best, untried: u32::try_from(untried).unwrap_or(u32::MAX) } }
            }
            _ => Found { value: self.model.leaf(), way: Way::Leaf },
        })
    }

    /// Returns the value of a node that is not searched further; `None` if its moves must be tried.
    fn unsearched(&self, depth: u8) -> Option<Found> {
        if let Some(value) = self.model.decided() {
            Some(Found { value, way: Way::Decided })
        } else if let Some((point, value)) = self.model.at_once() {
            Some(Found { value, way: Way::AtOnce(point) })
        } else if depth == 0 {
            Some(Found { value: self.model.leaf(), way: Way::Leaf })
        } else {
            None
        }
    }

    /// Returns the window of the next child of a node whose value so far is `value`.
    const fn inner(&self, side: Side, window: Window, value: Option<i64>) -> Window {
        match (self.method, side) {
            (Method::Minimax(_), _) => Window { alpha: None, beta: None },
            (Method::AlphaBeta, Side::Max) => Window { alpha: value, ..window },
            (Method::AlphaBeta, Side::Min) => Window { beta: value, ..window },
        }
    }

    fn replaces(&self, side: Side, new: i64, old: i64) -> bool {
        let equal_counts = self.method == Method::Minimax(Ties::Last);
        new == old && equal_counts || side.prefers(new, old)
    }

    /// Subtracts the nodes of plain minimax below this one from `left`; `None` if there are more or the budget is
    /// spent.
    fn count_below(&mut self, depth: u8, left: &mut u64) -> Option<()> {
        if !self.budget.enter() {
            return None;
        }
        if self.unsearched(depth).is_some() {
            return Some(());
        }
        let mut moves = Vec::new();
        self.model.moves(&mut moves);
        *left = left.checked_sub(u64::try_from(moves.len()).ok()?)?;
        // The last level is counted without visiting it.
        for point in moves.iter().filter(|_| depth > 1) {
            self.model.play(*point);
            let counted = self.count_below(depth - 1, left);
            self.model.undo();
            counted?;
        }
        Some(())
    }
}

impl Window {
    /// Returns the bound that `side` has already secured.
    const fn of(self, side: Side) -> Option<i64> {
        match side {
            Side::Max => self.alpha,
            Side::Min => self.beta,
        }
    }

    /// Returns whether the other side can avoid a node of `side` whose value is already `value`: it has at least as
    /// good a bound elsewhere.
    fn closed_by(self, side: Side, value: Option<i64>) -> bool {
        match (self.of(side.other()), value) {
            (Some(bound), Some(value)) => value == bound || side.prefers(value, bound),
            _ => false,
        }
    }
}
