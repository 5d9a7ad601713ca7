//! A seat that is kept somewhere is not forgotten, whatever way the user takes meanwhile.

use tengen_client::{
    effect::Effect,
    intent::{Begin, Start},
    keeper::KeepOrder,
    local::{LocalError, LocalNews},
    model::Init,
    msg::Msg,
    net::lan::LanEvent,
    profile::KeptSeat,
};
use tengen_session::link::Address;
use tengen_shared::{
    game::{PerSeat, RejectCode, SeatPlan, Seq, Settings},
    protocol::{Cmd, ListUpdate, Request, RoomListing, ServerMessage},
    rules::Variant,
};

use crate::{
    bench::Bench,
    fake::{Fake, OTHER, code, name, rejected},
    play::against_bob,
};

fn kept(address: Option<&str>) -> KeptSeat {
    KeptSeat { room: code(), address: address.map(|address| address.parse().unwrap()) }
}

/// What was to be remembered, in order.
fn notes(bench: &Bench) -> Vec<Option<KeptSeat>> {
    let notes = bench.effects.iter().filter_map(|effect| match effect {
        Effect::Keep(KeepOrder::Room(kept)) => Some(kept.clone()),
        _ => None,
    });
    notes.collect()
}

fn offered(address: Option<&str>) -> Bench {
    let kept = Some(kept(address));
    Bench::new(Init { begin: Begin::Menu, kept, ..Bench::init(80, 24) })
}

#[test]
fn a_server_that_is_away_for_a_moment_costs_no_seat() {
    let mut bench = offered(Some("10.0.0.7:6000"));
    bench.keys("g");
    bench.disconnect();
    bench.keys("\x1b");
    bench.shows("▸ g   Continue in amber-fox-42 at 10.0.0.7:6000");
    assert_eq!(notes(&bench), []);
}

#[test]
fn a_local_game_that_was_left_is_gone_on_in_from_the_start_screen() {
    let mut bench = Bench::local(80, 24);
    bench.keys("a\n");
    bench.shows("AI medium");
    bench.keys("\x1by");
    bench.shows("▸ g   Continue in amber-fox-42, on this machine");
    bench.take_sent();
    bench.keys("\n");
    assert_eq!(bench.take_sent(), [Cmd::Request(Request::Watch { passphrase: None })]);
    assert_eq!(notes(&bench), [Some(kept(None))]);
}

#[test]
fn elsewhere_and_while_watching_others_the_seat_stays_remembered() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.keys("\x1by");
    // Another room is watched.
    let mut other = Fake::default();
    other.open(Settings::new(Variant::TICTACTOE), &[SeatPlan::Me {}, SeatPlan::Open {}], OTHER, "Zoë");
    let listing = RoomListing::new(&other.room.unwrap(), PerSeat::default(), 0);
    let listing = RoomListing { room: "blue-owl-7".parse().unwrap(), ..listing };
    bench.feed(ServerMessage::Rooms { update: ListUpdate::Full { rooms: vec![listing] } });
    bench.answering = false;
    bench.keys("w");
    let id = bench.last_id();
    let room = Some("blue-owl-7".parse().unwrap());
    bench.feed(ServerMessage::Accepted { id, room, seq: Seq(3), events: Vec::new() });
    bench.shows("blue-owl-7");
    bench.keys("\x1b");
    bench.answering = true;
    // Another server is called.
    bench.keys("c10.0.0.9\n\x1b");
    bench.shows("▸ g   Continue in amber-fox-42 at 127.0.0.1:5151");
    assert_eq!(notes(&bench), [Some(kept(Some("127.0.0.1:5151")))]);
}

#[test]
fn a_room_that_is_gone_is_offered_no_more() {
    let mut bench = offered(Some("10.0.0.7:6000"));
    bench.keys("g");
    bench.answering = false;
    bench.connect();
    let id = Some(bench.last_id());
    let (room, code) = (Some(code()), RejectCode::NoSuchRoom);
    bench.feed(rejected(id, room, code, "there is no such room"));
    bench.keys("\x1b");
    bench.shows("▸ a   Play the AI");
    assert_eq!(notes(&bench), [None]);
}

