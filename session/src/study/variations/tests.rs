//! Steps through a game and its branches, and what is refused.

use proptest::prelude::*;
use tengen_shared::rules::Variant;

use super::*;

fn points(text: &str) -> Vec<Point> {
    text.split(' ').map(|point| point.parse().unwrap()).collect()
}

fn game() -> Variations {
    Variations::new(Position::new(Variant::TICTACTOE), &points("b2 a3 b3 b1"))
}

#[test]
fn the_game_is_stepped_through_to_its_ends() {
    let mut tree = game();
    assert!(!tree.back());
    assert!(tree.forward() && tree.forward());
    assert_eq!(tree.path(), points("b2 a3"));
    tree.to_end();
    assert_eq!(tree.ply(), 4);
    assert!(!tree.forward());
    assert!(tree.back());
    tree.to_start();
    assert_eq!(tree.options(), points("b2"));
}

#[test]
fn branches_are_kept_beside_the_game_and_can_be_taken_away() {
    let mut tree = game();
    tree.forward();
    tree.play("c3".parse().unwrap()).unwrap();
    tree.play("c1".parse().unwrap()).unwrap();
    assert_eq!((tree.left_game_at(), tree.choice()), (Some(1), Some((1, 1))));
    assert!(tree.to_game() && !tree.to_game());
    assert_eq!(tree.options(), points("a3 c3"));
    assert!(tree.forward());
    assert_eq!((tree.left_game_at(), tree.choice()), (None, Some((1, 2))), "the game comes first");
    assert!(tree.next_choice(true));
    tree.to_end();
    assert_eq!(tree.path(), points("b2 c3 c1"));
    tree.back();
    tree.play("a1".parse().unwrap()).unwrap();
    tree.back();
    tree.to_end();
    assert_eq!(tree.path(), points("b2 c3 a1"), "the one looked at last");
    tree.back();
    assert!(tree.erase());
    assert_eq!((tree.path(), tree.options()), (points("b2"), points("a3")));
    assert!(!tree.erase());
    tree.play("a3".parse().unwrap()).unwrap();
    assert_eq!(tree.left_game_at(), None, "the game's own move is no branch");
    assert_eq!(tree.nodes.len(), 5);
}

#[test]
fn illegal_moves_are_refused_and_an_end_is_an_end() {
    let mut tree = Variations::new(Position::new(Variant::TICTACTOE), &points("b2 a3 b3 a2 b1"));
    tree.to_end();
    assert_eq!(tree.play("c1".parse().unwrap()), Err(TryError::Decided));
    tree.back();
    assert!(matches!(tree.play("b2".parse().unwrap()), Err(TryError::Rules(_))));
    let broken = Variations::new(Position::new(Variant::TICTACTOE), &points("b2 a3 b2 c3"));
    assert_eq!(broken.game_len(), 2);
}

proptest! {
    #[test]
    fn whatever_is_done_every_position_is_legal_and_the_game_stays(
        steps in proptest::collection::vec((0..9u8, 0..9u8), 0..80),
    ) {
        let mut tree = game();
        for (step, pick) in steps {
            let point = Variant::TICTACTOE.reading_order().nth(pick.into()).unwrap();
            match step {
                0 => { tree.forward(); }
                1 => { tree.back(); }
                2 => tree.to_start(),
                3 => tree.to_end(),
                4 => { tree.to_game(); }
                5 => { tree.next_choice(pick % 2 == 0); }
                6 => { tree.erase(); }
                _ => { let _ = tree.play(point); }
            }
            prop_assert_eq!(tree.position().moves().to_vec(), tree.path());
            prop_assert!(tree.choice().is_none_or(|(which, count)| which <= count));
        }
        tree.to_game();
        tree.to_start();
        tree.to_end();
        prop_assert_eq!(tree.path(), points("b2 a3 b3 b1"));
    }
}
