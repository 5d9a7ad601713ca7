//! Access to a room: the list, passphrases, and players whom the host removes.

use std::path::Path;

use tengen_session::KeyOrigin;
use tengen_shared::{
    game::{Access, Command, Offer, PerSeat, RejectCode, Room, RoomCode, Seat, Settings, SpectatorRule},
    protocol::{Cmd, Codec, ListUpdate, Request, ServerMessage},
    rules::Variant,
};
use tengen_tests::{Http, Identity, Peer, TestServer, person_room, place_all, poll_until, settings};

use super::keys::pairing_code;

const SECRET: &str = "open sesame";

fn with_access(access: Access) -> Settings {
    Settings { access, ..settings(Variant::TICTACTOE) }
}

fn locked() -> Settings {
    with_access(Access::Passphrase)
}

/// Starts a server with Ann in a room with a passphrase.
async fn locked_room() -> (TestServer, Peer, RoomCode) {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.locked_table(locked(), SECRET).await;
    (server, ann, code)
}

/// Waits for the refusal without an id that removes a peer from the room.
async fn shown_out(peer: &mut Peer, code: &RoomCode) -> RejectCode {
    let refusal = peer.refusal_without_id().await;
    assert_eq!(refusal.room.as_ref(), Some(code));
    let outside = peer.ask(Some(code), Request::Snapshot {}).await.unwrap_err();
    assert_eq!(outside.code, RejectCode::NotInRoom);
    refusal.code
}

#[tokio::test]
async fn an_unlisted_room_is_on_no_list_and_can_be_joined_by_its_code() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let hidden = ann.open_table(with_access(Access::Unlisted)).await;
    let secret = ann.locked_table(locked(), SECRET).await;
    let open = ann.open_table(with_access(Access::Listed)).await;
    poll_until("the rooms on the list", async || {
        let list = Http::get(server.addr, "/api/rooms").await.body;
        assert!(!list.contains(hidden.as_str()), "{list}");
        list.contains(open.as_str()) && list.contains(secret.as_str())
    })
    .await;
    bo.ask(None, Request::ListRooms {}).await.unwrap();
    let rooms = bo
        .wait("the list", |message| match message {
            ServerMessage::Rooms { update: ListUpdate::Full { rooms } } => Some(rooms.clone()),
            _ => None,
        })
        .await;
    let codes: Vec<&RoomCode> = rooms.iter().map(|listing| &listing.room).collect();
    assert!(codes.contains(&&open) && codes.contains(&&secret) && !codes.contains(&&hidden), "{codes:?}");
    let locked = rooms.iter().find(|listing| listing.room == secret).unwrap();
    assert_eq!(locked.access, Access::Passphrase);
    bo.join(&hidden).await.unwrap();
    ann.wait_room(&hidden, "the game", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &hidden, "b2").await;
    assert!(!Http::get(server.addr, "/api/rooms").await.body.contains(hidden.as_str()), "nor with a game on");
    // The room leaves the list and comes back.
    ann.change(&open, with_access(Access::Unlisted), None).await.unwrap();
    let is_listed = async || Http::get(server.addr, "/api/rooms").await.body.contains(open.as_str());
    poll_until("the room off the list", async || !is_listed().await).await;
    ann.change(&open, with_access(Access::Listed), None).await.unwrap();
    poll_until("the room on the list", is_listed).await;
}

#[tokio::test]
async fn a_room_with_a_passphrase_opens_to_the_right_one_only_and_then_stays_open() {
    for codec in Codec::ALL {
        let (server, mut ann, code) = locked_room().await;
        let mut bo = Peer::connect(server.addr, "Bo", codec).await;
        assert_eq!(bo.join(&code).await.unwrap_err().code, RejectCode::Passphrase, "missing");
        assert_eq!(bo.watch(&code).await.unwrap_err().code, RejectCode::Passphrase, "missing");
        let wrong = bo.join_with(&code, "open sesamE").await.unwrap_err();
        assert_eq!(wrong.code, RejectCode::Passphrase);
        assert!(wrong.text.as_str().contains("ask the person who invited you"), "{}", wrong.text);
        assert!(!bo.knows(&code), "nothing of the room is told before");
        let seat = Cmd::Room(Command::Sit { seat: Seat::Two, guest: None });
        assert_eq!(bo.ask(Some(&code), seat).await.unwrap_err().code, RejectCode::NotInRoom);
        bo.watch_with(&code, SECRET).await.unwrap();
        bo.join(&code).await.unwrap();
        ann.wait_room(&code, "the game", Room::is_playing).await;
        bo.ask(Some(&code), Command::Leave {}).await.unwrap();
        bo.join(&code).await.expect("once said is enough");
        // A host needs no passphrase.
        let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
        ann.join(&code).await.unwrap();
    }
}

