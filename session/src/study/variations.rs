//! The moves of a finished game, with the branches that the user tried.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use tengen_shared::rules::{PlayError, Point, Position};
use thiserror::Error;

/// The maximum number of moves in all branches of a game together.
pub const MAX_TRIED: usize = 1_000;

/// A tree of moves with a current position. The moves of the game itself come first and are never removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variations {
    /// The empty board.
    start: Position,
    /// The number of moves in the game. Node 0 is the empty board, and nodes 1 to this number are the moves of the
    /// game.
    game: usize,
    nodes: BTreeMap<usize, Node>,
    here: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    /// The point and the parent node; `None` for the empty board.
    played: Option<(Point, usize)>,
    /// The moves from here. In the game, the move that was played comes first.
    children: Vec<usize>,
    /// The index of the child that was visited last.
    chosen: usize,
}

/// Why a move cannot be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TryError {
    /// The game is over in this position.
    #[error("the game is over here: step back first")]
    Decided,
    /// The rules forbid the move.
    #[error(transparent)]
    Rules(PlayError),
    /// The branches have [`MAX_TRIED`] moves already.
    #[error("you have tried {MAX_TRIED} moves: delete some first")]
    Full,
}

impl Node {
    const fn new(played: Option<(Point, usize)>) -> Self {
        Self { played, children: Vec::new(), chosen: 0 }
    }
}

impl Variations {
    /// Creates the tree at `start`, an empty board. Stops at the first illegal move.
    #[must_use]
    pub fn new(start: Position, moves: &[Point]) -> Self {
        let root = (0, Node::new(None));
        let mut position = start.clone();
        let mut tree = Self { start, game: 0, nodes: BTreeMap::from([root]), here: 0 };
        let legal = moves.iter().take_while(|point| position.play(**point).is_ok());
        for point in legal {
            tree.add(*point);
            tree.game = tree.here;
        }
        tree.here = 0;
        tree
    }

    fn node(&self, id: usize) -> Option<&Node> {
        self.nodes.get(&id)
    }

    fn parent(&self, id: usize) -> Option<usize> {
        Some(self.node(id)?.played?.1)
    }

    fn is_game(&self, id: usize) -> bool {
        id <= self.game
    }

    /// Adds a move after the current one and goes there.
    fn add(&mut self, point: Point) {
        let id = self.nodes.keys().next_back().map_or(0, |last| last + 1);
        self.nodes.insert(id, Node::new(Some((point, self.here))));
        if let Some(node) = self.nodes.get_mut(&self.here) {
            node.children.push(id);
        }
        self.go(id);
    }

    fn go(&mut self, id: usize) {
        if let Some(parent) = self.parent(id).and_then(|parent| self.nodes.get_mut(&parent)) {
            parent.chosen = parent.children.iter().position(|child| *child == id).unwrap_or(0);
        }
        self.here = id;
    }

    /// Returns the moves from the empty board to the current position.
    #[must_use]
    pub fn path(&self) -> Vec<Point> {
        let mut path = Vec::new();
        let mut at = self.here;
        while let Some((point, parent)) = self.node(at).and_then(|node| node.played) {
            path.push(point);
            at = parent;
        }
        path.reverse();
        path
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> Position {
        let mut position = self.start.clone();
        for point in self.path() {
            // The tree contains only legal moves.
            if position.play(point).is_err() {
                break;
            }
        }
        position
    }

    /// Returns the number of stones in the current position.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.path().len()
    }

    /// The number of moves in the game.
    #[must_use]
    pub const fn game_len(&self) -> usize {
        self.game
    }

    /// Returns the moves of the game, or of the branch, from the empty board to its end.
    #[must_use]
    pub fn line(&self) -> Vec<Point> {
        let mut end = self.clone();
        end.to_end();
        end.path()
    }

    /// Returns the moves of the game.
    #[must_use]
    pub fn game_moves(&self) -> Vec<Point> {
        (1..=self.game).filter_map(|id| Some(self.node(id)?.played?.0)).collect()
    }

    /// The empty board at the start.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the position at the end of the game.
    #[must_use]
    pub fn game_end(&self) -> Position {
        let mut end = self.clone();
        end.here = self.game;
        end.position()
    }

    /// Goes to the position after the first `ply` moves of the game, or to its end if there are fewer.
    pub fn to_ply(&mut self, ply: usize) {
        self.to_start();
        while self.ply() < ply && self.advance() {}
    }

    /// Returns the number of moves after which the branch leaves the game; `None` on the game itself.
    #[must_use]
    pub fn left_game_at(&self) -> Option<usize> {
        let mut at = self.here;
        if self.is_game(at) {
            return None;
        }
        while !self.is_game(at) {
            at = self.parent(at)?;
        }
        Some(at)
    }

