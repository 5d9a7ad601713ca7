//! Permission to watch: with the consent of the players or never. Also the players whom the host removes.

use tengen_shared::{
    game::{Command, RejectCode, Reply, Room, RoomCode, Seat, SeatPlan, Settings, SpectatorRule},
    protocol::{Cmd, Codec, Request, ServerMessage},
    rules::Variant,
};
use tengen_tests::{Answer, Peer, TestServer, person_room, place_all, settings};

fn watched(spectators: SpectatorRule) -> Settings {
    Settings { spectators, ..settings(Variant::TICTACTOE) }
}

/// Ann and Bo play in a room with this rule for spectators, and Cy is outside.
async fn table(server: &TestServer, rule: SpectatorRule) -> (Peer, Peer, Peer, RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let code = ann.open_table(watched(rule)).await;
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the game", Room::is_playing).await;
    (ann, bo, cy, code)
}

async fn ask_to_watch(peer: &mut Peer, code: &RoomCode) -> Answer {
    peer.ask(Some(code), Command::AskToWatch {}).await
}

fn asks(room: &Room, peer: &Peer) -> bool {
    room.asking().iter().any(|asker| asker.player == peer.player)
}

async fn let_in(peer: &mut Peer, code: &RoomCode) {
    peer.wait("to be let in", |message| match message {
        ServerMessage::LetIn { room } if room == code => Some(()),
        _ => None,
    })
    .await;
}

#[tokio::test]
async fn whom_both_players_let_in_may_watch_from_then_on() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, mut cy, code) = table(&server, SpectatorRule::ByConsent).await;
    assert_eq!(cy.watch(&code).await.unwrap_err().code, RejectCode::NeedsConsent);
    assert_eq!(ann.admit(&code, cy.player, Reply::Accept).await.unwrap_err().code, RejectCode::NotAsking);
    let asked = ask_to_watch(&mut cy, &code).await.unwrap();
    assert_eq!(ask_to_watch(&mut cy, &code).await.unwrap().seq, asked.seq, "asking twice is asking once");
    for peer in [&mut ann, &mut bo] {
        peer.wait_room(&code, "Cy's wish", |room| asks(room, &cy)).await;
        assert_eq!(peer.room(&code).asking()[0].name.as_str(), "Cy");
    }
    ann.admit(&code, cy.player, Reply::Accept).await.unwrap();
    assert_eq!(cy.watch(&code).await.unwrap_err().code, RejectCode::NeedsConsent, "one is not enough");
    // Nor is the same consent twice, nor one player's consent for the other.
    ann.admit(&code, cy.player, Reply::Accept).await.unwrap();
    let for_bo = Cmd::Room(Command::Admit { seat: Seat::Two, player: cy.player, reply: Reply::Accept });
    assert_eq!(ann.ask(Some(&code), for_bo).await.unwrap_err().code, RejectCode::NotYourSeat);
    assert_eq!(cy.watch(&code).await.unwrap_err().code, RejectCode::NeedsConsent);
    bo.admit(&code, cy.player, Reply::Accept).await.unwrap();
    let_in(&mut cy, &code).await;
    cy.watch(&code).await.unwrap();
    assert_eq!(ask_to_watch(&mut cy, &code).await.unwrap_err().code, RejectCode::NotAsking);
    let mut cy = cy.reconnect(server.addr).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    cy.wait_room(&code, "a move", |room| room.game().is_some_and(|game| game.ply() == 1)).await;
    assert!(cy.room(&code).asking().is_empty());
    let mut di = Peer::connect(server.addr, "Di", Codec::Bincode).await;
    ask_to_watch(&mut di, &code).await.unwrap();
    let by_cy = Cmd::Room(Command::Admit { seat: Seat::One, player: di.player, reply: Reply::Accept });
    assert_eq!(cy.ask(Some(&code), by_cy).await.unwrap_err().code, RejectCode::Spectator);
    cy.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert!(cy.room(&code).asking().is_empty(), "who asks is for the players");
}

#[tokio::test]
async fn one_refusal_is_enough_and_is_told() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, mut cy, code) = table(&server, SpectatorRule::ByConsent).await;
    ask_to_watch(&mut cy, &code).await.unwrap();
    ann.wait_room(&code, "Cy's wish", |room| asks(room, &cy)).await;
    ann.admit(&code, cy.player, Reply::Accept).await.unwrap();
    bo.wait_room(&code, "Ann's word", |room| room.asking().iter().any(|a| a.agreed.is_some())).await;
    bo.admit(&code, cy.player, Reply::Decline).await.unwrap();
    let told = cy.refusal_without_id().await;
    assert_eq!((told.code, told.room.as_ref()), (RejectCode::NoSpectators, Some(&code)));
    assert_eq!(cy.watch(&code).await.unwrap_err().code, RejectCode::NeedsConsent);
    ann.wait_room(&code, "Bo's word", |room| room.asking().is_empty()).await;
    // Players must not be pestered.
    let again = ask_to_watch(&mut cy, &code).await.unwrap_err();
    assert_eq!(again.code, RejectCode::RateLimited);
    assert!(again.text.as_str().contains("ask again in a minute"), "{}", again.text);
    let mut di = Peer::connect(server.addr, "Di", Codec::Json).await;
    ask_to_watch(&mut di, &code).await.expect("another may ask");
    assert_eq!(ann.admit(&code, cy.player, Reply::Accept).await.unwrap_err().code, RejectCode::NotAsking);
}

