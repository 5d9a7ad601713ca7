//! A search on a small tree that somebody has typed in, such as an exercise of a class:
//! `((3 12 8) (2 4 6) (14 5 2))`. A number is the value of a leaf, and brackets hold the moves of a node.

use tengen_shared::rules::{MAX_SIDE, Point, search::Cuts};
use thiserror::Error;

use super::{Bounds, ExplainError, Method, Model, Tree, explain};
use crate::limits::Budget;

/// The maximum number of nodes.
pub const MAX_NODES: usize = 300;
/// The maximum depth, in moves.
pub const MAX_DEPTH: usize = 12;
/// The maximum value of a leaf, and the negative of the minimum.
pub const MAX_VALUE: i64 = 1_000_000;

/// The reason why a text is not a tree.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TypedError {
    /// A word is neither a bracket nor a number in range.
    #[error("{0:?} is neither a bracket nor a whole number from -{MAX_VALUE} to {MAX_VALUE}")]
    Word(String),
    /// The brackets do not match, or the text does not begin with one.
    #[error("write numbers in brackets, each bracket closed, such as ((3 12 8) (2 4 6))")]
    Brackets,
    /// A pair of brackets is empty.
    #[error("a pair of brackets is empty: write a number or other brackets into it")]
    Empty,
    /// The tree is too large.
    #[error(
        "this tree is too large: at most {MAX_NODES} nodes, {MAX_DEPTH} levels, and {MAX_SIDE} moves in a node"
    )]
    Large,
    #[error(transparent)]
    Search(#[from] ExplainError),
}

/// A tree of numbers, and a place in it. The moves of a node at level n are the points a, b, c and so on of row n, so
/// that `b1` is the second move of the root.
#[derive(Clone, Debug, Default)]
struct Typed {
    nodes: Vec<TypedNode>,
    /// The nodes from the root to the place, without the root.
    path: Vec<usize>,
}

#[derive(Clone, Debug)]
enum TypedNode {
    Leaf(i64),
    /// The moves, as the indices of the nodes to which they lead.
    Inner(Vec<usize>),
}

/// Returns the search tree of alpha-beta, or with [`Cuts::Off`] of plain minimax, on a tree in text form. MAX moves at
/// the root.
///
/// # Errors
/// Returns an error if the text is not a tree, the tree is too large, or `budget` is spent.
pub fn explain_typed(text: &str, cuts: Cuts, budget: &mut Budget<'_>) -> Result<Tree, TypedError> {
    let (mut typed, depth) = Typed::read(text)?;
    let bounds = Bounds { shown: MAX_NODES, ..Bounds::default() };
    Ok(explain(&mut typed, depth, cuts, &bounds, budget)?)
}

fn number(word: &str) -> Result<i64, TypedError> {
    let read = word.parse().ok().filter(|value| (-MAX_VALUE..=MAX_VALUE).contains(value));
    read.ok_or_else(|| TypedError::Word(word.chars().take(20).collect()))
}

impl Typed {
    /// Reads a tree. Returns its depth, too.
    fn read(text: &str) -> Result<(Self, u8), TypedError> {
        // Texts may also have Chinese brackets and commas, or a typographic minus sign.
        let spaced = text.replace(['(', '[', '{', '（'], " ( ").replace([')', ']', '}', '）'], " ) ");
        let spaced = spaced.replace([',', '，', '、'], " ").replace('−', "-");
        let (mut typed, mut open, mut depth) = (Self::default(), Vec::new(), 0);
        for word in spaced.split_whitespace() {
            if word == ")" {
                let closed = open.pop().ok_or(TypedError::Brackets)?;
                if typed.moves_of(closed).is_empty() {
                    return Err(TypedError::Empty);
                }
                continue;
            }
            let node =
                if word == "(" { TypedNode::Inner(Vec::new()) } else { TypedNode::Leaf(number(word)?) };
            let (index, is_inner) = (typed.nodes.len(), word == "(");
            match open.last() {
                Some(parent) => typed.add_move(*parent, index)?,
                // One root, which has moves.
                None if index > 0 || !is_inner => return Err(TypedError::Brackets),
                None => {}
            }
            depth = depth.max(open.len());
            if index >= MAX_NODES || depth > MAX_DEPTH {
                return Err(TypedError::Large);
            }
            typed.nodes.push(node);
            if is_inner {
                open.push(index);
            }
        }
        if !open.is_empty() || typed.nodes.is_empty() {
            return Err(TypedError::Brackets);
        }
        Ok((typed, u8::try_from(depth).map_err(|_| TypedError::Large)?))
    }

