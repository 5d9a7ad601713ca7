//! Every level of every variant gives a legal move through the public door.

mod common;

use tengen_engine::{available, brain};
use tengen_shared::rules::Position;

#[test]
fn every_level_plays_a_whole_game() {
    for text in ["tictactoe", "3x3k3exact", "gomoku15", "standard15", "7x7k4", "26x3k4exact"] {
        let variant = text.parse().unwrap();
        for level in available(variant) {
            let mut player = brain(*level, variant).unwrap();
            let mut position = Position::new(variant);
            while position.outcome().is_none() {
                let choice = common::choose(player.as_mut(), &position, 200);
                position.play(choice.point).unwrap();
            }
        }
    }
}
