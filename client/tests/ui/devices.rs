//! The user's devices: listed, added with a code, and removed.

use tengen_session::link::Loss;
use tengen_shared::{
    game::RejectCode,
    protocol::{Cmd, Frame, HexBytes, KeyClaim, KeyId, KeyKind, ListedKey, Request},
};

use crate::{
    bench::Bench,
    fake::{OTHER, name, rejected},
    wire::{SERVER, welcome},
};

fn key(number: u8, device: &str, current: bool) -> ListedKey {
    let (added, used) = (1_709_160_000_000, 1_709_164_800_000);
    let key = KeyId(HexBytes([number; 8]));
    ListedKey { key, kind: KeyKind::Pair, device: device.into(), added, used, current }
}

fn bench(width: u16, height: u16) -> Bench {
    let mut bench = Bench::online(width, height);
    bench.fake.keys = vec![
        key(1, "terminal, linux", true),
        key(2, "terminal, a machine with a name that is too long", false),
        ListedKey { kind: KeyKind::Secret, device: "".into(), added: 0, used: 0, ..key(3, "", false) },
    ];
    bench.keys("d");
    bench
}

#[test]
fn pictures() {
    for (width, height) in [(40, 16), (80, 24)] {
        let mut bench = bench(width, height);
        insta::assert_snapshot!(format!("list_{width}x{height}"), bench.screen());
        bench.keys("n");
        insta::assert_snapshot!(format!("code_{width}x{height}"), bench.screen());
        bench.keys("jx");
        insta::assert_snapshot!(format!("remove_{width}x{height}"), bench.screen());
        bench.keys("nc");
        insta::assert_snapshot!(format!("field_{width}x{height}"), bench.screen());
    }
}

#[test]
fn a_code_is_shown_until_a_device_has_used_it_or_its_time_is_over() {
    let mut bench = bench(80, 24);
    bench.keys("n");
    bench.shows("Code: 7000-0000-0000 (once, 10 min)");
    bench.pass(61_000);
    bench.shows("(once, 9 min)");
    bench.fake.keys.push(key(4, "phone", false));
    bench.pass(3_000);
    bench.shows("Added: phone");
    assert!(!bench.screen().contains("7000-"), "{}", bench.screen());
    bench.take_sent();
    bench.pass(30_000);
    assert_eq!(bench.take_sent(), [], "without a code, nothing changes by itself");
    bench.keys("n");
    bench.pass(600_000);
    assert!(!bench.screen().contains("7000-"), "{}", bench.screen());
}

#[test]
fn a_device_is_removed_after_a_question_and_not_by_itself() {
    let mut bench = bench(80, 24);
    bench.keys("x");
    bench.shows("A device cannot remove itself");
    bench.take_sent();
    bench.keys("jx");
    bench.shows("Remove terminal, a machine");
    bench.keys("n");
    assert_eq!(bench.take_sent(), []);
    bench.keys("xy");
    assert_eq!(bench.take_sent(), [Cmd::Request(Request::RevokeKey { key: KeyId(HexBytes([2; 8])) })]);
    bench.shows("Removed: terminal");
    bench.shows("2 devices can play here as Ann.");
}

/// Types a code from another device, and returns the `hello` after it.
fn enter_code(bench: &mut Bench) -> Frame {
    bench.keys("cK7M2 9qtx 4bh\n");
    bench.shows("A code has 12 letters and digits");
    bench.keys("w\n");
    bench.meet(SERVER);
    bench.sent.last().unwrap().clone()
}

fn has_claim(hello: &Frame) -> bool {
    let Cmd::Request(Request::Hello { proof: Some(proof), .. }) = &hello.cmd else { panic!("{hello:?}") };
    matches!(proof.claim, Some(KeyClaim::Pairing { .. }))
}

#[test]
fn a_code_from_another_device_makes_this_one_the_same_player() {
    let mut bench = bench(80, 24);
    let hello = enter_code(&mut bench);
    assert!(has_claim(&hello));
    bench.feed(welcome(SERVER, &hello, OTHER, name("Cleo")));
    bench.shows("This device now plays as Cleo");
    bench.shows("3 devices can play here as Cleo.");
    assert_eq!(bench.model.session.player(), Some(OTHER));
    bench.meet(SERVER);
    let Cmd::Request(Request::Hello { name, .. }) = &bench.sent.last().unwrap().cmd else { panic!() };
    assert_eq!(name.as_str(), "Cleo");
}

#[test]
fn a_refused_code_is_not_shown_again_and_the_reason_stays() {
    let mut bench = bench(80, 24);
    let hello = enter_code(&mut bench);
    bench.feed(rejected(Some(hello.id), None, RejectCode::BadPairingCode, "this code is wrong"));
    bench.shows("his code is wrong");
    bench.connect();
    bench.shows("his code is wrong");
    bench.shows("k7m2-9qtx-4bhw_");
    bench.keys("\x1b");
    bench.shows("3 devices can play here as Ann.");
    let is_hello = |frame: &&Frame| matches!(frame.cmd, Cmd::Request(Request::Hello { .. }));
    assert!(!has_claim(bench.sent.iter().rfind(is_hello).unwrap()));
}

#[test]
fn a_connection_that_breaks_after_the_code_claims_nothing() {
    let mut bench = bench(80, 24);
    enter_code(&mut bench);
    bench.msg(bench.wire.lost(Loss::Closed));
    bench.connect();
    bench.shows("3 devices can play here as Ann.");
    assert!(!bench.screen().contains("now plays as"), "{}", bench.screen());
}