    fn add_move(&mut self, parent: usize, child: usize) -> Result<(), TypedError> {
        match &mut self.nodes[parent] {
            TypedNode::Inner(moves) if moves.len() < MAX_SIDE.into() => {
                moves.push(child);
                Ok(())
            }
            TypedNode::Inner(_) | TypedNode::Leaf(_) => Err(TypedError::Large),
        }
    }

    fn moves_of(&self, node: usize) -> &[usize] {
        match &self.nodes[node] {
            TypedNode::Inner(moves) => moves,
            TypedNode::Leaf(_) => &[],
        }
    }

    fn here(&self) -> usize {
        self.path.last().copied().unwrap_or(0)
    }
}

impl Model for Typed {
    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    fn decided(&self) -> Option<i64> {
        None
    }

    fn leaf(&self) -> i64 {
        match self.nodes[self.here()] {
            TypedNode::Leaf(value) => value,
            // It has moves, and the search is as deep as the tree.
            TypedNode::Inner(_) => 0,
        }
    }

    fn moves(&mut self, out: &mut Vec<Point>) {
        let row = u8::try_from(self.path.len()).unwrap_or(MAX_SIDE);
        let columns = (0..MAX_SIDE).take(self.moves_of(self.here()).len());
        out.extend(columns.filter_map(|col| Point::new(col, row)));
    }

    fn play(&mut self, point: Point) {
        let child = self.moves_of(self.here())[usize::from(point.col())];
        self.path.push(child);
    }

    fn undo(&mut self) {
        self.path.pop();
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;
    use crate::limits::{Limits, StopFlag};

    fn search(text: &str, cuts: Cuts) -> Result<Tree, TypedError> {
        let stop = StopFlag::default();
        explain_typed(text, cuts, &mut Budget::new(Limits::default(), &stop))
    }

    #[test]
    fn the_tree_of_the_textbook_has_one_cut() {
        // Russell and Norvig, Artificial Intelligence, figure 5.5 (fourth edition).
        let text = "((3 12 8) (2 4 6) (14 5 2))";
        let tree = search(text, Cuts::On).unwrap();
        assert_eq!((tree.nodes[0].value, tree.totals.nodes, tree.totals.plain), (3, 11, Some(13)));
        let cuts: Vec<i64> =
            tree.nodes.iter().filter(|node| node.cut().is_some()).map(|node| node.value).collect();
        assert_eq!(cuts, [2]);
        let plain = search(text, Cuts::Off).unwrap();
        assert_eq!((plain.nodes[0].value, plain.totals.nodes), (3, 13));
        assert_eq!(plain.nodes[1].point.map(|point| point.to_string()), Some("a1".to_owned()));
    }

    #[test]
    fn branches_of_different_lengths_and_other_brackets_are_read() {
        assert_eq!(search("[4, [7, (-9 1)]]", Cuts::Off).unwrap().nodes[0].value, 4);
        assert_eq!(search("（（3 −4），{7}）", Cuts::Off).unwrap().nodes[0].value, 7);
        assert_eq!(search("(5)", Cuts::On).unwrap().nodes[0].value, 5);
    }

    #[test]
    fn what_is_no_tree_is_explained() {
        let deep = format!("{}1{}", "(".repeat(MAX_DEPTH + 1), ")".repeat(MAX_DEPTH + 1));
        let wide = format!("({})", "1 ".repeat(27));
        let many = format!("({})", format!("({})", "1 ".repeat(26)).repeat(12));
        for (text, error) in [
            ("", TypedError::Brackets),
            ("3", TypedError::Brackets),
            ("(1) (2)", TypedError::Brackets),
            ("((1)", TypedError::Brackets),
            ("(1))", TypedError::Brackets),
            ("(1 ())", TypedError::Empty),
            ("(1 x)", TypedError::Word("x".to_owned())),
            ("(1.5)", TypedError::Word("1.5".to_owned())),
            ("(1000001)", TypedError::Word("1000001".to_owned())),
            ("(-9223372036854775808)", TypedError::Word("-9223372036854775808".to_owned())),
            (&deep, TypedError::Large),
            (&wide, TypedError::Large),
            (&many, TypedError::Large),
        ] {
            assert_eq!(search(text, Cuts::On), Err(error), "{text}");
        }
    }
}
