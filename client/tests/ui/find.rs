//! The start screen, the network, and the ways between this machine and servers.

use std::time::Duration;

use tengen_client::{
    effect::Effect,
    intent::{Begin, MenuItem, Purpose, Start, Starter},
    keeper::KeepOrder,
    local::{LocalError, LocalNews},
    model::Init,
    msg::Msg,
    net::lan::{AskError, LanEvent, LanOrder, LanServer, SearchResult},
    profile::{KeptSeat, LastAi, State},
};
use tengen_session::link::Address;
use tengen_shared::{
    game::{Command, PerSeat, SeatPlan, Settings},
    protocol::{Cmd, Connected, Request, RoomGlimpse, RoomListing, ServerId, ServerMessage},
    rules::{Bot, Level, Variant},
};

use crate::{
    bench::Bench,
    fake::{Fake, OTHER, code},
    play::against_bob,
};

fn start(begin: Begin) -> Bench {
    Bench::new(Init { begin, ..Bench::init(80, 24) })
}

fn address(text: &str) -> Address {
    text.parse().unwrap()
}

pub(crate) fn server(id: u64, name: &str, at: &str) -> LanServer {
    LanServer {
        id: ServerId(id),
        name: name.into(),
        version: "0.1.0".into(),
        address: address(at),
        others: Vec::new(),
    }
}

fn listing(seats: &[SeatPlan; 2]) -> RoomListing {
    let mut fake = Fake::default();
    fake.open(Settings::new(Variant::GOMOKU15), seats, OTHER, "Zoë");
    RoomListing::new(&fake.room.unwrap(), PerSeat([Some(Connected::Here), None]), 3)
}

fn hear(bench: &mut Bench, event: LanEvent) {
    bench.msg(Msg::Lan(event));
}

fn dialled(bench: &Bench) -> Vec<Address> {
    bench.dialled.clone()
}

/// Two servers; the first has an open room and one that is taken.
fn found(width: u16, height: u16) -> Bench {
    let mut bench = Bench::new(Init { begin: Begin::Menu, ..Bench::init(width, height) });
    bench.keys("n");
    hear(&mut bench, LanEvent::Listening);
    hear(&mut bench, LanEvent::Found(server(2, "cellar", "192.168.1.30:5151")));
    hear(&mut bench, LanEvent::Found(server(1, "attic", "192.168.1.20:5151")));
    let open = listing(&[SeatPlan::Me {}, SeatPlan::Open {}]);
    let taken = listing(&[SeatPlan::Me {}, SeatPlan::Ai { bot: Bot::Level(Level::Hard) }]);
    let taken = RoomListing { room: "blue-owl-7".parse().unwrap(), ..taken };
    hear(&mut bench, LanEvent::Rooms { id: ServerId(1), rooms: Ok(vec![open, taken]) });
    hear(&mut bench, LanEvent::Rooms { id: ServerId(2), rooms: Err(AskError::Busy) });
    bench
}

#[test]
fn pictures() {
    for (width, height) in [(80, 24), (40, 16)] {
        let size = format!("{width}x{height}");
        insta::assert_snapshot!(format!("find_{size}"), found(width, height).screen());
        let mut bench = Bench::new(Init { begin: Begin::Menu, ..Bench::init(width, height) });
        insta::assert_snapshot!(format!("start_{size}"), bench.screen());
        bench.keys("n");
        hear(&mut bench, LanEvent::NoNetwork);
        insta::assert_snapshot!(format!("find_deaf_{size}"), bench.screen());
        let kept = Some(KeptSeat { room: code(), address: Some(address("192.168.1.20:5151")) });
        let bench = Bench::new(Init { begin: Begin::Menu, kept, ..Bench::init(width, height) });
        insta::assert_snapshot!(format!("start_go_on_{size}"), bench.screen());
    }
}

#[test]
fn nothing_is_dialled_or_heard_before_it_is_wanted() {
    let mut bench = start(Begin::Menu);
    assert_eq!(bench.effects, []);
    bench.keys("n");
    assert!(bench.effects.contains(&Effect::Lan(LanOrder::Watch)));
    bench.keys("\x1b");
    assert_eq!(bench.effects.last(), Some(&Effect::Lan(LanOrder::Stop)));
    bench.shows("Play the AI");
}

#[test]
fn a_room_on_the_network_is_two_keys_away() {
    let mut bench = found(80, 24);
    bench.keys("j");
    bench.shows("▸   amber-fox-42");
    bench.keys("\n");
    assert_eq!(dialled(&bench), [address("192.168.1.20:5151")]);
    bench.connect();
    assert_eq!(bench.take_sent(), [Cmd::Room(Command::Join { passphrase: None })]);
    // A taken one is watched, and w watches any.
    for keys in ["jj\n", "jw"] {
        let mut bench = found(80, 24);
        bench.keys(keys);
        bench.connect();
        assert_eq!(bench.take_sent(), [Cmd::Request(Request::Watch { passphrase: None })], "{keys:?}");
    }
}