#[tokio::test]
async fn a_request_to_watch_can_be_withdrawn_and_made_again_at_once() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, mut cy, code) = table(&server, SpectatorRule::ByConsent).await;
    ask_to_watch(&mut cy, &code).await.unwrap();
    ann.wait_room(&code, "Cy's request", |room| asks(room, &cy)).await;
    cy.ask(Some(&code), Command::Leave {}).await.unwrap();
    for peer in [&mut ann, &mut bo] {
        peer.wait_room(&code, "the end of the request", |room| room.asking().is_empty()).await;
    }
    assert_eq!(ann.admit(&code, cy.player, Reply::Accept).await.unwrap_err().code, RejectCode::NotAsking);
    ask_to_watch(&mut cy, &code).await.unwrap();
    // A repeat of the withdrawal changes nothing.
    let leave = cy.frame(Some(&code), Command::Leave {});
    cy.repeat(&leave).await.unwrap();
    ask_to_watch(&mut cy, &code).await.unwrap();
    cy.repeat(&leave).await.unwrap();
    for peer in [&mut ann, &mut bo] {
        peer.wait_room(&code, "another request", |room| asks(room, &cy)).await;
        peer.admit(&code, cy.player, Reply::Accept).await.unwrap();
    }
    let_in(&mut cy, &code).await;
}

#[tokio::test]
async fn nobody_disturbs_the_players_with_request_after_request() {
    let server = TestServer::memory().await;
    let (_ann, _bo, mut cy, code) = table(&server, SpectatorRule::ByConsent).await;
    for _ in 0..3 {
        ask_to_watch(&mut cy, &code).await.unwrap();
        cy.ask(Some(&code), Command::Leave {}).await.unwrap();
    }
    assert_eq!(ask_to_watch(&mut cy, &code).await.unwrap_err().code, RejectCode::RateLimited);
}

#[tokio::test]
async fn where_computers_play_whoever_asks_is_let_in_at_once() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Bincode).await;
    let easy = SeatPlan::Ai { bot: "easy".parse().unwrap() };
    let code = ann.create(watched(SpectatorRule::ByConsent), [easy.clone(), easy]).await;
    assert_eq!(cy.watch(&code).await.unwrap_err().code, RejectCode::NeedsConsent);
    ask_to_watch(&mut cy, &code).await.unwrap();
    let_in(&mut cy, &code).await;
    cy.watch(&code).await.unwrap();
}

#[tokio::test]
async fn an_asker_who_has_gone_can_be_let_in_and_finds_the_door_open() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let (mut ann, bo, mut cy, code) = table(&server, SpectatorRule::ByConsent).await;
    ask_to_watch(&mut cy, &code).await.unwrap();
    let gone = cy.vanish();
    ann.wait_room(&code, "Cy's wish", |room| !room.asking().is_empty()).await;
    let asker = ann.room(&code).asking()[0].player;
    ann.admit(&code, asker, Reply::Accept).await.unwrap();
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let mut bo = bo.reconnect(server.addr).await;
    bo.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert_eq!(bo.room(&code).asking()[0].agreed, Some(Seat::One));
    bo.admit(&code, asker, Reply::Accept).await.unwrap();
    let mut cy = gone.reconnect(server.addr).await;
    cy.watch(&code).await.unwrap();
    assert_eq!(cy.room(&code).seats(), bo.room(&code).seats());
}

#[tokio::test]
async fn where_nobody_may_watch_only_players_are_in() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, mut cy, code) = table(&server, SpectatorRule::Never).await;
    assert_eq!(cy.watch(&code).await.unwrap_err().code, RejectCode::NoSpectators);
    assert_eq!(ask_to_watch(&mut cy, &code).await.unwrap_err().code, RejectCode::NoSpectators);
    assert_eq!(cy.join(&code).await.unwrap_err().code, RejectCode::RoomFull);
    assert!(!cy.knows(&code));
    let resumed = tengen_shared::protocol::SeenRoom { room: code.clone(), seq: tengen_shared::game::Seq(1) };
    let mut again = Peer::open(server.addr, cy.me.clone()).await;
    again.hello_with(vec![resumed]).await;
    assert_eq!(again.refusal_without_id().await.code, RejectCode::NoSpectators);
    // A player's second connection is not a spectator.
    let mut phone = Peer::connect_as(server.addr, bo.me.new_run()).await;
    phone.watch(&code).await.unwrap();
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2 b3").await;
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    bo.ask(Some(&code), Command::Stand { seat: Seat::Two }).await.unwrap();
    for peer in [&mut bo, &mut phone] {
        assert_eq!(peer.refusal_without_id().await.code, RejectCode::NoSpectators, "shown out");
        let outside = peer.ask(Some(&code), Request::Snapshot {}).await.unwrap_err();
        assert_eq!(outside.code, RejectCode::NotInRoom);
        peer.forget(&code);
    }
    // The host may stay without a seat.
    ann.ask(Some(&code), Command::Stand { seat: Seat::One }).await.unwrap();
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    bo.join(&code).await.unwrap();
}

