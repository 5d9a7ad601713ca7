//! What the value of a node of a search tree is worth.

use tengen_shared::protocol::{NodeEnd, TreeNode};

/// How a value lies to the one that a search without cuts would have found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the same.
    Exact,
    /// The other may be less.
    AtMost,
    /// The other may be more.
    AtLeast,
}

impl Bound {
    /// How the value of `node` lies: a value on the edge of the window or outside it is a bound.
    #[must_use]
    pub fn of(node: &TreeNode) -> Self {
        match node.end {
            NodeEnd::Leaf {} | NodeEnd::Decided {} | NodeEnd::AtOnce { .. } => Self::Exact,
            NodeEnd::AllTried { .. } | NodeEnd::Cut { .. } => {
                if node.alpha.is_some_and(|alpha| node.value <= alpha) {
                    Self::AtMost
                } else if node.beta.is_some_and(|beta| node.value >= beta) {
                    Self::AtLeast
                } else {
                    Self::Exact
                }
            }
        }
    }

    /// How it is written before the value.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
        }
    }
}
