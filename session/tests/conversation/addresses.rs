//! The addresses of a server of several machines, one after the other.

use std::time::Duration;

use tengen_session::{
    Effect, Session,
    link::{Address, Addresses, Link, LinkEvent, LinkOrder, Loss},
};
use tengen_shared::{
    game::RunId,
    protocol::{Codec, ServerId, ServerMessage},
};

use super::{SERVER, down, first_words, online, say, sent, visitor, welcome};

/// The address that the session dials now.
fn dialled(session: &mut Session) -> String {
    let open = |effect| match effect {
        Effect::Link(LinkOrder::Open { address, .. }) => Some(address.to_string()),
        _ => None,
    };
    session.take_effects().into_iter().find_map(open).expect("it dials")
}

fn lose(session: &mut Session, why: Loss) {
    session.on_link(session.id(), LinkEvent::Lost(why));
}

/// Greets the session as a server that has other addresses.
fn greet_with(session: &mut Session, id: ServerId, others: &[&str]) {
    let ServerMessage::Server { id, version, limits, identity, .. } = first_words(id) else { panic!() };
    let addresses = others.iter().map(|other| (*other).into()).collect();
    session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
    say(session, &ServerMessage::Server { id, version, limits, identity, addresses });
}

#[test]
fn each_named_address_is_tried_before_the_server_counts_as_away() {
    let mut session = Session::new(RunId(1));
    session.dial("a,b".parse::<Addresses>().unwrap());
    assert_eq!(dialled(&mut session), "a:5151");
    lose(&mut session, Loss::Refused(Address::default()));
    assert_eq!(dialled(&mut session), "b:5151");
    assert_eq!(session.link(), &Link::Dialling);
    lose(&mut session, Loss::Refused(Address::default()));
    session.pass(down(&session).1);
    assert_eq!(dialled(&mut session), "a:5151", "the next round");
}

#[test]
fn a_client_goes_to_the_addresses_that_the_server_has_told() {
    let mut session = online();
    session.on_link(session.id(), LinkEvent::Lost(Loss::BrokenOff));
    session.pass(down(&session).1);
    session.take_effects();
    greet_with(&mut session, SERVER, &["192.168.1.21:5151", "no address", "[::1]:7"]);
    session.take_effects();
    lose(&mut session, Loss::BrokenOff);
    assert_eq!(dialled(&mut session), "192.168.1.21:5151");
    assert_eq!(welcome(&mut session, SERVER).len(), 0);
    assert_eq!(session.address().unwrap().to_string(), "192.168.1.21:5151");
    lose(&mut session, Loss::BrokenOff);
    session.pass(down(&session).1);
    assert_eq!(
        dialled(&mut session),
        "192.168.1.21:5151",
        "a server that was just there is sought there first"
    );
    welcome(&mut session, SERVER);
    // That greeting named no others: the one in use and the one that was dialled are left.
    for _ in 0..10 {
        session.pass(Duration::from_secs(1));
        session.on_link(session.id(), LinkEvent::Alive);
    }
    session.take_effects();
    lose(&mut session, Loss::ClosedFor("stopping".into()));
    assert_eq!(dialled(&mut session), Address::default().to_string(), "a server that stops is left at once");
}

#[test]
fn servers_that_let_a_client_in_and_then_close_are_not_tried_without_a_pause() {
    let mut session = Session::new(RunId(1));
    session.dial("a,b".parse::<Addresses>().unwrap());
    let mut waited = Duration::ZERO;
    for address in ["a:5151", "b:5151", "a:5151", "b:5151", "a:5151"] {
        assert_eq!(dialled(&mut session), address);
        welcome(&mut session, SERVER);
        lose(&mut session, Loss::ClosedFor("too many commands".into()));
        let left = down(&session).1;
        session.pass(left);
        waited += left;
    }
    assert!(waited > Duration::from_secs(2), "{waited:?}");
}

#[test]
fn another_server_at_a_told_address_is_passed_over() {
    let mut session = Session::new(RunId(1));
    session.dial(Address::default());
    greet_with(&mut session, SERVER, &["b:1", "c:1"]);
    session.hello(SERVER, visitor());
    session.take_effects();
    lose(&mut session, Loss::Broken("reset".into()));
    assert_eq!(dialled(&mut session), "b:1");
    greet_with(&mut session, ServerId(8), &["evil:1"]);
    assert_eq!(dialled(&mut session), "c:1", "it is told nothing, and its addresses do not count");
    assert!(sent(&session.take_effects()).is_empty());
}
