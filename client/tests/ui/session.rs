//! Connections that come and go, and events that come twice, late or not at all.

use ratatui::layout::Size;
use tengen_client::{
    effect::Effect,
    intent::{Begin, Purpose, Start},
    keeper::KeepOrder,
    model::Init,
    profile::State,
    settings::{Environment, Settings},
    zone::Zone,
};
use tengen_session::link::{Address, Link, LinkId, Loss};
use tengen_shared::{
    game::{Command, RejectCode, RunId, Seq, Stamped},
    protocol::{Cmd, Frame, Request, ServerId, ServerMessage},
    rules::Variant,
};

use crate::{
    bench::Bench,
    fake::{OTHER, code, name, rejected},
    play::against_bob,
};

fn events_of(message: ServerMessage) -> Vec<Stamped> {
    match message {
        ServerMessage::Events { events, .. } => events,
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_has_no_answer_is_sent_again_unchanged_and_in_order() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.answering = false;
    bench.keys("5");
    bench.keys("Ry");
    let before: Vec<Frame> = bench.sent.drain(..).collect();
    assert_eq!(before.len(), 2);
    bench.disconnect();
    bench.shows("Connection lost. Trying again in 3 s. Your seat and the position are kept.");
    bench.connect();
    let after: Vec<Frame> = bench.sent.drain(..).collect();
    let [hello, again @ ..] = after.as_slice() else { panic!() };
    assert_eq!(again, before);
    assert!(hello.id.n() > before[1].id.n(), "numbers rise over the whole run");
    let Cmd::Request(Request::Hello { resume, .. }) = hello.cmd.clone() else { panic!("{hello:?}") };
    let seen = bench.fake.room.as_ref().unwrap().seq();
    let resume: Vec<tengen_shared::protocol::SeenRoom> = resume.into();
    assert_eq!(resume, [tengen_shared::protocol::SeenRoom { room: code(), seq: seen }]);
}

#[test]
fn commands_asked_while_offline_go_out_after_the_welcome() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.disconnect();
    bench.keys("5");
    assert_eq!(bench.take_sent(), []);
    bench.connect();
    let sent = bench.take_sent();
    assert!(matches!(sent.as_slice(), [Cmd::Room(Command::Place { .. })]), "{sent:?}");
    bench.shows("Bob's turn");
}

#[test]
fn a_move_that_waits_cannot_be_changed_and_what_comes_too_late_is_told() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.disconnect();
    bench.keys("5");
    bench.shows("b2 will be sent when the server is back");
    bench.keys("1");
    bench.shows("b2 will be sent when the server is back. You cannot choose another move.");
    bench.answering = false;
    bench.connect();
    let refused = |bench: &Bench| {
        rejected(
            Some(bench.last_id()),
            Some(code()),
            RejectCode::Stale,
            "the position has changed (event 9): look again before you repeat this",
        )
    };
    bench.feed(refused(&bench));
    bench.shows("Your move b2 was not sent: the position changed");
    bench.disconnect();
    bench.keys("d");
    bench.shows("This will be sent when the server is back");
    bench.connect();
    bench.feed(refused(&bench));
    bench.shows("Your draw offer was not sent: the position changed");
}

#[test]
fn old_events_are_passed_over_and_a_gap_asks_for_the_room_once() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.keys("5");
    bench.take_sent();
    let log = bench.fake.log.clone();
    let before = bench.screen();
    bench.feed(ServerMessage::Events { room: code(), events: log });
    assert_eq!(bench.screen(), before);
    assert_eq!(bench.take_sent(), []);

    bench.answering = false;
    let lost = bench.fake.other_places(OTHER, "a1");
    drop(lost);
    let frame = bench.fake.snapshot();
    let mut late = events_of(ServerMessage::Events { room: code(), events: bench.fake.log.clone() });
    let last = late.pop().unwrap();
    let gap = Stamped { seq: Seq(last.seq.0 + 3), ..last };
    for _ in 0..2 {
        bench.feed(ServerMessage::Events { room: code(), events: vec![gap.clone()] });
    }
    assert_eq!(bench.take_sent(), [Cmd::Request(Request::Snapshot {})], "once, however many gaps");
    bench.feed(frame);
    bench.shows("Your turn");
}

#[test]
fn an_unknown_message_about_a_room_asks_for_the_room() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.unknown();
    assert_eq!(bench.take_sent(), [Cmd::Request(Request::Snapshot {})]);
    bench.wire.link = LinkId(77);
    bench.unknown();
    assert_eq!(bench.take_sent(), [], "frames of another connection mean nothing");
}

#[test]
fn a_room_that_is_gone_after_a_reconnect_leads_to_the_menu() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.disconnect();
    bench.connect();
    let text = "there is no room amber-fox-42";
    bench.feed(rejected(None, Some(code()), RejectCode::NoSuchRoom, text));
    bench.shows("There is no room amber-fox-42");
    bench.shows("Tengen · Rooms");
    assert!(bench.model.session.rooms().next().is_none());
}

#[test]
fn another_server_at_the_same_address_is_not_told_of_the_old_rooms() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.answering = false;
    bench.keys("5");
    bench.disconnect();
    bench.meet(ServerId(7));
    let Some(Frame { cmd: Cmd::Request(Request::Hello { resume, key, proof, .. }), .. }) =
        bench.sent.last().cloned()
    else {
        panic!()
    };
    assert_eq!(resume, tengen_shared::protocol::Resume::default());
    assert_eq!((key, proof.map(|proof| proof.public_key)), (None, Some(crate::wire::KEY.public())));
    bench.shows("A different server answers here now. If it still has your room amber-fox-42,");
    assert_eq!(bench.model.session.waiting().count(), 0);
}