    /// Returns whether the current position was reached by the game's own first `ply` moves.
    #[must_use]
    pub fn follows_game(&self, ply: usize) -> bool {
        self.left_game_at().is_none_or(|left| ply <= left)
    }

    /// Returns the moves from the current position. In the game, the move that was played comes first.
    #[must_use]
    pub fn options(&self) -> Vec<Point> {
        let children = self.node(self.here).map(|node| node.children.as_slice()).unwrap_or_default();
        let point = |id: &usize| Some(self.node(*id)?.played?.0);
        children.iter().filter_map(point).collect()
    }

    /// Returns the number of the current move among its alternatives, from 1, and how many there are; `None` at the
    /// start.
    #[must_use]
    pub fn choice(&self) -> Option<(usize, usize)> {
        let siblings = &self.node(self.parent(self.here)?)?.children;
        let index = siblings.iter().position(|id| *id == self.here)?;
        Some((index + 1, siblings.len()))
    }

    /// Goes one move forward, but not from the end of the game into a branch. Returns false at the end.
    pub fn advance(&mut self) -> bool {
        self.here != self.game && self.forward()
    }

    /// Goes one move forward. In the game, follows the game; in a branch and at the end of the game, the move that was
    /// visited last. Returns false if there is none.
    pub fn forward(&mut self) -> bool {
        let Some(node) = self.node(self.here) else { return false };
        let own = node.children.first().filter(|id| self.is_game(**id));
        let next = own.or(node.children.get(node.chosen)).or(node.children.first()).copied();
        if let Some(next) = next {
            self.go(next);
        }
        next.is_some()
    }

    /// Goes one move back. Returns false at the empty board.
    pub fn back(&mut self) -> bool {
        let before = self.parent(self.here);
        self.here = before.unwrap_or(self.here);
        before.is_some()
    }

    /// Goes to the empty board.
    pub const fn to_start(&mut self) {
        self.here = 0;
    }

    /// Goes to the end of the game or of the branch.
    pub fn to_end(&mut self) {
        while self.advance() {}
    }

    /// Goes from a branch back to the position where it leaves the game. Returns false on the game itself.
    pub fn to_game(&mut self) -> bool {
        let left = self.left_game_at();
        self.here = left.unwrap_or(self.here);
        left.is_some()
    }

    /// Goes to the next or previous alternative of the current move, and wraps round. Returns false if there is none.
    pub fn next_choice(&mut self, onwards: bool) -> bool {
        let Some(parent) = self.parent(self.here).and_then(|id| self.node(id)) else { return false };
        let count = parent.children.len();
        let Some(index) = parent.children.iter().position(|id| *id == self.here) else { return false };
        let next = (index + if onwards { 1 } else { count - 1 }) % count;
        let id = parent.children.get(next).copied().filter(|_| count > 1);
        if let Some(id) = id {
            self.go(id);
        }
        id.is_some()
    }

    /// Plays a move: goes to it if it was tried before, else adds it to a branch.
    ///
    /// # Errors
    /// Returns an error if the rules forbid the move, or the branches are full.
    pub fn play(&mut self, point: Point) -> Result<(), TryError> {
        self.position().check(point).map_err(|error| match error {
            PlayError::Decided => TryError::Decided,
            other => TryError::Rules(other),
        })?;
        let children = self.node(self.here).map(|node| node.children.clone()).unwrap_or_default();
        let played = |id: &usize| self.node(*id).and_then(|node| node.played).map(|(point, _)| point);
        if let Some(known) = children.iter().copied().find(|id| played(id) == Some(point)) {
            self.go(known);
        } else if self.nodes.len() > self.game + MAX_TRIED {
            return Err(TryError::Full);
        } else {
            self.add(point);
        }
        Ok(())
    }

    /// Plays a move. At the end of a game without branches, it becomes the game's own.
    ///
    /// # Errors
    /// Returns an error if the rules forbid the move, or the branches are full.
    pub fn play_on(&mut self, point: Point) -> Result<(), TryError> {
        let goes_on = self.here == self.game && self.nodes.len() == self.game + 1;
        self.play(point)?;
        if goes_on {
            self.game = self.here;
        }
        Ok(())
    }

    /// Removes the current move and all moves after it from its branch. Returns false for a move of the game.
    pub fn erase(&mut self) -> bool {
        let gone = self.here;
        if self.is_game(gone) {
            return false;
        }
        self.back();
        if let Some(node) = self.nodes.get_mut(&self.here) {
            node.children.retain(|id| *id != gone);
            node.chosen = 0;
        }
        let mut left = vec![gone];
        while let Some(id) = left.pop() {
            left.extend(self.nodes.remove(&id).map(|node| node.children).unwrap_or_default());
        }
        true
    }
}
