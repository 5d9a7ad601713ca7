//! Offers between players: takebacks, draws, and offers that cross, expire or are repeated.

use tengen_shared::{
    game::{
        ClockRule, Command, EndReason, Event, Game, Offer, OfferEnd, RejectCode, Reply, Room, RoomCode, Seat,
        SeatPlan, Seq, Settings, ThinkTime,
    },
    protocol::{Cmd, Codec, Request},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Peer, TestServer, person_room, place_all, poll_until, settings};

const EASY: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };

async fn couple(server: &TestServer) -> (Peer, Peer, RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::GOMOKU15).await;
    (ann, bo, code)
}

fn ply(room: &Room) -> u16 {
    room.game().map_or(0, Game::ply)
}

/// Returns the number of the open offer of `seat`.
fn open(peer: &Peer, code: &RoomCode, seat: Seat) -> Option<Seq> {
    peer.room(code).offers().of(seat).map(|made| made.seq)
}

#[tokio::test]
async fn a_takeback_while_the_computer_thinks_makes_its_answer_stale() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let think_time = ThinkTime::try_from(400).unwrap();
    let slow = Settings { think_time, ..settings(Variant::GOMOKU15) };
    let code = ann.create(slow, [SeatPlan::Me {}, EASY]).await;
    ann.place(&code, "h8").await.unwrap();
    ann.offer(&code, Offer::Takeback { to: 0 }).await.unwrap();
    assert_eq!((ann.moves(&code).as_str(), ann.room(&code).turn()), ("", Some(Seat::One)));
    // The time of the AI's move passes.
    ann.wait_server_time(ann.room(&code).time() + 600).await;
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert_eq!(ann.moves(&code), "");
    ann.place(&code, "a1").await.unwrap();
    ann.wait_room(&code, "the computer's move", |room| ply(room) == 2).await;
    assert!(ann.moves(&code).starts_with("a1 "));

    // Next, the AI has moved, so both stones go back. Ann plays o15, where an AI that answers near the last stone
    // has no stone yet.
    ann.place(&code, "o15").await.unwrap();
    ann.wait_room(&code, "the computer's second move", |room| ply(room) == 4).await;
    ann.offer(&code, Offer::Takeback { to: 2 }).await.unwrap();
    assert_eq!(ply(ann.room(&code)), 2);
    ann.offer(&code, Offer::Takeback { to: 0 }).await.unwrap();
    assert_eq!(ann.moves(&code), "");
    let none = ann.offer(&code, Offer::Takeback { to: 0 }).await.unwrap_err();
    assert_eq!(none.code, RejectCode::NoTakeback);
}

#[tokio::test]
async fn many_takebacks_in_the_face_of_a_computer_leave_a_game_that_goes_on() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let code = ann.create(settings(Variant::GOMOKU15), [SeatPlan::Me {}, EASY]).await;
    for _ in 0..30 {
        let cmd = ann.placing(&code, Seat::One, "h8");
        let placed = ann.send(Some(&code), cmd).await;
        ann.answer(placed).await.unwrap();
        // The AI may answer before or after the offer.
        poll_until("an empty board", async || {
            match ann.offer(&code, Offer::Takeback { to: 0 }).await {
                Ok(_) => assert_eq!(ann.moves(&code), ""),
                Err(refused) => assert_eq!(refused.code, RejectCode::Stale),
            }
            ann.moves(&code).is_empty()
        })
        .await;
    }
    ann.place(&code, "h8").await.unwrap();
    ann.wait_room(&code, "the computer's move", |room| ply(room) == 2).await;
}

