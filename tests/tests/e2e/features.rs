//! Clients that do not know a rule set or an opening get nothing that they cannot read.

use tengen_shared::{
    game::{Command, Feature, Features, Offer, RejectCode, Reply, Room, RoomCode, SeatPlan, Settings},
    protocol::{Cmd, Codec, GAMES_PAGE, GamesOf, ListUpdate, Request, RoomListing, ServerMessage},
    rules::{Opening, Variant},
};
use tengen_tests::{Peer, TestServer, person_room, place_all, settings};

const OPEN: [SeatPlan; 2] = [SeatPlan::Me {}, SeatPlan::Open {}];

async fn old(server: &TestServer) -> Peer {
    Peer::connect_knowing(server.addr, "Old", Features::default()).await
}

async fn ann(server: &TestServer) -> Peer {
    Peer::connect(server.addr, "Ann", Codec::Json).await
}

fn swap2() -> Settings {
    Settings { opening: Opening::Swap2, ..settings(Variant::GOMOKU15) }
}

#[tokio::test]
async fn a_room_with_unknown_rules_is_on_no_list_and_refuses_with_the_name_of_the_feature() {
    let server = TestServer::memory().await;
    let (mut ann, mut old) = (ann(&server).await, old(&server).await);
    let rooms =
        [(settings(Variant::RENJU15), "renju"), (settings(Variant::CARO15), "caro"), (swap2(), "openings")];
    let known = ann.create(settings(Variant::GOMOKU15), OPEN).await;
    old.ask(None, Request::ListRooms {}).await.unwrap();
    let mut listed: Vec<RoomCode> = Vec::new();
    for (settings, name) in rooms {
        let code = ann.create(settings, OPEN).await;
        for cmd in
            [Cmd::Room(Command::Join { passphrase: None }), Cmd::Request(Request::Watch { passphrase: None })]
        {
            let refused = old.ask(Some(&code), cmd).await.unwrap_err();
            assert_eq!(refused.code, RejectCode::NeedsFeature);
            assert!(refused.text.as_str().contains(name), "{}", refused.text);
        }
        assert!(!old.knows(&code));
        let create =
            Request::Create { settings, seats: tengen_shared::game::PerSeat(OPEN), passphrase: None };
        let refused = old.ask(None, create).await.unwrap_err();
        assert!(refused.text.as_str().contains(name), "{}", refused.text);
    }
    let refused = old.ask(None, Request::QuickMatch { variant: Variant::RENJU15 }).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NeedsFeature);
    // A room whose last game is unknown, too, whatever its settings are by now.
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let renju = person_room(&mut ann, &mut bo, Variant::RENJU15).await;
    bo.resign(&renju).await.unwrap();
    bo.ask(Some(&renju), Command::Leave {}).await.unwrap();
    ann.wait_room(&renju, "the free seat", |room| room.seats().first_empty().is_some()).await;
    let (plain, at) = (settings(Variant::GOMOKU15), ann.room(&renju).at());
    ann.ask(Some(&renju), Command::Change { settings: plain, passphrase: None, at }).await.unwrap();
    assert_eq!(old.join(&renju).await.unwrap_err().code, RejectCode::NeedsFeature);
    // The room that closes the list.
    let last = ann.create(settings(Variant::TICTACTOE), OPEN).await;
    old.wait("the last room", |message| {
        let ServerMessage::Rooms { update } = message else { return None };
        let (ListUpdate::Full { rooms } | ListUpdate::Changes { changed: rooms, .. }) = update;
        listed.extend(rooms.iter().map(|listing: &RoomListing| listing.room.clone()));
        listed.contains(&last).then_some(())
    })
    .await;
    listed.sort_unstable();
    listed.dedup();
    let mut expected = [known, last];
    expected.sort_unstable();
    assert_eq!(listed, expected);
}

#[tokio::test]
async fn a_client_that_knows_renju_but_no_openings_plays_renju() {
    let server = TestServer::memory().await;
    let mut ann = ann(&server).await;
    let known = [Feature::Renju].into_iter().collect();
    let mut new = Peer::connect_knowing(server.addr, "New", known).await;
    let code = person_room(&mut ann, &mut new, Variant::RENJU15).await;
    place_all(&mut ann, &mut new, &code, "h8 h9").await;
    let other = ann.create(swap2(), OPEN).await;
    assert_eq!(new.join(&other).await.unwrap_err().code, RejectCode::NeedsFeature);
}

