//! A session against a server: reaching it, staying with it, coming back to it, and whatever it may say.

#![allow(clippy::unwrap_used)]

#[path = "conversation/addresses.rs"]
mod addresses;
#[path = "conversation/rooms.rs"]
mod rooms;

use std::time::Duration;

use proptest::prelude::*;
use tengen_session::{
    Effect, Met, News, Session, Visitor,
    link::{Address, Link, LinkEvent, LinkId, LinkOrder, Loss},
};
use tengen_shared::{
    game::{Command, PlayerId, RunId},
    protocol::{
        Challenge, Cmd, Codec, Frame, HexBytes, Limits, Nonce, Request, SecretKey, ServerId, ServerMessage,
        Signature,
    },
};

const SERVER: ServerId = ServerId(7);
const KEY: SecretKey = SecretKey::from_bytes([9; 32]);
/// The key of the server.
const HOUSE: SecretKey = SecretKey::from_bytes([5; 32]);
/// The heartbeat of the server below is two seconds: 2.2 s of silence are unusual, 5 s too much.
const UNUSUAL: Duration = Duration::from_millis(2_200);
const TOO_MUCH: Duration = Duration::from_millis(5_000);

fn visitor() -> Visitor {
    Visitor::new("Ann".parse().unwrap(), KEY)
}

fn challenge() -> Challenge {
    challenge_of(&HOUSE)
}

fn challenge_of(house: &SecretKey) -> Challenge {
    Challenge { public_key: house.public(), nonce: Nonce(HexBytes([3; 16])) }
}

fn first_words(id: ServerId) -> ServerMessage {
    let limits = Limits {
        frame_bytes: 65_536,
        rooms: 16,
        commands_per_second: 20,
        command_burst: 40,
        heartbeat_ms: 2_000,
    };
    let house = if id == SERVER { HOUSE } else { SecretKey::from_bytes([6; 32]) };
    ServerMessage::Server {
        id,
        version: "test".into(),
        limits,
        identity: Some(challenge_of(&house)),
        addresses: Vec::new(),
    }
}

fn say(session: &mut Session, message: &ServerMessage) -> Option<News> {
    session.on_link(session.id(), LinkEvent::Received(Codec::Json.encode_server(message)))
}

/// The frames that were sent.
fn sent(effects: &[Effect]) -> Vec<Frame> {
    let frame = |effect: &Effect| match effect {
        Effect::Link(LinkOrder::Send { bytes, .. }) => Some(Codec::Json.decode_client(bytes).unwrap()),
        _ => None,
    };
    effects.iter().filter_map(frame).collect()
}

fn welcome(session: &mut Session, server: ServerId) -> Vec<Frame> {
    session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
    assert_eq!(say(session, &first_words(server)), None);
    let effects = session.take_effects();
    assert!(effects.contains(&Effect::LookUp(server)), "{effects:?}");
    session.hello(server, visitor());
    let hello = sent(&session.take_effects()).pop().unwrap();
    let Cmd::Request(Request::Hello { proof: Some(proof), key: None, .. }) = hello.cmd else {
        panic!("{hello:?}")
    };
    let meeting = proof.meeting(challenge());
    assert!(meeting.is_signed_by_player(&proof.signature));
    let signature = Some(meeting.sign_as_server(&HOUSE));
    let (id, name) = (hello.id, "Ann".parse().unwrap());
    say(session, &ServerMessage::Welcome { id, player: PlayerId(1), key: None, name, now: 1_000, signature });
    let effects = session.take_effects();
    let kept = Effect::Keep { key: KEY, server: HOUSE.public(), name: "Ann".parse().unwrap() };
    assert!(effects.contains(&kept), "{effects:?}");
    sent(&effects)
}

fn online() -> Session {
    let mut session = Session::new(RunId(1));
    session.dial(Address::default());
    let effects = session.take_effects();
    assert_eq!(effects, [Effect::Link(LinkOrder::Open { link: session.id(), address: Address::default() })]);
    welcome(&mut session, SERVER);
    assert_eq!((session.link(), session.player()), (&Link::Online, Some(PlayerId(1))));
    session
}

fn down(session: &Session) -> (&Loss, Duration) {
    match session.link() {
        Link::Down { why, retry_in: Some(left) } => (why, *left),
        other => panic!("{other:?}"),
    }
}

#[test]
fn silence_is_noticed_and_so_is_its_end() {
    let mut session = online();
    assert_eq!(session.next_change(), Some(UNUSUAL));
    session.pass(UNUSUAL);
    assert!(matches!(session.link(), Link::Silent { .. }));
    session.on_link(session.id(), LinkEvent::Alive);
    assert_eq!(session.link(), &Link::Online);
    session.pass(UNUSUAL);
    session.pass(session.next_change().unwrap());
    assert_eq!(down(&session).0, &Loss::Silent);
    let closed = Effect::Link(LinkOrder::Close { link: session.id() });
    let is_ping = |effect: &Effect| matches!(effect, Effect::Link(LinkOrder::Send { .. }));
    let effects = session.take_effects();
    let (last, before) = effects.split_last().unwrap();
    assert_eq!(last, &closed);
    assert!(before.iter().all(is_ping), "{before:?}");
}

