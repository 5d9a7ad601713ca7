//! When the program calls for the user, and when it keeps still.

use tengen_client::{
    effect::Effect,
    settings::{Call, Calls, Settings},
};
use tengen_shared::{
    game::{Command, Seat, SeatPlan},
    rules::Variant,
};

use crate::{
    bench::Bench,
    fake::OTHER,
    play::against_bob,
    table::{timed, with_ai, with_bob},
};

impl Bench {
    /// The calls since the last look.
    fn calls(&mut self) -> Vec<(Call, String)> {
        let (calls, rest) = self.effects.drain(..).partition(|effect| matches!(effect, Effect::Call { .. }));
        self.effects = rest;
        let call = |effect| match effect {
            Effect::Call { call, text } => (call, text),
            other => panic!("{other:?}"),
        };
        Vec::into_iter(calls).map(call).collect()
    }

    fn called(&mut self, text: &str) {
        let calls = self.calls();
        assert!(matches!(calls.as_slice(), [(_, said)] if said.contains(text)), "{calls:?}");
    }
}

#[test]
fn the_opponents_move_calls_whoever_is_not_at_the_keys() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    bench.calls();
    bench.keys("/h8\n");
    assert_eq!(bench.calls(), [], "one's own move");
    bench.pass(1_900);
    bench.bob_places("a1");
    assert_eq!(bench.calls(), [], "a quick answer");
    bench.keys("/h9\n");
    bench.pass(2_100);
    bench.bob_places("a2");
    bench.called("Your turn in amber-fox-42: Bob has moved");
    // What comes again is no news.
    let again = bench.fake.snapshot();
    bench.feed(again);
    assert_eq!(bench.calls(), []);
}

#[test]
fn a_quick_ai_does_not_call_and_a_slow_one_does() {
    let mut bench = with_ai(timed(Variant::GOMOKU15), 80, 24);
    bench.keys("/h8\n");
    bench.pass(800);
    let moved = bench.fake.ai_places("a1");
    bench.feed(moved);
    assert_eq!(bench.calls(), []);
    bench.keys("/h9\n");
    bench.pass(9_000);
    let moved = bench.fake.ai_places("a2");
    bench.feed(moved);
    bench.called("Your turn in amber-fox-42: AI medium has moved");
}

#[test]
fn whoever_joins_and_the_end_call_once_and_only_those_who_sit() {
    let mut bench = Bench::online(80, 24);
    bench.keys("n\n");
    bench.pass(5_000);
    let joined = bench.fake.other(OTHER, "Bob", &Command::Join { passphrase: None });
    bench.feed(joined);
    bench.called("Bob joined amber-fox-42");
    bench.pass(5_000);
    let game = 1;
    let resigned = bench.fake.other(OTHER, "Bob", &Command::Resign { seat: Seat::Two, game });
    bench.feed(resigned);
    bench.called("Game over");

    let mut bench = Bench::online(80, 24);
    let settings = timed(Variant::TICTACTOE);
    bench.fake.open(settings, &[SeatPlan::Me {}, SeatPlan::Open {}], OTHER, "Bob");
    bench.fake.other(tengen_shared::game::PlayerId(3), "Cy", &Command::Join { passphrase: None });
    bench.keys("wcamber-fox-42\n");
    bench.pass(5_000);
    bench.bob_places("a1");
    assert_eq!(bench.calls(), [], "who watches is not called");
}

#[test]
fn calls_are_as_the_settings_say() {
    for call in [Call::Off, Call::Bell, Call::Desktop, Call::Both] {
        let mut bench = with_bob(timed(Variant::GOMOKU15), 80, 24);
        let calls = Calls { turn: call, ..Calls::default() };
        bench.model.apply_settings(Settings { calls, ..Settings::default() });
        bench.keys("/h8\n");
        bench.pass(5_000);
        bench.bob_places("a1");
        let made: Vec<Call> = bench.calls().into_iter().map(|(call, _)| call).collect();
        assert_eq!(made, if call == Call::Off { vec![] } else { vec![call] });
    }
}