#[tokio::test]
async fn a_room_is_made_with_a_passphrase_just_when_its_settings_want_one() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let seats = || [tengen_shared::game::SeatPlan::Me {}, tengen_shared::game::SeatPlan::Open {}];
    let without =
        Cmd::Request(Request::Create { settings: locked(), seats: PerSeat(seats()), passphrase: None });
    assert_eq!(ann.ask(None, without).await.unwrap_err().code, RejectCode::Passphrase);
    let passphrase = Some(SECRET.parse().unwrap());
    let needless = Cmd::Request(Request::Create {
        settings: settings(Variant::TICTACTOE),
        seats: PerSeat(seats()),
        passphrase,
    });
    assert_eq!(ann.ask(None, needless).await.unwrap_err().code, RejectCode::Passphrase);
    assert!(Http::metric(server.addr, "tengen_rooms").await.abs() < f64::EPSILON, "no room was made");
    let code = ann.open_table(settings(Variant::TICTACTOE)).await;
    assert_eq!(ann.change(&code, locked(), None).await.unwrap_err().code, RejectCode::Passphrase);
    let listed = settings(Variant::TICTACTOE);
    assert_eq!(ann.change(&code, listed, Some(SECRET)).await.unwrap_err().code, RejectCode::Passphrase);
    assert_eq!(ann.room(&code).settings().access, Access::Listed);
}

#[tokio::test]
async fn passphrases_are_tried_slowly_by_one_connection_and_in_one_room() {
    let (server, _ann, code) = locked_room().await;
    let tries = |limited: bool| if limited { RejectCode::RateLimited } else { RejectCode::Passphrase };
    let mut refused = 0;
    for guesser in 0..4 {
        let mut eve = Peer::connect(server.addr, "Eve", Codec::Json).await;
        // All at once, so that attempts in progress count too.
        let mut sent = Vec::new();
        for n in 0..8 {
            let passphrase = Some(format!("guess {guesser} {n}").parse().unwrap());
            sent.push(eve.send(Some(&code), Command::Join { passphrase }).await);
        }
        let mut limited = 0;
        for id in sent {
            let refusal = eve.answer(id).await.unwrap_err();
            let late = refusal.code == RejectCode::RateLimited;
            assert_eq!(refusal.code, tries(late), "{refusal:?}");
            if late {
                assert!(refusal.text.as_str().contains("wait a few seconds"), "{}", refusal.text);
            }
            limited += usize::from(late);
        }
        assert!(limited >= 1, "one connection has tried 8 at once");
        refused += limited;
    }
    assert!(refused >= 10, "32 tries in one room, of which so many had to wait: {refused}");
}

#[tokio::test]
async fn the_room_goes_on_while_passphrases_are_tried() {
    let tries = 10;
    let server = TestServer::limited(|limits| limits.passphrase_burst = tries).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = ann.locked_table(locked(), SECRET).await;
    bo.join_with(&code, SECRET).await.unwrap();
    ann.wait_room(&code, "the game", Room::is_playing).await;
    let mut eve = Peer::connect(server.addr, "Eve", Codec::Json).await;
    let mut sent = Vec::new();
    for n in 1..tries {
        let passphrase = Some(format!("guess {n}").parse().unwrap());
        sent.push(eve.send(Some(&code), Command::Join { passphrase }).await);
    }
    // The server answers Eve's next command and the move while it still hashes her first attempts.
    eve.server_time().await;
    ann.place(&code, "b2").await.unwrap();
    eve.server_time().await;
    let refused = |message: &&ServerMessage| matches!(message, ServerMessage::Rejected { .. });
    let answered = eve.unread().iter().filter(refused).count();
    assert!(answered < sent.len(), "the move did not wait for them");
    for id in sent {
        assert_eq!(eve.answer(id).await.unwrap_err().code, RejectCode::Passphrase);
    }
}

/// Whether any file in `folder` contains `text`.
fn is_in_folder(folder: &Path, text: &str) -> bool {
    let holds = |path: &Path| {
        let bytes = std::fs::read(path).unwrap_or_default();
        bytes.windows(text.len()).any(|window| window == text.as_bytes())
    };
    std::fs::read_dir(folder).unwrap().any(|entry| holds(&entry.unwrap().path()))
}