#[tokio::test]
async fn changed_settings_show_out_those_who_may_not_watch_any_more() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let mut di = Peer::connect(server.addr, "Di", Codec::Bincode).await;
    let code = ann.open_table(settings(Variant::TICTACTOE)).await;
    cy.watch(&code).await.unwrap();
    di.watch(&code).await.unwrap();
    ann.change(&code, watched(SpectatorRule::ByConsent), None).await.unwrap();
    for peer in [&mut cy, &mut di] {
        let out = peer.refusal_without_id().await;
        assert_eq!((out.code, out.room.as_ref()), (RejectCode::NeedsConsent, Some(&code)));
        let say = Cmd::Room(Command::Say { text: "still here?".parse().unwrap() });
        assert_eq!(peer.ask(Some(&code), say).await.unwrap_err().code, RejectCode::NotInRoom);
        peer.forget(&code);
    }
    ann.presence(&code, "nobody to watch", |_, spectators| spectators.count == 0).await;
    ask_to_watch(&mut di, &code).await.unwrap();
    ann.wait_room(&code, "Di's wish", |room| asks(room, &di)).await;
    ann.admit(&code, di.player, Reply::Accept).await.unwrap();
    let_in(&mut di, &code).await;
    di.watch(&code).await.expect("one player is all there is");
}

#[tokio::test]
async fn whom_the_host_sends_away_sits_again_only_after_another_game() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let kick = |seat| Cmd::Room(Command::Kick { seat });
    assert_eq!(ann.ask(Some(&code), kick(Seat::Two)).await.unwrap_err().code, RejectCode::GameOn);
    bo.resign(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    assert_eq!(bo.ask(Some(&code), kick(Seat::One)).await.unwrap_err().code, RejectCode::NotHost);
    assert_eq!(ann.ask(Some(&code), kick(Seat::One)).await.unwrap_err().code, RejectCode::NoKick);
    let frame = ann.frame(Some(&code), kick(Seat::Two));
    let kicked = ann.repeat(&frame).await.unwrap();
    assert_eq!(ann.repeat(&frame).await.unwrap(), kicked);
    assert_eq!(ann.ask(Some(&code), kick(Seat::Two)).await.unwrap_err().code, RejectCode::NoKick, "empty");
    bo.wait_room(&code, "to be sent away", |room| room.seats()[Seat::Two].occupant.is_none()).await;
    assert_eq!(bo.join(&code).await.unwrap_err().code, RejectCode::Barred);
    let sit = Cmd::Room(Command::Sit { seat: Seat::Two, guest: None });
    assert_eq!(bo.ask(Some(&code), sit).await.unwrap_err().code, RejectCode::Barred);
    bo.say(&code, "I may still watch").await.unwrap();
    cy.join(&code).await.unwrap();
    ann.ready(&code).await.unwrap();
    cy.wait_room(&code, "game two", Room::is_playing).await;
    cy.resign(&code).await.unwrap();
    cy.ask(Some(&code), Command::Leave {}).await.unwrap();
    bo.join(&code).await.expect("another game was played");
}

#[tokio::test]
async fn whom_the_host_has_sent_away_sees_nothing_of_a_room_where_nobody_may_watch() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo, _cy, code) = table(&server, SpectatorRule::Never).await;
    bo.resign(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    ann.ask(Some(&code), Command::Kick { seat: Seat::Two }).await.unwrap();
    assert_eq!(bo.refusal_without_id().await.code, RejectCode::Barred);
    bo.forget(&code);
    bo.clear();
    assert_eq!(bo.join(&code).await.unwrap_err().code, RejectCode::Barred);
    bo.server_time().await;
    assert!(!bo.knows(&code), "a refusal shows nothing: {:?}", bo.unread());
}

#[tokio::test]
async fn whom_a_waiting_host_has_sent_away_finds_a_quick_match_elsewhere() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let quick = || Cmd::Request(Request::QuickMatch { variant: Variant::TICTACTOE });
    let code = ann.ask(None, quick()).await.unwrap().room.unwrap();
    assert_eq!(bo.ask(None, quick()).await.unwrap().room.as_ref(), Some(&code));
    bo.resign(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    ann.ask(Some(&code), Command::Kick { seat: Seat::Two }).await.unwrap();
    let elsewhere = bo.ask(None, quick()).await.expect("another room").room.unwrap();
    assert_ne!(elsewhere, code);
    // Ann and Bo both wait, and the next person finds one of them.
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let found = cy.ask(None, quick()).await.unwrap().room.unwrap();
    assert!([&code, &elsewhere].contains(&&found));
    assert!(cy.room(&found).seats().of_person(cy.player).is_some());
}