/// A browser reports no pings, so nothing but answers tells it that the server lives.
#[test]
fn a_server_that_is_asked_when_nothing_comes_keeps_the_connection() {
    let mut session = online();
    session.take_effects();
    for _ in 0..100 {
        session.pass(session.next_change().unwrap());
        assert_eq!(session.silent_for(), Some(Duration::ZERO));
        let [Frame { id, cmd: Cmd::Request(Request::Ping {}), .. }] = sent(&session.take_effects())[..]
        else {
            panic!("it asks once");
        };
        say(&mut session, &ServerMessage::Pong { id, now: 0 });
        assert_eq!(session.link(), &Link::Online);
    }
}

#[test]
fn whoever_wakes_up_finds_out_soon_whether_the_connection_still_lives() {
    let mut session = online();
    session.pass(Duration::from_millis(100));
    session.take_effects();
    session.wake();
    session.wake();
    assert_eq!(sent(&session.take_effects()).len(), 2);
    assert_eq!(session.silent_for(), Some(Duration::ZERO));
    session.on_link(session.id(), LinkEvent::Alive);
    assert_eq!((session.link(), session.silent_for()), (&Link::Online, None));
    // The old deadline is over; the next one counts from the next waking.
    session.pass(Duration::from_secs(1));
    session.wake();
    assert_eq!(session.next_change(), Some(Duration::from_secs(3)));
    session.pass(Duration::from_secs(3));
    assert_eq!(down(&session).0, &Loss::Silent);
    // A lost connection is made anew at once.
    session.take_effects();
    session.wake();
    assert!(matches!(session.take_effects()[..], [Effect::Link(LinkOrder::Open { .. })]));
}

#[test]
fn a_program_that_stood_still_hears_what_waits_before_it_gives_the_connection_up() {
    let mut session = online();
    session.pass(TOO_MUCH * 100);
    assert!(matches!(session.link(), Link::Silent { .. }), "signs of life may be waiting");
    session.on_link(session.id(), LinkEvent::Alive);
    assert_eq!(session.link(), &Link::Online);
    session.pass(TOO_MUCH * 100);
    session.pass(session.next_change().unwrap());
    assert_eq!(down(&session).0, &Loss::Silent);
}

#[test]
fn what_has_no_answer_is_sent_again_in_order_on_the_next_connection() {
    let mut session = online();
    let room = Some("amber-fox-42".parse().unwrap());
    session.ask(room.clone(), Command::Join { passphrase: None }).unwrap();
    session.ask(None, Request::ListRooms {}).unwrap();
    let first = sent(&session.take_effects());
    session.on_link(session.id(), LinkEvent::Lost(Loss::Closed));
    session.ask(room, Command::Leave {}).unwrap();
    assert_eq!(sent(&session.take_effects()), [], "nothing is sent into the void");
    session.pass(down(&session).1);
    let again = welcome(&mut session, SERVER);
    assert_eq!(again[..2], first);
    assert!(matches!(again[2].cmd, Cmd::Room(Command::Leave {})) && again.len() == 3);
}

#[test]
fn waits_grow_until_a_connection_has_lasted() {
    let mut session = Session::new(RunId(1));
    session.dial(Address::default());
    let wait = |session: &mut Session| {
        session.on_link(session.id(), LinkEvent::Lost(Loss::Refused(Address::default())));
        let left = down(session).1;
        session.pass(left);
        left
    };
    let waits: Vec<Duration> = (0..8).map(|_| wait(&mut session)).collect();
    assert!(waits[0] < waits[3] && waits[7] >= Duration::from_millis(2_500), "{waits:?}");
    welcome(&mut session, SERVER);
    for _ in 0..10 {
        session.pass(Duration::from_secs(1));
        session.on_link(session.id(), LinkEvent::Alive);
    }
    session.on_link(session.id(), LinkEvent::Lost(Loss::Closed));
    assert!(down(&session).1 <= Duration::from_millis(200), "it has proved itself");
}

#[test]
fn another_server_is_told_nothing_of_the_old_one() {
    let mut session = online();
    session.ask(None, Request::ListRooms {}).unwrap();
    session.mute(|muted| muted.toggle(PlayerId(3)));
    session.on_link(session.id(), LinkEvent::Lost(Loss::Closed));
    session.pass(down(&session).1);
    session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
    say(&mut session, &first_words(ServerId(8)));
    assert_eq!(session.hello(ServerId(8), visitor()), Some(Met::Stranger));
    assert_eq!((session.waiting().count(), session.player()), (0, None));
    assert!(session.muted().hears(PlayerId(3)));
}

#[test]
fn a_server_that_refuses_or_talks_nonsense_is_left() {
    for (bytes, why) in [
        (b"x".to_vec(), "no message"),
        (
            Codec::Json.encode_server(&ServerMessage::LetIn { room: "amber-fox-42".parse().unwrap() }),
            "not a Tengen",
        ),
    ] {
        let mut session = Session::new(RunId(1));
        session.dial(Address::default());
        session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
        session.take_effects();
        assert_eq!(session.on_link(session.id(), LinkEvent::Received(bytes)), None);
        assert!(down(&session).0.to_string().contains(why), "{}", down(&session).0);
        assert_eq!(session.take_effects(), [Effect::Link(LinkOrder::Close { link: session.id() })]);
    }
    let mut session = Session::new(RunId(1));
    session.dial(Address::default());
    session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
    session.pass(Duration::from_secs(5));
    assert_eq!(down(&session).0, &Loss::Silent, "a server that never says who it is");
}