#[tokio::test]
async fn between_people_a_takeback_needs_consent_and_brings_the_clocks_back() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let clock = ClockRule::fischer(600_000, 10_000).unwrap();
    let code = ann.open_table(Settings { clock, ..settings(Variant::GOMOKU15) }).await;
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the game", Room::is_playing).await;
    assert_eq!(
        ann.offer(&code, Offer::Takeback { to: 0 }).await.unwrap_err().code,
        RejectCode::NoTakeback,
        "nothing to take back"
    );
    place_all(&mut ann, &mut bo, &code, "h8 i9").await;
    let left = ann.room(&code).clock().unwrap().left;
    place_all(&mut ann, &mut bo, &code, "j8 j9").await;
    for to in [1, 3, 4, 99, u16::MAX] {
        let refused = ann.offer(&code, Offer::Takeback { to }).await.unwrap_err();
        assert_eq!(refused.code, RejectCode::NoTakeback, "{to}");
    }
    ann.offer(&code, Offer::Takeback { to: 2 }).await.unwrap();
    assert_eq!(ann.moves(&code), "h8 i9 j8 j9", "not without consent");
    bo.reply(&code, Reply::Decline).await.unwrap();
    ann.wait_room(&code, "the answer", |room| room.offers().of(Seat::One).is_none()).await;
    let again = ann.offer(&code, Offer::Takeback { to: 0 }).await.unwrap_err();
    assert_eq!(again.code, RejectCode::NoOffer, "once in a position: {}", again.text);
    // Bo may still make the same kind of offer himself.
    bo.offer(&code, Offer::Takeback { to: 3 }).await.unwrap();
    ann.reply(&code, Reply::Accept).await.unwrap();
    bo.wait_room(&code, "the takeback", |room| ply(room) == 3).await;
    place_all(&mut ann, &mut bo, &code, "j10").await;
    ann.offer(&code, Offer::Takeback { to: 2 }).await.unwrap();
    let done = bo.reply(&code, Reply::Accept).await.unwrap();
    assert!(done.events.iter().any(|stamped| stamped.event == Event::MovesTakenBack { to: 2, choices: 0 }));
    ann.wait_room(&code, "the takeback", |room| ply(room) == 2).await;
    assert_eq!((ann.moves(&code).as_str(), ann.room(&code).turn()), ("h8 i9", Some(Seat::One)));
    assert_eq!(ann.room(&code).clock().unwrap().left, left);
    assert_eq!(ann.room(&code).clock(), bo.room(&code).clock());
    place_all(&mut ann, &mut bo, &code, "k8 k9").await;
}

#[tokio::test]
async fn a_move_that_crosses_an_offer_ends_it_in_either_order() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = couple(&server).await;
    place_all(&mut ann, &mut bo, &code, "h8").await;
    // The offer comes first; Bo has not seen it when he moves.
    let cmd = bo.placing(&code, Seat::Two, "i9");
    ann.offer(&code, Offer::Takeback { to: 0 }).await.unwrap();
    let number = open(&ann, &code, Seat::One).unwrap();
    bo.ask(Some(&code), cmd).await.unwrap();
    ann.wait_room(&code, "Bo's move", |room| ply(room) == 2).await;
    assert_eq!(open(&ann, &code, Seat::One), None);
    assert_eq!(bo.reply_to(&code, number, Reply::Accept).await.unwrap_err().code, RejectCode::NoSuchOffer);
    assert_eq!(ann.withdraw(&code, number).await.unwrap_err().code, RejectCode::NoSuchOffer);
    assert_eq!(ann.moves(&code), "h8 i9");

    // The move comes first; Ann has not seen it when she makes the offer.
    place_all(&mut ann, &mut bo, &code, "j8").await;
    let cmd = ann.offering(&code, Offer::Takeback { to: 2 });
    bo.place(&code, "j9").await.unwrap();
    assert_eq!(ann.ask(Some(&code), cmd).await.unwrap_err().code, RejectCode::Stale);
    assert_eq!(open(&bo, &code, Seat::One), None);
    // After a new move, Ann may offer to go back to the same position again.
    ann.wait_room(&code, "Bo's move", |room| ply(room) == 4).await;
    ann.offer(&code, Offer::Takeback { to: 2 }).await.unwrap();
    bo.reply(&code, Reply::Accept).await.unwrap();
    assert_eq!(bo.moves(&code), "h8 i9");
}