#[test]
fn whoever_comes_back_without_a_seat_is_told() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.keys("\x1by");
    bench.shows("Your seat in amber-fox-42 is kept.");
    bench.fake.open(Settings::new(Variant::TICTACTOE), &[SeatPlan::Me {}, SeatPlan::Open {}], OTHER, "Zoë");
    bench.keys("g");
    bench.shows("You no longer have a seat in this room");
    assert_eq!(notes(&bench).last(), Some(&None));
}

#[test]
fn a_local_server_that_fails_ends_what_waited_for_it_and_nothing_else() {
    let mut bench = offered(None);
    bench.keys("g");
    let failed = || Msg::Local(LocalNews::Failed(LocalError::Server("no space".to_owned())));
    bench.keys("n");
    bench.msg(failed());
    bench.shows("no space");
    bench.keys("\x1ba");
    bench.msg(Msg::Local(LocalNews::Ready(Address::default())));
    bench.connect();
    bench.shows("New room");
    assert!(
        !bench.take_sent().iter().any(|cmd| matches!(cmd, Cmd::Request(Request::Watch { .. }))),
        "the old way was given up"
    );
}

#[test]
fn whoever_has_gone_elsewhere_is_not_called_back_by_the_local_server() {
    let mut bench = Bench::new(Init { begin: Begin::Menu, ..Bench::init(80, 24) });
    bench.keys("a\x1bc10.0.0.9\n\x1b");
    bench.effects.clear();
    bench.msg(Msg::Local(LocalNews::Ready(Address::default())));
    assert_eq!(bench.effects, []);
    bench.shows("Play the AI");
}

#[test]
fn a_name_that_the_system_gave_is_no_choice_for_servers() {
    let init = Init {
        begin: Begin::Local { start: None },
        chosen: None,
        suggested: Some(name("ann")),
        ..Bench::init(80, 24)
    };
    let mut bench = Bench::new(init);
    bench.msg(Msg::Local(LocalNews::Ready(Address::default())));
    bench.connect();
    bench.shows("Welcome, ann.");
    assert!(bench.effects.contains(&Effect::Keep(KeepOrder::Key {
        key: crate::wire::KEY,
        server: crate::wire::house(crate::wire::SERVER).public(),
        address: None,
        name: None
    })));
    bench.keys("c10.0.0.9\n");
    bench.shows("Choose the name");
    // One that was chosen is kept at once, with or without a server.
    let mut bench = Bench::new(Init { begin: Begin::Menu, chosen: None, ..Bench::init(80, 24) });
    bench.keys("r\u{8}");
    bench.keys("s\n");
    assert!(bench.effects.iter().any(|effect| matches!(effect, Effect::Keep(KeepOrder::Name(_)))));
}

#[test]
fn pointing_at_the_network_does_not_stop_the_search_and_typing_does_not_end_it() {
    let begin = Begin::Server { server: None, start: Some(Start::Browse) };
    let mut bench = Bench::new(Init { begin, ..Bench::init(80, 24) });
    let spot = bench.find("Enter a code");
    bench.mouse(crossterm::event::MouseEventKind::Moved, spot);
    bench.shows("Waiting 2 s for a server");
    bench.keys("c");
    bench.msg(Msg::Lan(LanEvent::Found(crate::find::server(1, "attic", "192.168.1.20:5151"))));
    bench.keys("\x1b");
    bench.shows("attic");
}

#[test]
fn a_code_that_this_server_does_not_know_is_looked_for_elsewhere() {
    let mut bench = Bench::online(80, 24);
    bench.answering = false;
    bench.keys("camber-fox-42\n");
    let id = Some(bench.last_id());
    let room = Some(code());
    bench.feed(rejected(id, room, RejectCode::NoSuchRoom, "no"));
    bench.shows("Looking for amber-fox-42 on this network");
}