#[test]
fn the_cursor_stays_on_its_server_when_others_come_and_go() {
    let mut bench = found(80, 24);
    bench.keys("jj");
    bench.shows("▸   blue-owl-7");
    hear(&mut bench, LanEvent::Found(server(3, "aaa", "192.168.1.40:5151")));
    bench.shows("▸   blue-owl-7");
    hear(&mut bench, LanEvent::Gone { id: ServerId(3) });
    bench.shows("▸   blue-owl-7");
    hear(&mut bench, LanEvent::Gone { id: ServerId(1) });
    hear(&mut bench, LanEvent::Gone { id: ServerId(2) });
    bench.shows("▸ Enter a code or address");
    bench.keys("\n");
    bench.shows("Tengen · Enter a code or address");
}

#[test]
fn a_clicked_server_shows_its_rooms() {
    let mut bench = found(80, 24);
    let spot = bench.find("cellar");
    bench.click(spot);
    assert_eq!(dialled(&bench), [address("192.168.1.30:5151")]);
    bench.shows("Tengen · Rooms");
}

#[test]
fn a_typed_code_is_looked_for_and_a_typed_address_dialled() {
    let mut bench = start(Begin::Menu);
    bench.keys("camber-fox-42\n");
    bench.shows("Looking for amber-fox-42");
    let seek = LanOrder::Seek { code: code(), first: vec![Address::default()] };
    assert!(bench.effects.contains(&Effect::Lan(seek)));
    hear(&mut bench, LanEvent::Sought { code: code(), outcome: SearchResult::Nowhere });
    bench.shows("No server here has the room amber-fox-42");
    bench.shows("> amber-fox-42_");
    bench.keys("\n");
    let room = RoomGlimpse::Open(listing(&[SeatPlan::Me {}, SeatPlan::Open {}]));
    let outcome = SearchResult::Found { address: address("10.0.0.7:6000"), room };
    hear(&mut bench, LanEvent::Sought { code: code(), outcome });
    assert_eq!(dialled(&bench), [address("10.0.0.7:6000")]);
    bench.connect();
    assert_eq!(bench.take_sent(), [Cmd::Room(Command::Join { passphrase: None })]);

    let mut bench = start(Begin::Menu);
    bench.keys("c10.0.0.9\n");
    assert_eq!(dialled(&bench), [address("10.0.0.9:5151")]);
    let mut bench = start(Begin::Menu);
    bench.keys("c\n");
    bench.shows("Type a code such as amber-fox-42, or an address");
    let mut bench = start(Begin::Menu);
    bench.keys("chttp://x\n");
    assert_eq!(dialled(&bench), []);
    bench.shows("cannot be reached");
}

#[test]
fn a_search_that_was_given_up_leads_nowhere_when_it_ends() {
    let mut bench = start(Begin::Seek { room: code(), purpose: Purpose::Watch, passphrase: None });
    bench.shows("Looking for amber-fox-42 on this network …");
    bench.msg(Msg::Tick(Duration::from_millis(2_100)));
    bench.shows("Looking for amber-fox-42 on this network … 2 s");
    assert_eq!(bench.model.next_change(), Some(Duration::from_millis(900)), "it shows that it goes on");
    bench.keys("\x1b");
    bench.shows("Play the AI");
    let room = RoomGlimpse::Open(listing(&[SeatPlan::Me {}, SeatPlan::Open {}]));
    let outcome = SearchResult::Found { address: address("10.0.0.7:6000"), room };
    hear(&mut bench, LanEvent::Sought { code: code(), outcome });
    assert_eq!(dialled(&bench), []);
}

#[test]
fn without_an_address_the_last_server_is_taken_else_the_first_heard_else_this_machine() {
    let begin = || Begin::Server { server: None, start: Some(Start::Browse) };
    let last_server = Some(address("10.0.0.1:5151"));
    let bench = Bench::new(Init { begin: begin(), last_server, ..Bench::init(80, 24) });
    assert_eq!(dialled(&bench), [address("10.0.0.1:5151")]);

    let mut bench = start(begin());
    bench.shows("Waiting 2 s for a server on this network");
    hear(&mut bench, LanEvent::Found(server(1, "attic", "192.168.1.20:5151")));
    assert_eq!(dialled(&bench), [address("192.168.1.20:5151")]);

    let mut bench = start(begin());
    bench.msg(Msg::Tick(Duration::from_millis(1_999)));
    assert_eq!(dialled(&bench), []);
    bench.msg(Msg::Tick(Duration::from_millis(1)));
    assert_eq!(dialled(&bench), [Address::default()]);

    // Whoever looks for themselves is not pulled away.
    let mut bench = start(begin());
    bench.keys("j");
    bench.msg(Msg::Tick(Duration::from_secs(9)));
    assert_eq!(dialled(&bench), []);
}