#[tokio::test]
async fn offers_that_are_the_same_meet_and_others_stand_side_by_side() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = couple(&server).await;
    place_all(&mut ann, &mut bo, &code, "h8 i9").await;
    let (takeback, draw) =
        (ann.offering(&code, Offer::Takeback { to: 0 }), bo.offering(&code, Offer::Draw {}));
    ann.ask(Some(&code), takeback).await.unwrap();
    bo.ask(Some(&code), draw.clone()).await.unwrap();
    ann.offered(&code).await;
    assert!(open(&ann, &code, Seat::One).is_some() && open(&ann, &code, Seat::Two).is_some());
    // No player can answer their own offer, answer for the other player, or answer a number that does not exist.
    let (own, theirs) = (open(&ann, &code, Seat::One).unwrap(), open(&ann, &code, Seat::Two).unwrap());
    for (offer, code_of_refusal) in [
        (own, RejectCode::NoSuchOffer),
        (Seq(0), RejectCode::NoSuchOffer),
        (Seq(u32::MAX), RejectCode::NoSuchOffer),
    ] {
        assert_eq!(ann.reply_to(&code, offer, Reply::Accept).await.unwrap_err().code, code_of_refusal);
    }
    let as_other = Cmd::Room(Command::Answer { seat: Seat::Two, offer: own, reply: Reply::Accept });
    assert_eq!(ann.ask(Some(&code), as_other).await.unwrap_err().code, RejectCode::NotYourSeat);
    assert_eq!(ann.withdraw(&code, theirs).await.unwrap_err().code, RejectCode::NoSuchOffer);
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    assert!(open(&cy, &code, Seat::Two).is_some(), "everybody sees it");
    let by_cy = Cmd::Room(Command::Answer { seat: Seat::One, offer: theirs, reply: Reply::Accept });
    assert_eq!(cy.ask(Some(&code), by_cy).await.unwrap_err().code, RejectCode::Spectator);
    // The same offer again changes nothing; the same offer from the other side is consent.
    let before = bo.room(&code).seq();
    bo.wait_room(&code, "Ann's offer", |room| room.offers().of(Seat::One).is_some()).await;
    assert_eq!(bo.ask(Some(&code), draw).await.unwrap().seq, before);
    ann.offer(&code, Offer::Draw {}).await.unwrap();
    for peer in [&mut ann, &mut bo, &mut cy] {
        peer.wait_room(&code, "the draw", |room| !room.is_playing()).await;
        assert_eq!(peer.room(&code).game().unwrap().end().unwrap().reason, EndReason::Agreement);
    }
    assert_eq!((ann.score(&code), bo.score(&code)), ([0, 1, 0], [0, 1, 0]));
    assert_eq!(ann.offer(&code, Offer::Draw {}).await.unwrap_err().code, RejectCode::NoGame);
}

#[tokio::test]
async fn an_offer_can_be_withdrawn_or_declined_and_is_then_gone_for_good() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = couple(&server).await;
    place_all(&mut ann, &mut bo, &code, "h8 i9").await;
    ann.offer(&code, Offer::Draw {}).await.unwrap();
    let number = bo.offered(&code).await.seq;
    let done = ann.withdraw(&code, number).await.unwrap();
    let withdrawn = Event::OfferClosed { seat: Seat::One, how: OfferEnd::Withdrawn };
    assert_eq!(done.events[0].event, withdrawn);
    for reply in [Reply::Accept, Reply::Decline] {
        let gone = bo.reply_to(&code, number, reply).await.unwrap_err();
        assert_eq!(gone.code, RejectCode::NoSuchOffer);
        assert!(gone.text.as_str().contains("is closed"), "{}", gone.text);
    }
    assert_eq!(ann.withdraw(&code, number).await.unwrap_err().code, RejectCode::NoSuchOffer);
    assert_eq!(ann.offer(&code, Offer::Draw {}).await.unwrap_err().code, RejectCode::NoOffer);
    bo.offer(&code, Offer::Draw {}).await.unwrap();
    ann.reply(&code, Reply::Decline).await.unwrap();
    assert!(ann.room(&code).is_playing());
    // In the next position, Ann may make the offer again.
    bo.wait_room(&code, "the answer", |room| room.offers().of(Seat::Two).is_none()).await;
    place_all(&mut ann, &mut bo, &code, "j8").await;
    ann.offer(&code, Offer::Draw {}).await.unwrap();
    bo.reply(&code, Reply::Accept).await.unwrap();
    assert!(!bo.room(&code).is_playing());
}