#[test]
fn a_device_that_was_removed_stays_away_until_the_user_connects_again() {
    let mut bench = Bench::online(80, 24);
    bench.msg(bench.wire.lost(Loss::Removed));
    bench.shows("Another of your devices has removed this one.");
    bench.pass(60_000);
    bench.shows("Connect again to be a new");
    assert_eq!(*bench.model.session.link(), Link::Idle);
}

#[test]
fn a_refused_hello_is_told_and_tried_again_later() {
    let mut bench = Bench::offline(80, 24);
    bench.meet(ServerId(7));
    let id = bench.sent.last().unwrap().id;
    let text = "the server is stopping";
    bench.feed(rejected(Some(id), None, RejectCode::Stopping, text));
    let Link::Down { why, .. } = bench.model.session.link() else { panic!("it is not given up") };
    assert!(matches!(why, Loss::NotWelcome { code: RejectCode::Stopping, .. }), "{why:?}");
}

#[test]
fn without_a_server_the_menu_says_how_to_play_all_the_same() {
    let mut bench = Bench::offline(80, 24);
    bench.disconnect();
    bench.shows("The server closed the connection");
    bench.shows("> 127.0.0.1_");
    bench.pass(60_000);
    bench.shows("The server closed the connection");
    bench.keys("\x1b");
    bench.shows("Play the AI");
    assert!(!bench.screen().contains("The server closed the connection"));
    assert_eq!(*bench.model.session.link(), Link::Idle);
}

#[test]
fn after_a_mistyped_address_the_user_goes_back_to_their_server() {
    let mut bench = Bench::online(80, 24);
    bench.keys("cnowhere:5151\n");
    assert_eq!(bench.dialled.last().map(ToString::to_string).as_deref(), Some("nowhere:5151"));
    bench.disconnect();
    bench.shows("> nowhere_");
    bench.keys("2\n");
    assert_eq!(bench.dialled.last().map(ToString::to_string).as_deref(), Some("nowhere2:5151"));
    bench.disconnect();
    bench.shows("> nowhere2_");
    bench.keys("\x1b");
    assert_eq!(bench.dialled.last(), Some(&Address::default()));
    bench.connect();
    bench.shows("Tengen · Rooms");
    bench.shows("You are Ann");
}

#[test]
fn a_refused_room_leads_back_to_where_it_was_asked_for() {
    let mut bench = Bench::online(80, 24);
    bench.answering = false;
    bench.keys("camber-fox-42\n");
    bench.shows("Joining amber-fox-42");
    let id = bench.sent.last().unwrap().id;
    let text = "both seats are taken: watch, or choose another room";
    bench.feed(rejected(Some(id), Some(code()), RejectCode::RoomFull, text));
    bench.shows("Both seats are taken");
    bench.shows("> amber-fox-42_");
    bench.keys("\n");
    let id = bench.sent.last().unwrap().id;
    bench.keys("\x1b\x1b");
    bench.shows("Tengen · Rooms");
    bench.take_sent();
    bench.feed(ServerMessage::Accepted { id, room: Some(code()), seq: Seq(3), events: Vec::new() });
    let last = bench.take_sent().pop();
    assert_eq!(last, Some(Cmd::Room(Command::Leave {})), "a room that came too late is left again");
    bench.shows("Tengen · Rooms");
}

fn init(start: Option<Start>, chosen: Option<&str>) -> Init {
    Init {
        begin: Begin::Server { server: Some(Address::default().into()), start },
        last_server: None,
        kept: None,
        last: State { has_played: true, ..State::default() },
        chosen: chosen.map(name),
        remembered: None,
        suggested: Some(name("maria")),
        run: RunId(5),
        chances: Vec::new(),
        size: Size::new(80, 24),
        settings: Settings::default(),
        environment: Environment::default(),
        zone: Zone::default(),
        on_network: None,
    }
}

#[test]
fn the_first_start_asks_for_a_name_before_it_connects() {
    let start = Start::Enter { room: code(), purpose: Purpose::Join, passphrase: None };
    let mut bench = Bench::new(init(Some(start), None));
    assert_eq!(bench.effects, []);
    bench.shows("Choose the name");
    bench.shows("> maria_");
    (0..5).for_each(|_| bench.key(crossterm::event::KeyCode::Backspace));
    bench.keys("\n");
    bench.shows("The name is empty");
    bench.keys("\x1b");
    bench.shows("> 127.0.0.1_");
    bench.keys("\n");
    bench.shows("> maria_");
    (0..5).for_each(|_| bench.key(crossterm::event::KeyCode::Backspace));
    bench.keys("Ann\n");
    assert_eq!(bench.effects, [Effect::Keep(KeepOrder::Name(name("Ann")))]);
    assert_eq!(bench.dialled, [Address::default()]);
    bench.answering = false;
    bench.connect();
    assert_eq!(bench.take_sent(), [Cmd::Room(Command::Join { passphrase: None })]);
    assert!(bench.effects.contains(&Effect::Keep(KeepOrder::Server(Address::default()))));
    let keep = KeepOrder::Key {
        key: crate::wire::KEY,
        server: crate::wire::house(crate::wire::SERVER).public(),
        address: Some(Address::default()),
        name: Some(name("Ann")),
    };
    assert!(bench.effects.contains(&Effect::Keep(keep)));
}

#[test]
fn changing_the_name_connects_anew() {
    let mut bench = Bench::online(80, 24);
    bench.effects.clear();
    bench.keys("r");
    bench.shows("> Ann_");
    bench.keys("a\n");
    assert_eq!(bench.effects, [Effect::Keep(KeepOrder::Name(name("Anna")))]);
    assert_eq!(bench.dialled.len(), 2);
    bench.shows("You are Anna");
}
