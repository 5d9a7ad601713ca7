//! Moves and other commands that a room must refuse, while another room plays on.

use tengen_shared::{
    game::{Command, PerSeat, RejectCode, Room, RoomCode, Seat, SeatPlan},
    protocol::{Cmd, Codec, Request, ServerMessage},
    rules::Variant,
};
use tengen_tests::{Bystanders, Peer, TestServer, person_room, place_all, settings};

async fn couple(server: &TestServer) -> (Peer, Peer) {
    let ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    (ann, Peer::connect(server.addr, "Bo", Codec::Bincode).await)
}

async fn code_of(peer: &mut Peer, code: &RoomCode, cmd: impl Into<Cmd>) -> RejectCode {
    let before = peer.room(code).seq();
    let refused = peer.ask(Some(code), cmd).await.expect_err("a refusal");
    assert!(!refused.text.as_str().is_empty() && refused.room.as_ref() == Some(code), "{refused:?}");
    assert_eq!(peer.room(code).seq(), before, "nothing has happened");
    refused.code
}

#[tokio::test]
async fn wrong_moves_are_refused_each_with_its_own_code() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "wrong moves").await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;

    let early = bo.placing(&code, Seat::Two, "a1");
    assert_eq!(code_of(&mut bo, &code, early).await, RejectCode::NotYourTurn);
    let off = ann.placing(&code, Seat::One, "d4");
    assert_eq!(code_of(&mut ann, &code, off).await, RejectCode::OffBoard);
    let others = ann.placing(&code, Seat::Two, "a1");
    assert_eq!(code_of(&mut ann, &code, others).await, RejectCode::NotYourSeat);
    place_all(&mut ann, &mut bo, &code, "b2").await;
    let taken = bo.placing(&code, Seat::Two, "b2");
    assert_eq!(code_of(&mut bo, &code, taken).await, RejectCode::Occupied);
    let twice = ann.placing(&code, Seat::One, "a1");
    assert_eq!(code_of(&mut ann, &code, twice).await, RejectCode::NotYourTurn);
    let ready = Cmd::Room(Command::Ready { seat: Seat::One, at: ann.room(&code).at() });
    assert_eq!(code_of(&mut ann, &code, ready).await, RejectCode::GameOn);
    assert_eq!(code_of(&mut ann, &code, Command::Stand { seat: Seat::One }).await, RejectCode::GameOn);

    place_all(&mut ann, &mut bo, &code, "a1 b1 a2 b3").await;
    let late = bo.placing(&code, Seat::Two, "c3");
    assert_eq!(code_of(&mut bo, &code, late).await, RejectCode::NoGame);
    assert_eq!(
        code_of(&mut bo, &code, Command::Resign { seat: Seat::Two, game: 1 }).await,
        RejectCode::NoGame
    );
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_stale_move_is_refused_and_a_snapshot_follows() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "stale moves").await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let old = ann.placing(&code, Seat::One, "c3");
    place_all(&mut ann, &mut bo, &code, "b2 a1").await;
    ann.clear();
    let id = ann.send(Some(&code), old).await;
    // The refusal comes first, followed by the snapshot.
    let mut refused = false;
    let shown = ann
        .wait("a refusal and a snapshot", |message| match message {
            ServerMessage::Rejected { id: Some(found), code, .. } if *found == id => {
                assert_eq!(*code, RejectCode::Stale);
                refused = true;
                None
            }
            ServerMessage::Snapshot { room } => Some((**room).clone()),
            _ => None,
        })
        .await;
    assert!(refused, "the refusal comes first");
    assert_eq!(&shown, bo.room(&code));
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_move_of_game_one_that_arrives_in_game_two_does_nothing() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "moves of an older game").await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let old_move = ann.placing(&code, Seat::One, "c3");
    let old_end = Cmd::Room(Command::Resign { seat: Seat::One, game: 1 });
    let old_ready = Cmd::Room(Command::Ready { seat: Seat::One, at: ann.room(&code).at() });
    for loser in [1, 2] {
        let peer = if loser == 1 { &mut bo } else { &mut ann };
        peer.resign(&code).await.unwrap();
        for peer in [&mut ann, &mut bo] {
            peer.wait_room(&code, "the end", |room| !room.is_playing()).await;
            peer.ready(&code).await.unwrap();
        }
        ann.wait_room(&code, "the next game", Room::is_playing).await;
    }
    // Seat one begins game three as it began game one, so only `at` and the number distinguish them.
    assert_eq!((ann.game_number(&code), ann.room(&code).turn()), (3, Some(Seat::One)));
    for cmd in [old_move, old_end, old_ready] {
        let refused = ann.ask(Some(&code), cmd).await.unwrap_err();
        assert_eq!(refused.code, RejectCode::Stale);
    }
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert_eq!((ann.moves(&code).as_str(), ann.game_number(&code)), ("", 3));
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn the_same_id_twice_acts_once_and_is_answered_twice_alike() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "repeated ids").await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let place = ann.placing(&code, Seat::One, "b2");
    let frame = ann.frame(Some(&code), place);
    // The peer sends both before the first answer.
    ann.send_frame(&frame).await;
    ann.send_frame(&frame).await;
    let first = ann.answer(frame.id).await;
    assert_eq!(first, ann.answer(frame.id).await);
    bo.wait_room(&code, "the move", |room| room.turn() == Some(Seat::Two)).await;
    // Another command under the same id is not carried out either.
    let mut other = frame.clone();
    other.cmd = Cmd::Room(Command::Resign { seat: Seat::One, game: 1 });
    assert_eq!(ann.repeat(&other).await, first);
    // A refusal is repeated too, although the command would be legal by now.
    let early = ann.placing(&code, Seat::One, "a1");
    let early = ann.frame(Some(&code), early);
    let refused = ann.repeat(&early).await;
    assert_eq!(refused.as_ref().unwrap_err().code, RejectCode::NotYourTurn);
    place_all(&mut bo, &mut ann, &code, "c1").await;
    assert_eq!(ann.repeat(&early).await, refused);
    assert_eq!(ann.moves(&code), "b2 c1");
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_create_that_is_sent_twice_at_once_makes_one_room() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    for _ in 0..20 {
        let seats = [SeatPlan::Me {}, SeatPlan::Open {}];
        let frame = ann.frame(
            None,
            Request::Create {
                settings: settings(Variant::TICTACTOE),
                seats: PerSeat(seats),
                passphrase: None,
            },
        );
        ann.send_frame(&frame).await;
        ann.send_frame(&frame).await;
        let first = ann.answer(frame.id).await.unwrap();
        let second = ann.answer(frame.id).await.unwrap();
        assert_eq!(first, second);
        ann.ask(first.room.as_ref(), Command::Leave {}).await.unwrap();
    }
}

