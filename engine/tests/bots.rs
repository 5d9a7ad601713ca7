//! Tests that every bot offered for a variant makes legal moves through the public interface, and that others are
//! refused.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::Dice;
use tengen_engine::{Limits, Pace, StopFlag, Value, available, engine_for};
use tengen_shared::rules::{Bot, EngineName, FormerEngine, FormerEngineName, Level, Position, Variant};

const VARIANTS: [&str; 8] =
    ["tictactoe", "3x3k3exact", "4x4k4", "gomoku15", "standard15", "7x7k4", "5x9k5", "26x3k4exact"];

fn everybody() -> impl Iterator<Item = Bot> {
    let former = FormerEngineName::ALL.map(|name| Bot::Former(FormerEngine::new(name, None).unwrap()));
    Level::ALL.into_iter().map(Bot::from).chain(EngineName::ALL.into_iter().map(Bot::from)).chain(former)
}

#[test]
fn every_bot_on_offer_plays_a_whole_game() {
    for text in VARIANTS {
        let variant: Variant = text.parse().unwrap();
        for bot in everybody().filter(|bot| available(variant).contains(*bot)) {
            let mut player = engine_for(bot, variant).unwrap();
            let mut position = Position::new(variant);
            while position.outcome().is_none() {
                let choice = common::choose(player.as_mut(), &position, 200);
                position.play(choice.point).unwrap();
            }
        }
    }
}

#[test]
fn who_is_not_on_offer_is_refused_and_the_others_named() {
    for text in VARIANTS {
        let variant: Variant = text.parse().unwrap();
        let choices = available(variant);
        assert_eq!(choices.levels, Level::ALL);
        for bot in everybody() {
            match engine_for(bot, variant) {
                Ok(_) => assert!(choices.contains(bot)),
                Err(error) => {
                    assert!(!choices.contains(bot));
                    let text = error.to_string();
                    assert!(text.ends_with(&format!("choose one of {choices}")), "{text}");
                }
            }
        }
    }
}

/// The names of former engines are accepted and play as levels, but no list contains them.
#[test]
fn a_former_engine_plays_as_the_level_in_its_place_and_is_not_listed() {
    let mut dice = Dice(5);
    for text in ["tictactoe", "gomoku15", "7x7k4"] {
        let variant: Variant = text.parse().unwrap();
        let names = available(variant).to_string();
        assert!(!names.split(", ").any(|name| name == "lines" || name == "domain"), "{names}");
        for (former, level) in [("lines:1", "easy"), ("lines:3", "medium"), ("lines", "hard")] {
            let position = dice.tense_position(variant);
            let [former, level] = [former, level].map(|bot| {
                let mut player = engine_for(bot.parse().unwrap(), variant).unwrap();
                player.choose(&position, &Limits::default(), &StopFlag::default(), &mut ())
            });
            assert_eq!(former, level, "{text}");
        }
    }
}

#[test]
fn the_least_depth_is_finished_however_late_it_is() {
    let (mut dice, mut late) = (Dice(8), 0);
    for text in VARIANTS {
        let mut position = Position::new(text.parse().unwrap());
        while position.moves().len() < 3 {
            let point = dice.legal(&position);
            position.play(point).unwrap();
        }
        for bot in available(position.variant()).iter() {
            let ask = |limits: &Limits| {
                let mut player = engine_for(bot, position.variant()).unwrap();
                player.choose(&position, limits, &StopFlag::default(), &mut ()).unwrap()
            };
            let due = Some(std::time::Instant::now());
            let hurried = ask(&Limits { deadline: due, min_depth: 2, ..Limits::default() });
            if ask(&Limits { max_nodes: Some(100_000), ..Limits::default() }).depth >= 2 {
                let settled = !matches!(hurried.value, Value::Estimate(_));
                assert!(hurried.depth >= 2 || settled, "{bot} on {text}: {hurried:?}");
                late += usize::from(hurried.pace == Pace::Shortened);
            }
        }
    }
    assert!(late > 10, "{late} were cut short");
}