#[tokio::test]
async fn nobody_changes_to_rules_that_the_other_players_program_does_not_know() {
    let server = TestServer::memory().await;
    let (mut ann, mut old) = (ann(&server).await, old(&server).await);
    let code = person_room(&mut ann, &mut old, Variant::TICTACTOE).await;
    old.resign(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    let change = |room: &Room| Command::Change { settings: swap2(), passphrase: None, at: room.at() };
    let refused = ann.ask(Some(&code), change(ann.room(&code))).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NeedsFeature);
    assert!(refused.text.as_str().starts_with("a player's program"), "{}", refused.text);
    let offer = Offer::Change { settings: settings(Variant::RENJU15) };
    assert_eq!(old.offer(&code, offer).await.unwrap_err().code, RejectCode::NeedsFeature);
    // Whoever only watches is put out, before anything that they cannot read.
    let mut watcher =
        Peer::connect_knowing(server.addr, "Watcher", [Feature::PutOut].into_iter().collect()).await;
    watcher.watch(&code).await.unwrap();
    old.ask(Some(&code), Command::Leave {}).await.unwrap();
    ann.wait_room(&code, "the free seat", |room| room.seats().first_empty().is_some()).await;
    ann.ask(Some(&code), change(ann.room(&code))).await.unwrap();
    let why = watcher
        .wait("the end of the watching", |message| match message {
            ServerMessage::PutOut { room, code: why, .. } if *room == code => Some(*why),
            ServerMessage::Events { events, .. } => {
                assert!(!format!("{events:?}").contains("Swap2"), "{events:?}");
                None
            }
            _ => None,
        })
        .await;
    assert_eq!(why, RejectCode::NeedsFeature);
}

#[tokio::test]
async fn an_open_offer_that_a_client_cannot_read_hides_the_room() {
    let server = TestServer::memory().await;
    let mut ann = ann(&server).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let mut old = Peer::connect_knowing(server.addr, "Old", [Feature::PutOut].into_iter().collect()).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    bo.resign(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    old.watch(&code).await.unwrap();
    ann.offer(&code, Offer::Change { settings: settings(Variant::RENJU15) }).await.unwrap();
    old.wait("the end of the watching", |message| {
        matches!(message, ServerMessage::PutOut { .. }).then_some(())
    })
    .await;
    assert_eq!(old.watch(&code).await.unwrap_err().code, RejectCode::NeedsFeature);
    let seat = bo.seat(&code);
    bo.wait_room(&code, "the offer", |room| room.offers().of(seat.other()).is_some()).await;
    let made = bo.room(&code).offers().of(seat.other()).unwrap().seq;
    let decline = Command::Answer { seat, offer: made, reply: Reply::Decline };
    bo.ask(Some(&code), decline).await.unwrap();
    old.watch(&code).await.unwrap();
}

#[tokio::test]
async fn a_client_reaches_older_games_behind_many_that_it_cannot_read() {
    let server = TestServer::memory().await;
    let mut ann = ann(&server).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let known = person_room(&mut ann, &mut bo, Variant::GOMOKU15).await;
    bo.resign(&known).await.unwrap();
    let unknown = person_room(&mut ann, &mut bo, Variant::RENJU15).await;
    for _ in 0..2 * GAMES_PAGE {
        bo.resign(&unknown).await.unwrap();
        ann.wait_room(&unknown, "the end", |room| !room.is_playing()).await;
        ann.ready(&unknown).await.unwrap();
        let seat = ann.seat(&unknown);
        bo.wait_room(&unknown, "the other who is ready", |room| room.seats()[seat].ready).await;
        bo.ready(&unknown).await.unwrap();
        for peer in [&mut ann, &mut bo] {
            peer.wait_room(&unknown, "the next game", Room::is_playing).await;
        }
    }
    let mut old = old(&server).await;
    let seen = old.games(None, GamesOf::Player { player: ann.player }, None).await.unwrap();
    assert_eq!(seen.iter().map(|game| game.variant).collect::<Vec<_>>(), [Variant::GOMOKU15]);
}

#[tokio::test]
async fn finished_games_that_a_client_cannot_read_are_left_out() {
    let server = TestServer::memory().await;
    let mut ann = ann(&server).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    for variant in [Variant::RENJU15, Variant::GOMOKU15] {
        let code = person_room(&mut ann, &mut bo, variant).await;
        bo.resign(&code).await.unwrap();
        ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    }
    let all = ann.my_games().await;
    assert_eq!(all.len(), 2);
    let mut old = old(&server).await;
    let seen = old.games(None, GamesOf::Player { player: ann.player }, None).await.unwrap();
    assert_eq!(seen.iter().map(|game| game.variant).collect::<Vec<_>>(), [Variant::GOMOKU15]);
    assert_eq!(old.show_game(all[1].game).await.unwrap_err().code, RejectCode::NeedsFeature);
}
