//! Strategies for search trees and static values.

use proptest::{collection::vec, option, prelude::*, sample::select};
use tengen_shared::rules::search::{
    Aim, End, Node, OpenFor, Part, Parts, Shape, Side, Stretch, Totals, Tree, WindowCell,
};

use super::rule_values::points;
use super::values::Boxed;

pub(crate) fn parts() -> Boxed<Parts> {
    let stretch = || {
        (any::<u8>(), any::<u8>(), any::<u8>(), any::<u8>())
            .prop_map(|(cells, stones, run, open_ends)| Stretch { cells, stones, run, open_ends })
    };
    let cells = [WindowCell::Empty, WindowCell::Attacker, WindowCell::Defender, WindowCell::OffBoard];
    let open_for = vec![OpenFor::Both, OpenFor::Max, OpenFor::Min, OpenFor::Nobody];
    let aims = vec![Aim::Attack, Aim::Defence, Aim::Nothing];
    let window = (vec(select(cells.to_vec()), 9..12), stretch(), stretch(), select(aims))
        .prop_map(|(cells, attack, defence, aim)| Shape::Window { cells, attack, defence, aim });
    let run = (select(vec![Side::Max, Side::Min]), 0..3_u8, any::<i64>())
        .prop_map(|(side, open_ends, worth)| Shape::Run { side, open_ends, worth });
    let shape = prop_oneof![select(open_for).prop_map(|open_for| Shape::Line { open_for }), window, run];
    let part = (vec(points(), 1..9), any::<i64>(), shape).prop_map(|(points, adds, shape)| Part {
        points,
        adds,
        shape,
    });
    (any::<i64>(), vec(part, 0..5), any::<u32>(), any::<i64>())
        .prop_map(|(value, parts, left_out, rest)| Parts { value, parts, left_out, rest })
        .boxed()
}

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