#[test]
fn the_ai_is_three_keys_away_without_any_server() {
    let mut bench = start(Begin::Menu);
    bench.keys("a");
    assert!(bench.effects.contains(&Effect::StartLocal));
    // What is chosen before the server is there is sent when it is.
    bench.keys("\n");
    assert_eq!(bench.take_sent(), []);
    bench.msg(Msg::Local(LocalNews::Ready(address("127.0.0.1:40001"))));
    assert_eq!(dialled(&bench), [address("127.0.0.1:40001")]);
    bench.connect();
    bench.shows("AI medium is thinking");
    bench.pass(3_000);
    bench.shows("AI medium is thinking 3 s");
    let moved = bench.fake.ai_places("b2");
    bench.feed(moved);
    bench.shows("Your turn");
}

#[test]
fn a_local_server_that_cannot_run_is_said_and_nothing_is_lost() {
    let mut bench = start(Begin::Menu);
    bench.keys("a\n");
    bench.msg(Msg::Local(LocalNews::Failed(LocalError::Server("no space".to_owned()))));
    bench.shows("no space");
    bench.shows("▸ a   Play the AI");
    bench.effects.clear();
    bench.keys("f");
    assert!(bench.effects.contains(&Effect::StartLocal), "it is tried again");
}

#[test]
fn a_kept_room_is_offered_and_gone_on_in() {
    let kept = KeptSeat { room: code(), address: Some(address("10.0.0.7:6000")) };
    let init = |begin| Init { begin, kept: Some(kept.clone()), ..Bench::init(80, 24) };
    let mut bench = Bench::new(init(Begin::Menu));
    bench.shows("▸ g   Continue in amber-fox-42 at 10.0.0.7:6000");
    // Looking elsewhere forgets nothing.
    bench.keys("n\x1b");
    assert!(!bench.effects.iter().any(|effect| matches!(effect, Effect::Keep(KeepOrder::Room(_)))));
    bench.keys("\n");
    assert_eq!(dialled(&bench), [address("10.0.0.7:6000")]);
    bench.connect();
    assert_eq!(bench.take_sent(), [Cmd::Request(Request::Watch { passphrase: None })]);

    // One on this machine is gone on in at once by `tengen local`.
    let kept = Some(KeptSeat { room: code(), address: None });
    let mut bench = Bench::new(Init { begin: Begin::Local { start: None }, kept, ..Bench::init(80, 24) });
    bench.msg(Msg::Local(LocalNews::Ready(Address::default())));
    bench.connect();
    assert_eq!(bench.take_sent(), [Cmd::Request(Request::Watch { passphrase: None })]);
}

#[test]
fn whoever_leaves_a_server_in_the_middle_of_a_game_is_offered_the_way_back() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.keys("\x1by");
    bench.shows("Tengen · Rooms");
    bench.keys("\x1b");
    bench.shows("▸ g   Continue in amber-fox-42 at 127.0.0.1:5151");
    assert_eq!(
        bench.effects.iter().filter(|effect| matches!(effect, Effect::Keep(KeepOrder::Room(_)))).count(),
        1
    );
}

#[test]
fn what_is_still_reported_of_a_server_that_was_left_changes_nothing() {
    let mut bench = Bench::online(80, 24);
    bench.keys("\x1b");
    bench.shows("Play the AI");
    bench.disconnect();
    let screen = bench.screen();
    assert!(!screen.contains("offline"), "{screen}");
    let id = bench.sent.last().unwrap().id;
    bench.feed(ServerMessage::Pong { id, now: 7 });
    assert_eq!(bench.screen(), screen);
}

#[test]
fn the_last_choice_is_remembered() {
    let mut bench = start(Begin::Menu);
    bench.keys("w\x1b");
    assert!(bench.effects.contains(&Effect::Keep(KeepOrder::State(State {
        item: Some(MenuItem::Watch),
        ai: None,
        has_played: true
    }))));
    bench.shows("▸ w   Watch a game");
    let ai = LastAi { variant: "9x9k4".parse().unwrap(), bot: Bot::Level(Level::Hard), starter: Starter::Me };
    let last = State { item: Some(MenuItem::PlayHere), ai: Some(ai), has_played: true };
    let mut bench = Bench::new(Init { begin: Begin::Menu, last, ..Bench::init(80, 24) });
    bench.shows("▸ f   Play a friend here");
    bench.keys("a");
    bench.shows("9x9, 4 or more in a row");
    bench.shows("First move      ‹ you ›");
    bench.keys("\n");
    let kept =
        bench.effects.iter().filter(|effect| matches!(effect, Effect::Keep(KeepOrder::State(_)))).count();
    assert_eq!(kept, 1, "only the entry is another one");
}
