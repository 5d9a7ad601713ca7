//! The list of rooms, and the rooms that a session follows from one connection to the next.

use std::time::Duration;

use tengen_session::{
    Session,
    link::{Address, LinkEvent, Loss},
};
use tengen_shared::{
    game::{Command, RejectCode, RoomCode, Seq},
    protocol::{Cmd, Codec, Request, SeenRoom, ServerMessage},
};

use super::{SERVER, down, first_words, online, say, sent, visitor};

#[test]
fn a_refused_list_is_not_awaited_and_asked_for_again_later() {
    let mut session = online();
    session.want_list(true);
    assert!(session.list().is_awaited());
    let id = sent(&session.take_effects()).pop().unwrap().id;
    let (code, text) = (RejectCode::RateLimited, "too often".into());
    say(&mut session, &ServerMessage::Rejected { id: Some(id), room: None, code, text, data: None });
    session.want_list(true);
    assert!(!session.list().is_awaited() && sent(&session.take_effects()).is_empty(), "not at once");
    for _ in 0..3 {
        session.pass(Duration::from_secs(2));
        session.on_link(session.id(), LinkEvent::Alive);
    }
    session.want_list(true);
    assert_eq!(sent(&session.take_effects()).len(), 1);
}

#[test]
fn a_room_that_was_left_while_the_server_was_away_is_left_on_the_next_connection() {
    let mut session = online();
    let room: RoomCode = "amber-fox-42".parse().unwrap();
    session.on_link(session.id(), LinkEvent::Lost(Loss::Closed));
    session.leave(&room).unwrap();
    session.pass(down(&session).1);
    session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
    say(&mut session, &first_words(SERVER));
    session.take_effects();
    session.hello(SERVER, visitor());
    let hello = sent(&session.take_effects()).pop().unwrap();
    let Cmd::Request(Request::Hello { resume, .. }) = hello.cmd else { panic!("{hello:?}") };
    let resume: Vec<SeenRoom> = resume.into();
    assert_eq!(resume.first().map(|seen| &seen.room), Some(&room), "only who is in a room can leave it");
}

#[test]
fn a_refused_room_is_followed_no_more() {
    let mut session = online();
    let room: RoomCode = "amber-fox-42".parse().unwrap();
    let id = session.ask(Some(room.clone()), Request::Watch { passphrase: None }).unwrap();
    say(
        &mut session,
        &ServerMessage::Accepted { id, room: Some(room.clone()), seq: Default::default(), events: vec![] },
    );
    assert!(session.room(&room).is_some());
    assert!(session.waits_for(&room, |cmd| matches!(cmd, Cmd::Request(Request::Snapshot {}))));
    let (code, text) = (RejectCode::NoSuchRoom, "it is gone".into());
    let news = say(
        &mut session,
        &ServerMessage::Rejected { id: None, room: Some(room.clone()), code, text, data: None },
    );
    assert!(news.is_some() && session.room(&room).is_none());
}

#[test]
fn a_room_of_an_earlier_run_is_asked_for_at_hello_and_one_that_was_left_is_not() {
    let mut session = online();
    let room: RoomCode = "amber-fox-42".parse().unwrap();
    session.follow(&room);
    let resumed = |session: &mut Session| {
        session.dial(Address::default());
        session.take_effects();
        session.on_link(session.id(), LinkEvent::Opened(Codec::Json));
        say(session, &first_words(SERVER));
        session.hello(SERVER, visitor());
        let Cmd::Request(Request::Hello { resume, .. }) = sent(&session.take_effects()).pop().unwrap().cmd
        else {
            panic!("no hello")
        };
        Vec::from(resume).into_iter().map(|seen| (seen.room, seen.seq)).collect::<Vec<_>>()
    };
    assert_eq!(resumed(&mut session), [(room.clone(), Seq(0))]);
    let id = session.ask(Some(room.clone()), Command::Leave {}).unwrap();
    assert!(session.room(&room).is_some(), "the server may refuse");
    let left = ServerMessage::Accepted { id, room: Some(room.clone()), seq: Seq(1), events: vec![] };
    say(&mut session, &left);
    assert!(session.room(&room).is_none());
    assert_eq!(resumed(&mut session), []);
}

#[test]
fn a_room_that_cannot_be_read_is_not_asked_for_again_and_again() {
    let mut session = online();
    let room: RoomCode = "amber-fox-42".parse().unwrap();
    let asked = session.ask(Some(room.clone()), Request::Watch { passphrase: None }).unwrap();
    let accepted =
        |id| ServerMessage::Accepted { id, room: Some(room.clone()), seq: Seq(7), events: Vec::new() };
    session.take_effects();
    say(&mut session, &accepted(asked));
    let snapshot = sent(&session.take_effects()).pop().unwrap();
    assert!(matches!(snapshot.cmd, Cmd::Request(Request::Snapshot {})));
    // The snapshot itself was a message that this program does not know.
    say(&mut session, &accepted(snapshot.id));
    assert!(sent(&session.take_effects()).is_empty());
}
