//! Strategies for search trees.

use proptest::{collection::vec, option, prelude::*, sample::select};
use tengen_shared::rules::search::{End, Node, Side, Totals, Tree};

use super::rule_values::points;
use super::values::Boxed;

pub(crate) fn trees() -> Boxed<Tree> {
    let end = vec![
        End::Decided {},
        End::Leaf {},
        End::AllTried { best: Some(2) },
        End::AllTried { best: None },
        End::Cut { by: 3, untried: 7 },
        End::AtOnce { point: "b2".parse().unwrap() },
    ];
    let node = (
        (option::of(any::<u32>()), option::of(points()), select(vec![Side::Max, Side::Min])),
        (option::of(any::<i64>()), option::of(any::<i64>()), any::<i64>()),
        (select(end), any::<u32>()),
    )
        .prop_map(|((parent, point, side), (alpha, beta, value), (end, left_out))| Node {
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
        .prop_map(|(depth, nodes, (seen, per_level, plain))| Tree {
            depth,
            nodes,
            totals: Totals { nodes: seen, per_level, plain },
        })
        .boxed()
}