#[tokio::test]
async fn who_was_let_in_comes_back_after_a_restart_and_the_passphrase_is_nowhere_on_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Annegret", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let code = ann.locked_table(locked(), SECRET).await;
    bo.join_with(&code, SECRET).await.unwrap();
    cy.watch_with(&code, SECRET).await.unwrap();
    ann.wait_room(&code, "the game", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    assert!(is_in_folder(folder.path(), "Annegret"), "the search finds what is there");
    assert!(!is_in_folder(folder.path(), SECRET));
    server.stopped().await;
    assert!(!is_in_folder(folder.path(), SECRET));
    let server = TestServer::in_folder(folder.path()).await;
    let mut bo = bo.reconnect(server.addr).await;
    let mut cy = cy.reconnect(server.addr).await;
    let mut ann = ann.reconnect(server.addr).await;
    for peer in [&mut ann, &mut bo, &mut cy] {
        peer.ask(Some(&code), Request::Snapshot {}).await.expect("in the room again");
    }
    place_all(&mut ann, &mut bo, &code, "a1 b1 a2 b3").await;
    let mut eve = Peer::connect(server.addr, "Eve", Codec::Json).await;
    assert_eq!(eve.watch_with(&code, "not this one").await.unwrap_err().code, RejectCode::Passphrase);
    eve.watch_with(&code, SECRET).await.expect("the lock is still there");
}

#[tokio::test]
async fn a_changed_passphrase_opens_and_the_old_one_does_no_more() {
    let (server, mut ann, code) = locked_room().await;
    let (mut bo, mut cy) = (
        Peer::connect(server.addr, "Bo", Codec::Bincode).await,
        Peer::connect(server.addr, "Cy", Codec::Json).await,
    );
    bo.watch_with(&code, SECRET).await.unwrap();
    ann.change(&code, locked(), Some("new secret")).await.unwrap();
    assert_eq!(cy.watch_with(&code, SECRET).await.unwrap_err().code, RejectCode::Passphrase);
    cy.watch_with(&code, "new secret").await.unwrap();
    bo.join(&code).await.expect("let in before");
    assert_eq!(bo.change(&code, locked(), Some("mine now")).await.unwrap_err().code, RejectCode::NotHost);
    let mut eve = Peer::connect(server.addr, "Eve", Codec::Json).await;
    assert_eq!(eve.watch_with(&code, "mine now").await.unwrap_err().code, RejectCode::Passphrase);
}

#[tokio::test]
async fn who_has_not_said_the_passphrase_is_shown_out_when_a_room_gets_one() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Bincode).await;
    let code = ann.open_table(settings(Variant::TICTACTOE)).await;
    cy.watch(&code).await.unwrap();
    ann.change(&code, locked(), Some(SECRET)).await.unwrap();
    assert_eq!(shown_out(&mut cy, &code).await, RejectCode::Passphrase);
    cy.forget(&code);
    cy.watch_with(&code, SECRET).await.unwrap();
    let never = Settings { spectators: SpectatorRule::Never, ..locked() };
    ann.change(&code, never, None).await.unwrap();
    assert_eq!(shown_out(&mut cy, &code).await, RejectCode::NoSpectators);
    cy.forget(&code);
    cy.join(&code).await.expect("a free seat is no watching");
}

#[tokio::test]
async fn a_passphrase_cannot_be_agreed_on_since_an_offer_brings_none() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    ann.resign(&code).await.unwrap();
    bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    let refused = bo.offer(&code, Offer::Change { settings: locked() }).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NoOffer, "nobody could ever come in");
    ann.change(&code, locked(), Some(SECRET)).await.unwrap();
    ann.change(&code, settings(Variant::TICTACTOE), None).await.unwrap();
    bo.wait_room(&code, "both changes", |room| room.settings().access == Access::Listed).await;
    let refused = bo.offer(&code, Offer::Change { settings: locked() }).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NoOffer, "nor who would know the one that it had");
}

