//! Arbitrary search trees.

use proptest::{collection::vec, option, prelude::*, sample::select};
use tengen_shared::protocol::{NodeEnd, SearchTotals, SearchTree, Side, TreeNode, Units};

use super::values::{Boxed, points};

pub(crate) fn trees() -> Boxed<SearchTree> {
    let end = vec![
        NodeEnd::Decided {},
        NodeEnd::Leaf {},
        NodeEnd::AllTried { best: Some(2) },
        NodeEnd::AllTried { best: None },
        NodeEnd::Cut { by: 3, untried: 7 },
        NodeEnd::AtOnce { point: "b2".parse().unwrap() },
    ];
    let units = || any::<i64>().prop_map(Units);
    let node = (
        (option::of(any::<u32>()), option::of(points()), select(vec![Side::Max, Side::Min])),
        (option::of(units()), option::of(units()), units()),
        (select(end), any::<u32>()),
    )
        .prop_map(|((parent, point, side), (alpha, beta, value), (end, left_out))| TreeNode {
            parent,
            point,
            side,
            alpha,
            beta,
            value,
            end,
            left_out,
        });
    let count = || 0..1_u64 << 53;
    (any::<u8>(), vec(node, 0..5), (count(), vec(count(), 0..4), option::of(count())))
        .prop_map(|(depth, nodes, (seen, per_level, plain))| SearchTree {
            depth,
            nodes,
            totals: SearchTotals { nodes: seen, per_level, plain },
        })
        .boxed()
}
