//! The engine that plays by the solver.

use proptest::prelude::*;
use tengen_engine::{
    Choice, Engine, Limits, StopFlag, Value,
    solver::{Perfect, Solver, is_solvable},
};
use tengen_shared::rules::{Point, Position, Variant};

use super::{MIB, ask, common, common::Dice, position_near_the_end, small_variant, vectors};

fn choose(engine: &mut Perfect, position: &Position) -> Choice {
    engine.choose(position, &Limits::default(), &StopFlag::default(), &mut ()).unwrap()
}

#[test]
fn the_brain_plays_tic_tac_toe_perfectly_from_every_vector() {
    let (mut engine, mut solver) = (Perfect::default(), Solver::new(Variant::TICTACTOE, MIB).unwrap());
    for vector in vectors() {
        let position = vector.position();
        let choice = choose(&mut engine, &position);
        let moves = ask(|budget| solver.moves(&position, budget));
        let best = moves.iter().map(|(_, value)| *value).max().unwrap();
        assert!(moves.contains(&(choice.point, best)), "{}", vector.pos);
        assert_eq!(choice.value, best);
        assert_eq!(usize::from(choice.depth), vector.plies, "{}", vector.pos);
        assert_eq!((choice.line.len(), choice.line[0]), (vector.plies, choice.point), "{}", vector.pos);
        common::assert_urgent(&position, choice.point);

        // No drawing move leaves the other side fewer drawing replies.
        let mut replies = |point: Point| {
            let mut after = position.clone();
            let undecided = after.play(point).unwrap().is_none();
            if undecided { ask(|budget| solver.keeping(&after, budget)).len() } else { 0 }
        };
        if best == Value::Estimate(0) {
            let fewest = moves.iter().filter(|(_, value)| *value == best).map(|(p, _)| replies(*p)).min();
            assert_eq!(Some(replies(choice.point)), fewest, "{}", vector.pos);
        }
    }
}

proptest! {
    #[test]
    fn the_brain_plays_small_boards_perfectly_and_repeatably(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = small_variant(&mut dice, 16);
        let empty = 6 + dice.below(8);
        let Some(position) = position_near_the_end(&mut dice, variant, empty) else { return Ok(()) };
        let mut used = Perfect::default();
        let choice = choose(&mut used, &position);
        prop_assert_eq!(&choice, &choose(&mut used, &position));
        prop_assert_eq!(&choice, &choose(&mut Perfect::default(), &position));
        let mut solver = Solver::new(variant, MIB).unwrap();
        let moves = ask(|budget| solver.moves(&position, budget));
        let best = moves.iter().map(|(_, value)| *value).max().unwrap();
        prop_assert!(moves.contains(&(choice.point, best)));
        prop_assert_eq!(choice.value, best);
        common::assert_urgent(&position, choice.point);
    }

    #[test]
    fn elsewhere_or_stopped_the_brain_still_wins_blocks_and_plays(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = dice.variant();
        let position = dice.tense_position(variant);
        let stop = StopFlag::default();
        stop.stop();
        let choice = Perfect::default().choose(&position, &Limits::default(), &stop, &mut ()).unwrap();
        common::assert_urgent(&position, choice.point);
        prop_assert_eq!(choice.nodes, 0);
        prop_assert!(choice.depth == 0 || choice.value == Value::Win(1));
        if !is_solvable(variant) {
            let unstopped = choose(&mut Perfect::default(), &position);
            prop_assert_eq!(choice, unstopped);
        }
    }
}
