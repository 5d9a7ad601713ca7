//! Every bot that a variant offers gives legal moves through the public door, and no other is let in.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::Dice;
use tengen_engine::{Limits, Pace, StopFlag, Value, available, brain, strongest};
use tengen_shared::rules::{Bot, BrainName, Level, Position, Variant};

const VARIANTS: [&str; 8] =
    ["tictactoe", "3x3k3exact", "4x4k4", "gomoku15", "standard15", "7x7k4", "5x9k5", "26x3k4exact"];

fn everybody() -> impl Iterator<Item = Bot> {
    Level::ALL.into_iter().map(Bot::from).chain(BrainName::ALL.into_iter().map(Bot::from))
}

#[test]
fn every_bot_on_offer_plays_a_whole_game() {
    for text in VARIANTS {
        let variant: Variant = text.parse().unwrap();
        for bot in everybody().filter(|bot| available(variant).contains(*bot)) {
            let mut player = brain(bot, variant).unwrap();
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
        assert!(choices.levels.is_sorted() && choices.levels.contains(&strongest(variant)));
        for bot in everybody() {
            match brain(bot, variant) {
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

/// The easy level of five in a row is careless now and then, but never about a five.
#[test]
fn easy_is_careless_by_the_seed_and_misses_no_five() {
    let mut easy = brain(Level::Easy.into(), Variant::GOMOKU15).unwrap();
    let mut ask = |position: &Position, seed| {
        let limits = Limits { seed, ..Limits::default() };
        easy.choose(position, &limits, &StopFlag::default(), &mut ()).unwrap()
    };
    let mut dice = Dice(3);
    for seed in 0..300 {
        let position = dice.tense_position(Variant::GOMOKU15);
        let choice = ask(&position, seed);
        common::assert_urgent(&position, choice.point);
        assert_eq!(choice, ask(&position, seed));
    }
    let mut quiet = Position::new(Variant::GOMOKU15);
    for at in ["h8", "i9", "g9"] {
        quiet.play(at.parse().unwrap()).unwrap();
    }
    let usual = ask(&quiet, 1).point;
    let careless = (0..1200).filter(|seed| ask(&quiet, *seed).point != usual).count();
    assert!((50..200).contains(&careless), "{careless} of 1200");
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
                let mut player = brain(bot, position.variant()).unwrap();
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
