//! Checks of an explained search tree, independent of the search that made it. [`assert_bounds`] compares it with a
//! plain minimax search of the same model.

use std::collections::BTreeMap;

use tengen_engine::explain::{Bound, Cut, End, Method, Model, Node, Side, Ties, Tree};
use tengen_shared::rules::Point;

/// Returns whether `a` is better than `b` for `side`.
fn better(side: Side, a: i64, b: i64) -> bool {
    if side == Side::Max { a > b } else { a < b }
}

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap()
}

/// Returns the indices of a node's shown children.
fn children(tree: &Tree, parent: usize) -> Vec<usize> {
    let parent = u32::try_from(parent).unwrap();
    (0..tree.nodes.len()).filter(|child| tree.nodes[*child].parent == Some(parent)).collect()
}

/// Returns the initial bound of a node's value, which its side has already secured.
fn own_bound(node: &Node) -> Option<i64> {
    if node.side == Side::Max { node.alpha } else { node.beta }
}

/// Returns the bound at which the search leaves a node.
fn cutoff(node: &Node) -> Option<i64> {
    if node.side == Side::Max { node.beta } else { node.alpha }
}

/// Returns the moves from the root to a node.
pub(crate) fn path(tree: &Tree, node: usize) -> Vec<Point> {
    let mut path = Vec::new();
    let mut at = &tree.nodes[node];
    while let Some(parent) = at.parent {
        path.insert(0, at.point.unwrap());
        at = &tree.nodes[index(parent)];
    }
    path
}

/// Returns the number of plies from the root to a node.
pub(crate) fn ply(tree: &Tree, node: usize) -> u8 {
    u8::try_from(path(tree, node).len()).unwrap()
}

/// Returns whether the tree shows every searched node.
pub(crate) fn is_whole(tree: &Tree) -> bool {
    let whole = tree.nodes.iter().all(|node| node.left_out == 0);
    assert_eq!(whole, u64::try_from(tree.nodes.len()).unwrap() == tree.totals.nodes);
    whole
}

/// Checks everything that follows from the tree alone.
pub(crate) fn assert_tree(tree: &Tree, method: Method) {
    let root = &tree.nodes[0];
    assert_eq!((root.parent, root.point, root.side), (None, None, Side::Max));
    assert_eq!((root.alpha, root.beta, root.cut()), (None, None, None));
    for node in 1..tree.nodes.len() {
        assert!(index(tree.nodes[node].parent.unwrap()) < node, "a child comes after its parent");
    }
    for node in 0..tree.nodes.len() {
        let shown = children(tree, node);
        assert_value(tree, node, &shown, method);
        assert_windows(tree, node, &shown, method);
        assert_end(tree, node, &shown, method);
    }
    assert_totals(tree, method);
}

/// Asserts that the value follows from the shown children.
fn assert_value(tree: &Tree, at: usize, shown: &[usize], method: Method) {
    let node = &tree.nodes[at];
    if !matches!(node.end, End::AllTried { .. } | End::Cut { .. }) {
        assert_eq!((shown.len(), node.left_out), (0, 0));
        return;
    }
    assert!(shown.len() + index(node.left_out) > 0);
    let from = own_bound(node).filter(|_| method == Method::AlphaBeta);
    let values = shown.iter().map(|child| tree.nodes[*child].value).chain(from);
    let best = if node.side == Side::Max { values.max() } else { values.min() };
    assert_eq!(best, Some(node.value), "{node:?}");
}

/// Asserts that each child has its parent's window, narrowed by the values of earlier siblings.
fn assert_windows(tree: &Tree, at: usize, shown: &[usize], method: Method) {
    let node = &tree.nodes[at];
    let mut secured = own_bound(node);
    for child in shown {
        let child = &tree.nodes[*child];
        assert_eq!(child.side, node.side.other());
        if method != Method::AlphaBeta {
            assert_eq!((child.alpha, child.beta), (None, None));
            continue;
        }
        assert_eq!(own_bound(child), cutoff(node));
        if node.left_out == 0 {
            assert_eq!(cutoff(child), secured, "{child:?}");
        } else {
            // Earlier siblings that are not shown may have narrowed it further, but not beyond the value.
            let allowed = |bound| secured.is_none_or(|secured| !better(node.side, secured, bound));
            assert!(cutoff(child).map_or(secured.is_none(), allowed), "{child:?}");
            assert!(cutoff(child).is_none_or(|bound| !better(node.side, bound, node.value)), "{child:?}");
        }
        // No child is searched once the window is closed.
        assert!(child.alpha.zip(child.beta).is_none_or(|(alpha, beta)| alpha < beta), "{child:?}");
        let new = secured.is_none_or(|secured| better(node.side, child.value, secured));
        secured = if new { Some(child.value) } else { secured };
    }
}