#[tokio::test]
async fn a_leave_or_a_needless_ready_that_is_sent_again_gets_the_same_answer() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    let needless = Cmd::Room(Command::Ready { seat: Seat::One, at: ann.room(&code).at() });
    let needless = ann.frame(Some(&code), needless);
    let first = ann.repeat(&needless).await;
    assert_eq!(first.as_ref().unwrap().events, []);
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the game", Room::is_playing).await;
    ann.resign(&code).await.unwrap();
    assert_eq!(ann.repeat(&needless).await, first);
    let leave = ann.frame(Some(&code), Command::Leave {});
    let first = ann.repeat(&leave).await;
    assert!(first.is_ok(), "{first:?}");
    assert_eq!(ann.repeat(&leave).await, first);
}

#[tokio::test]
async fn a_full_room_and_an_unknown_one_refuse_whoever_comes() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "full and unknown rooms").await;
    let (mut ann, mut bo) = couple(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    assert_eq!(cy.join(&code).await.unwrap_err().code, RejectCode::RoomFull);
    let unknown: RoomCode = "nobody-here-99".parse().unwrap();
    for cmd in [
        Cmd::Room(Command::Join { passphrase: None }),
        Cmd::Request(Request::Watch { passphrase: None }),
        Cmd::Request(Request::Snapshot {}),
        Cmd::Room(Command::Leave {}),
        Cmd::Room(Command::Stand { seat: Seat::One }),
    ] {
        let refused = cy.ask(Some(&unknown), cmd).await.unwrap_err();
        assert_eq!(refused.code, RejectCode::NoSuchRoom);
        assert!(refused.text.as_str().contains("nobody-here-99"), "{}", refused.text);
    }
    for cmd in [
        Cmd::Room(Command::Join { passphrase: None }),
        Cmd::Room(Command::Leave {}),
        Cmd::Room(Command::Resign { seat: Seat::One, game: 1 }),
    ] {
        assert_eq!(cy.ask(None, cmd).await.unwrap_err().code, RejectCode::NotInRoom);
    }
    for cmd in [
        Cmd::Room(Command::Leave {}),
        Cmd::Request(Request::Snapshot {}),
        Cmd::Room(Command::Resign { seat: Seat::One, game: 1 }),
    ] {
        assert_eq!(cy.ask(Some(&code), cmd).await.unwrap_err().code, RejectCode::NotInRoom);
    }
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_join_that_was_refused_takes_no_seat_when_it_comes_once_more() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let join = cy.frame(Some(&code), Command::Join { passphrase: None });
    let refused = cy.repeat(&join).await;
    assert_eq!(refused.as_ref().unwrap_err().code, RejectCode::RoomFull);
    bo.resign(&code).await.unwrap();
    bo.ask(Some(&code), Command::Leave {}).await.unwrap();
    assert_eq!(cy.repeat(&join).await, refused);
    cy.join(&code).await.unwrap();
}