#[tokio::test]
async fn a_passphrase_is_answered_also_when_the_room_has_left_memory_meanwhile() {
    let server = TestServer::limited(|limits| limits.room_idle_ms = 1).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = ann.locked_table(locked(), SECRET).await;
    bo.join_with(&code, SECRET).await.unwrap();
    bo.resign(&code).await.unwrap();
    drop((ann, bo));
    Http::wait_until_no_room_is_in_memory(server.addr).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    assert_eq!(cy.watch_with(&code, "not this one").await.unwrap_err().code, RejectCode::Passphrase);
    cy.watch_with(&code, SECRET).await.unwrap();
}

#[tokio::test]
async fn passphrases_that_need_hashing_are_limited_wherever_they_come_from() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.open_table(settings(Variant::TICTACTOE)).await;
    let mut eve = Peer::connect(server.addr, "Eve", Codec::Bincode).await;
    eve.watch(&code).await.unwrap();
    let mut codes = Vec::new();
    for _ in 0..12 {
        codes.push(eve.change(&code, locked(), Some(SECRET)).await.unwrap_err().code);
    }
    assert_eq!(codes[0], RejectCode::NotHost);
    assert!(codes.contains(&RejectCode::RateLimited), "each one costs the server a slow hash: {codes:?}");
}

#[tokio::test]
async fn a_repeated_join_shows_nothing_of_the_room_to_somebody_who_was_sent_away() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let private = Settings { spectators: SpectatorRule::Never, ..settings(Variant::TICTACTOE) };
    let code = ann.open_table(private).await;
    let join = bo.frame(Some(&code), Command::Join { passphrase: None });
    let joined = bo.repeat(&join).await.unwrap();
    bo.resign(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    ann.ask(Some(&code), Command::Kick { seat: Seat::Two }).await.unwrap();
    assert_eq!(shown_out(&mut bo, &code).await, RejectCode::Barred);
    bo.clear();
    let again = bo.repeat(&join).await.unwrap();
    assert_eq!((again.seq, again.events.len()), (joined.seq, 0), "the old answer");
    // A snapshot would have come before the answer.
    let seen = |message: &ServerMessage| matches!(message, ServerMessage::Snapshot { .. });
    assert!(!bo.unread().iter().any(seen), "{:?}", bo.unread());
    assert_eq!(shown_out(&mut bo, &code).await, RejectCode::NoSpectators, "after the answer");
}

#[tokio::test]
async fn a_host_who_leaves_looks_on_through_no_other_connection_where_nobody_may_watch() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let private = Settings { spectators: SpectatorRule::Never, ..settings(Variant::TICTACTOE) };
    let code = ann.open_table(private).await;
    bo.join(&code).await.unwrap();
    bo.resign(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    ann.ask(Some(&code), Command::Stand { seat: Seat::One }).await.unwrap();
    let mut second = Peer::connect_as(server.addr, ann.me.new_run()).await;
    second.watch(&code).await.unwrap();
    ann.ask(Some(&code), Command::Leave {}).await.unwrap();
    assert_eq!(shown_out(&mut second, &code).await, RejectCode::NoSpectators);
}

#[tokio::test]
async fn whoever_leaves_on_one_device_keeps_everything_while_another_follows_the_room() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let private = Settings { spectators: SpectatorRule::Never, ..settings(Variant::TICTACTOE) };
    let code = ann.open_table(private).await;
    bo.join(&code).await.unwrap();
    bo.resign(&code).await.unwrap();
    ann.wait_room(&code, "the end", |room| !room.is_playing()).await;
    // Another connection of the same device would not count.
    let origin = KeyOrigin::Paired(pairing_code(&mut ann).await);
    let phone = Identity { origin, ..Identity::new("Phone", Codec::Bincode) };
    let mut second = Peer::connect_as(server.addr, phone).await;
    second.watch(&code).await.unwrap();
    ann.ask(Some(&code), Command::Leave {}).await.unwrap();
    let left = ann.ask(Some(&code), Command::Stand { seat: Seat::One }).await.unwrap_err();
    assert_eq!(left.code, RejectCode::NotInRoom);
    let player = second.player;
    assert_eq!(second.room(&code).seats().player(Seat::One), Some(player));
    second.ask(Some(&code), Command::Leave {}).await.unwrap();
    bo.wait_room(&code, "a free seat and the room", |room| {
        room.seats().player(Seat::One).is_none() && room.host() != player
    })
    .await;
    // Nobody is put out of a room that they have left.
    second.ask(None, Request::Ping {}).await.unwrap();
    let put_out = |message: &ServerMessage| matches!(message, ServerMessage::PutOut { .. });
    assert!(!second.unread().iter().any(put_out), "{:?}", second.unread());
}