/// Asserts that the node's end agrees with its window and children.
fn assert_end(tree: &Tree, at: usize, shown: &[usize], method: Method) {
    let node = &tree.nodes[at];
    let reached =
        |value| cutoff(node).is_some_and(|cutoff| value == cutoff || better(node.side, value, cutoff));
    let worth = |child: &usize| tree.nodes[*child].value;
    match node.end {
        End::Cut { by, untried } => {
            assert!(untried > 0 && method == Method::AlphaBeta);
            assert_eq!(shown.last(), Some(&index(by)), "nothing is tried after the cut");
            assert!(reached(node.value) && worth(&index(by)) == node.value, "{node:?}");
            assert!(shown.iter().rev().skip(1).all(|child| !reached(worth(child))), "{node:?}");
            let kind = if node.side == Side::Max { Cut::Beta } else { Cut::Alpha };
            assert_eq!(node.cut(), Some(kind));
            assert_eq!(node.best(), Some(by));
        }
        End::AllTried { best } => {
            assert_eq!((node.cut(), node.best()), (None, best));
            // Only the last child may have closed the window.
            assert!(shown.iter().rev().skip(1).all(|child| !reached(worth(child))), "{node:?}");
            match best {
                Some(best) => {
                    let mut equals = shown.iter().filter(|child| worth(child) == node.value);
                    let last = method == Method::Minimax(Ties::Last);
                    let wanted = if last { equals.next_back() } else { equals.next() };
                    assert_eq!(wanted, Some(&index(best)));
                    assert_ne!(own_bound(node), Some(node.value));
                }
                None => assert_eq!(own_bound(node), Some(node.value)),
            }
        }
        End::Leaf {} | End::Decided {} | End::AtOnce { .. } => {
            assert_eq!((node.cut(), node.best(), node.bound()), (None, None, Bound::Exact));
        }
    }
}

fn assert_totals(tree: &Tree, method: Method) {
    let totals = &tree.totals;
    assert_eq!(totals.per_level.iter().sum::<u64>(), totals.nodes);
    assert!(totals.per_level.len() <= usize::from(tree.depth) + 1);
    assert_eq!(totals.saved(), totals.plain.map(|plain| plain.checked_sub(totals.nodes).unwrap()));
    if method != Method::AlphaBeta {
        assert_eq!(totals.saved(), Some(0));
    }
    let mut shown = vec![0; totals.per_level.len()];
    for node in 0..tree.nodes.len() {
        shown[usize::from(ply(tree, node))] += 1;
    }
    assert!(shown.iter().zip(&totals.per_level).all(|(shown, all)| shown <= all));
    if is_whole(tree) {
        assert_eq!(shown, totals.per_level);
    }
}

/// Asserts that all nodes of `part` are in `whole`, in the same order.
pub(crate) fn assert_part(part: &Tree, whole: &Tree) {
    assert!(is_whole(whole));
    assert_eq!((&part.totals, part.depth), (&whole.totals, whole.depth));
    let places: BTreeMap<Vec<Point>, usize> =
        (0..whole.nodes.len()).map(|node| (path(whole, node), node)).collect();
    let place = |node: usize| places[&path(part, node)];
    assert!((0..part.nodes.len()).map(place).is_sorted_by(|a, b| a < b));
    for node in 0..part.nodes.len() {
        let (here, there) = (&part.nodes[node], &whole.nodes[place(node)]);
        let all = children(part, node).len() + index(here.left_out);
        assert_eq!(all, children(whole, place(node)).len());
        let renumber = |child: u32| u32::try_from(place(index(child))).unwrap();
        let end = match here.end {
            End::Cut { by, untried } => End::Cut { by: renumber(by), untried },
            End::AllTried { best } => End::AllTried { best: best.map(renumber) },
            end => end,
        };
        let expected = Node { parent: here.parent.map(renumber), left_out: 0, end, ..here.clone() };
        assert_eq!(&expected, there);
        assert_best_first(
            whole,
            place(node),
            &children(part, node).into_iter().map(place).collect::<Vec<_>>(),
        );
    }
}

/// Asserts that the shown children are the best ones, apart from the child that gives the value.
fn assert_best_first(whole: &Tree, at: usize, shown: &[usize]) {
    let node = &whole.nodes[at];
    let mut others = children(whole, at);
    others.retain(|child| u32::try_from(*child).ok() != node.best());
    let key = |child: &usize| whole.nodes[*child].value * if node.side == Side::Max { -1 } else { 1 };
    others.sort_by_key(key);
    let kept = others.iter().take_while(|child| shown.contains(child)).count();
    assert!(!others[kept..].iter().any(|child| shown.contains(child)), "{node:?}");
}

/// Returns the value and the number of nodes of `model` by plain minimax.
pub(crate) fn minimax(model: &mut dyn Model, side: Side, depth: u8) -> (i64, u64) {
    if let Some(value) = model.decided().or_else(|| model.at_once().map(|(_, value)| value)) {
        return (value, 1);
    }
    let mut moves = Vec::new();
    if depth > 0 {
        model.moves(&mut moves);
    }
    let mut best: Option<i64> = None;
    let mut nodes = 1;
    for point in moves {
        model.play(point);
        let (value, below) = minimax(model, side.other(), depth - 1);
        model.undo();
        nodes += below;
        best = Some(
            best.map_or(value, |best| if side == Side::Max { best.max(value) } else { best.min(value) }),
        );
    }
    (best.unwrap_or_else(|| model.leaf()), nodes)
}

/// Asserts that each node's value and bound agree with its minimax value, and that the count
/// without pruning is the number of nodes that minimax visits.
pub(crate) fn assert_bounds(tree: &Tree, model: &mut dyn Model) {
    let (value, nodes) = minimax(model, Side::Max, tree.depth);
    assert_eq!((tree.nodes[0].value, tree.totals.plain), (value, Some(nodes)));
    assert_eq!(tree.nodes[0].bound(), Bound::Exact);
    for (at, node) in tree.nodes.iter().enumerate() {
        let path = path(tree, at);
        path.iter().for_each(|point| model.play(*point));
        let (exact, _) = minimax(model, node.side, tree.depth - ply(tree, at));
        path.iter().for_each(|_| model.undo());
        let told = match node.bound() {
            Bound::Exact => exact == node.value,
            Bound::AtMost => exact <= node.value,
            Bound::AtLeast => exact >= node.value,
        };
        assert!(told, "{exact} {node:?}");
    }
}
