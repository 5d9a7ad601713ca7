//! Whatever is pressed, clicked, resized or sent, nothing panics and everything can be drawn.

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use proptest::prelude::*;
use ratatui::layout::Position;
use tengen_client::msg::Msg;
use tengen_shared::{
    game::{Settings, SpectatorRule},
    rules::Variant,
};

use crate::{
    bench::Bench,
    play::against_bob,
    steps::{Step, act, step},
    table::{timed, with_ai, with_bob},
};

/// Random cases of each property here in the quick lane, and in the long one. Each draws up to 60 screens a case.
const FEW: u32 = 24;
const MANY: u32 = 800;

/// Does anything at all, in so many cases.
fn anything(cases: u32) {
    proptest!(ProptestConfig::with_cases(cases), |(
        variant in 0..8usize,
        steps in proptest::collection::vec(step(), 1..60),
    )| {
        let mut bench = match Variant::NAMED.get(variant) {
            Some((_, variant)) => against_bob(*variant, 80, 24),
            None if variant == 4 => Bench::online(80, 24),
            None if variant == 5 => with_ai(timed(Variant::GOMOKU15), 80, 24),
            None => {
                let spectators = SpectatorRule::ByConsent;
                with_bob(Settings { spectators, ..timed(Variant::TICTACTOE) }, 80, 24)
            }
        };
        for step in steps {
            act(&mut bench, step);
            let screen = bench.screen();
            prop_assert!(!screen.contains('\x1b'), "an escape is on the screen");
            let change = bench.model.next_change();
            prop_assert!(change.is_none_or(|wait| wait >= Duration::from_millis(10)), "it spins");
        }
    });
}

/// Draws what the first keys lead to at random sizes, in so many cases.
fn sizes(cases: u32) {
    proptest!(ProptestConfig::with_cases(cases), |(
        width in 1..120u16,
        height in 1..50u16,
        keys in "[jlk?\n]{0,12}",
    )| {
        let mut bench = Bench::online(width, height);
        bench.keys(&keys);
        bench.screen();
        bench.click(Position::new(width / 2, height / 2));
        bench.screen();
    });
}

/// Does anything at all in the settings, in so many cases.
fn settings(cases: u32) {
    proptest!(ProptestConfig::with_cases(cases), |(
        width in 40..100u16,
        height in 16..40u16,
        steps in proptest::collection::vec(
            prop_oneof![
                3 => step(),
                6 => proptest::sample::select(vec!['h', 'j', 'l', ' ', '\n', ',', '?', 'z', '\u{7f}'])
                    .prop_map(|c| Step::Key(if c == '\n' { KeyCode::Enter } else { KeyCode::Char(c) }, false)),
                1 => Just(Step::Key(KeyCode::Delete, false)),
                1 => ".{0,40}".prop_map(Step::Paste),
            ],
            1..60,
        ),
    )| {
        let mut bench = with_bob(timed(Variant::GOMOKU15), width, height);
        bench.keys(",");
        for step in steps {
            act(&mut bench, step);
            bench.screen();
        }
        // Whatever was bound, the way out has a key, and Ctrl-C ends the program everywhere.
        bench.effects.clear();
        bench.msg(Msg::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        prop_assert!(bench.effects.iter().any(|effect| matches!(effect, tengen_client::effect::Effect::Exit)));
    });
}

/// Does anything at all in a replay, in so many cases.
fn replay(cases: u32) {
    proptest!(ProptestConfig::with_cases(cases), |(
        width in 40..120u16,
        height in 16..50u16,
        steps in proptest::collection::vec(step(), 1..60),
    )| {
        let mut bench = against_bob(Variant::GOMOKU15, width, height);
        bench.keys("/h8\nRyv\n");
        for step in steps {
            act(&mut bench, step);
            bench.screen();
        }
    });
}

#[test]
fn nothing_panics_and_everything_can_be_drawn() {
    anything(FEW);
}

#[test]
fn every_size_can_be_drawn_on_every_screen() {
    sizes(192);
}

#[test]
fn the_settings_bear_anything_and_can_be_left() {
    settings(FEW);
}

#[test]
fn a_replay_bears_any_keys() {
    replay(FEW);
}

#[test]
#[ignore = "long lane: 800 random stories of a screen"]
fn nothing_panics_and_everything_can_be_drawn_in_many_cases() {
    anything(MANY);
}

#[test]
#[ignore = "long lane: the first screens at 6,000 random sizes"]
fn thousands_of_sizes_can_be_drawn_on_every_screen() {
    sizes(6_000);
}

#[test]
#[ignore = "long lane: 800 random stories of the settings"]
fn the_settings_bear_anything_in_many_cases() {
    settings(MANY);
}

#[test]
#[ignore = "long lane: 800 random stories of a replay"]
fn a_replay_bears_any_keys_in_many_cases() {
    replay(MANY);
}