#[tokio::test]
async fn what_can_be_offered_against_a_computer_and_by_whom() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = ann.create(settings(Variant::GOMOKU15), [SeatPlan::Me {}, EASY]).await;
    bo.watch(&code).await.unwrap();
    assert_eq!(ann.offer(&code, Offer::Draw {}).await.unwrap_err().code, RejectCode::NoOffer);
    assert_eq!(ann.offer(&code, Offer::Pause {}).await.unwrap_err().code, RejectCode::NoClock);
    assert_eq!(ann.offer(&code, Offer::Swap {}).await.unwrap_err().code, RejectCode::GameOn);
    for seat in Seat::BOTH {
        let cmd = Cmd::Room(Command::Offer { seat, offer: Offer::Draw {}, at: bo.room(&code).at() });
        assert_eq!(bo.ask(Some(&code), cmd).await.unwrap_err().code, RejectCode::Spectator);
    }
    let for_it =
        Cmd::Room(Command::Offer { seat: Seat::Two, offer: Offer::Draw {}, at: ann.room(&code).at() });
    assert_eq!(ann.ask(Some(&code), for_it).await.unwrap_err().code, RejectCode::NotYourSeat);
}

#[tokio::test]
async fn a_repeated_offer_or_answer_gets_the_same_answer_after_a_reconnect() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, code) = couple(&server).await;
    place_all(&mut ann, &mut bo, &code, "h8 i9 j8").await;
    let cmd = ann.offering(&code, Offer::Takeback { to: 2 });
    let offer = ann.frame(Some(&code), cmd);
    let made = ann.repeat(&offer).await.unwrap();
    let mut ann = ann.reconnect(server.addr).await;
    assert_eq!(ann.repeat(&offer).await.unwrap(), made);
    let number = bo.offered(&code).await.seq;
    let yes = bo.frame(Some(&code), Command::Answer { seat: Seat::Two, offer: number, reply: Reply::Accept });
    let agreed = bo.repeat(&yes).await.unwrap();
    let mut bo = bo.reconnect(server.addr).await;
    assert_eq!(bo.repeat(&yes).await.unwrap(), agreed, "taken back once only");
    assert_eq!(ann.repeat(&offer).await.unwrap(), made, "and not offered again");
    ann.wait_room(&code, "the takeback", |room| room.seq() >= agreed.seq).await;
    assert_eq!((ann.moves(&code).as_str(), ann.room(&code)), ("h8 i9", bo.room(&code)));
    // The server remembers a refusal too, although it would not refuse the command any more.
    let cmd = bo.offering(&code, Offer::Takeback { to: 0 });
    let bad = bo.frame(Some(&code), cmd);
    let refused = bo.repeat(&bad).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NoTakeback);
    let mut bo = bo.reconnect(server.addr).await;
    assert_eq!(bo.repeat(&bad).await.unwrap_err(), refused);
}

#[tokio::test]
async fn an_open_offer_survives_a_restart_and_can_be_answered_then() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let (mut ann, mut bo, code) = couple(&server).await;
    place_all(&mut ann, &mut bo, &code, "h8 i9 j8").await;
    ann.offer(&code, Offer::Takeback { to: 2 }).await.unwrap();
    let number = bo.offered(&code).await.seq;
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    // Ann's program remembers the room, Bo's new program knows only his key.
    let mut ann = ann.reconnect(server.addr).await;
    let mut bo = Peer::connect_as(server.addr, bo.me.new_run()).await;
    bo.join(&code).await.unwrap();
    assert_eq!(open(&bo, &code, Seat::One), Some(number));
    bo.reply(&code, Reply::Accept).await.unwrap();
    ann.wait_room(&code, "the takeback", |room| ply(room) == 2).await;
    assert_eq!(ann.room(&code), bo.room(&code));
    place_all(&mut ann, &mut bo, &code, "j8").await;
}