#[test]
fn whoever_goes_away_hears_nothing_more_of_the_server() {
    let mut session = online();
    let old = session.id();
    session.rest();
    assert_eq!(session.take_effects(), [Effect::Link(LinkOrder::Close { link: old })]);
    session.on_link(old, LinkEvent::Lost(Loss::Closed));
    session.on_link(old, LinkEvent::Alive);
    assert_eq!((session.link(), session.next_change()), (&Link::Idle, None));
    session.dial(Address::default());
    assert_ne!(session.id(), old);
    session.on_link(old, LinkEvent::Opened(Codec::Json));
    assert_eq!(session.link(), &Link::Dialling, "that was another connection");
}

#[test]
fn what_was_looked_up_for_another_server_is_not_shown_to_this_one() {
    let mut session = Session::new(RunId(1));
    session.dial(Address::default());
    session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
    session.hello(SERVER, visitor());
    assert_eq!(session.link(), &Link::Opened, "it has not said who it is");
    say(&mut session, &first_words(ServerId(8)));
    session.take_effects();
    session.hello(SERVER, visitor());
    assert_eq!(session.take_effects(), []);
    assert_eq!(session.link(), &Link::Opened);
    say(&mut session, &first_words(SERVER));
    assert_eq!(session.take_effects(), [], "the first words count");
    session.hello(ServerId(8), visitor());
    assert_eq!(sent(&session.take_effects()).len(), 1);
}

#[test]
fn a_server_that_never_answers_hello_is_left() {
    let mut session = Session::new(RunId(1));
    session.dial(Address::default());
    session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
    say(&mut session, &first_words(SERVER));
    session.hello(SERVER, visitor());
    for _ in 0..15 {
        session.on_link(session.id(), LinkEvent::Alive);
        session.pass(Duration::from_secs(1));
    }
    assert_eq!(down(&session).0, &Loss::Silent, "pings are no answer");
}

proptest! {
    /// Whatever is reported in whatever order, nothing panics and nothing grows beyond its bound.
    #[test]
    fn any_order_of_reports_is_borne(
        steps in proptest::collection::vec((0..11_u8, 0..4_u32, proptest::collection::vec(any::<u8>(), 0..40)), 0..120),
    ) {
        let mut session = Session::new(RunId(1));
        for (step, back, bytes) in steps {
            let link = LinkId(session.id().0.wrapping_sub(back / 2));
            match step {
                0 => session.dial(Address::default()),
                1 => session.rest(),
                2 => _ = session.on_link(link, LinkEvent::Opened(Codec::Json)),
                3 => _ = session.on_link(link, LinkEvent::Lost(Loss::BrokenOff)),
                4 => _ = session.on_link(link, LinkEvent::Alive),
                5 => { session.on_link(link, LinkEvent::Received(bytes)); }
                6 => { session.on_link(link, LinkEvent::Received(Codec::Json.encode_server(&first_words(SERVER)))); }
                7 => { session.hello(SERVER, visitor()); }
                8 => session.pass(Duration::from_millis(u64::from(back) * 1_700)),
                9 => { let _ = session.ask(None, Request::Ping {}); }
                _ => session.want_list(back % 2 == 0),
            }
            prop_assert!(session.waiting().count() <= tengen_session::link::MAX_WAITING);
            prop_assert!(session.take_effects().len() <= tengen_session::link::MAX_WAITING + 8);
        }
    }
}

#[test]
fn a_server_that_cannot_prove_its_key_is_left_and_told_nothing_more() {
    for signature in [None, Some(Signature(HexBytes([0; 64])))] {
        let mut session = Session::new(RunId(1));
        session.dial(Address::default());
        session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
        say(&mut session, &first_words(SERVER));
        session.hello(SERVER, visitor());
        let id = sent(&session.take_effects()).pop().unwrap().id;
        let (player, name) = (PlayerId(1), "Ann".parse().unwrap());
        say(&mut session, &ServerMessage::Welcome { id, player, key: None, name, now: 1_000, signature });
        assert!(matches!(session.link(), Link::Down { why: Loss::Unproven, .. }), "{:?}", session.link());
        assert!(sent(&session.take_effects()).is_empty() && session.player().is_none());
    }
}

#[test]
fn a_server_without_a_key_pair_is_too_old() {
    let mut session = Session::new(RunId(1));
    session.dial(Address::default());
    session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
    let ServerMessage::Server { id, version, limits, .. } = first_words(SERVER) else { panic!() };
    say(&mut session, &ServerMessage::Server { id, version, limits, identity: None, addresses: Vec::new() });
    assert!(matches!(session.link(), Link::Down { why: Loss::TooOld, .. }), "{:?}", session.link());
}
