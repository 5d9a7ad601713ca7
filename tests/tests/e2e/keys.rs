//! Key pairs: proofs, several keys of a player, pairing, and removal.

use serde_json::json;
use tengen_server::{
    config::SecretKeys,
    journal::{Key, KeyAddition, KeyRemoval, StoredKey},
};
use tengen_session::KeyOrigin;
use tengen_shared::{
    game::{DAY_MS, PlayerId, RejectCode},
    protocol::{
        CLOSE_REMOVED, Cmd, Codec, HexBytes, KeyId, KeyKind, ListedKey, PairingCode, PlayerKey, PublicKey,
        Request, SecretKey, ServerMessage,
    },
    rules::Variant,
};
use tengen_tests::{Identity, Peer, TestServer, settings, test_config};
use tokio_tungstenite::tungstenite::Message;

use super::journal::{in_all_houses, key};

/// Says hello and returns the refusal.
async fn refused(addr: std::net::SocketAddr, me: Identity) -> RejectCode {
    let mut peer = Peer::open(addr, me).await;
    let hello = peer.greeting();
    peer.repeat(&hello).await.unwrap_err().code
}

/// Becomes a player who uses a secret key, as an older client does.
async fn with_secret(addr: std::net::SocketAddr, key: Option<PlayerKey>) -> (Peer, PlayerKey) {
    let mut peer = Peer::open(addr, Identity::new("Ann", Codec::Json)).await;
    let id = peer.frame(None, Request::Ping {}).id;
    let hello = json!({ "id": id, "cmd": { "hello": { "name": "Ann", "key": key } } });
    peer.send_raw(Message::text(hello.to_string())).await;
    let welcome = peer.wait("the welcome", |message| match message {
        ServerMessage::Welcome { player, key, .. } => Some((*player, key.expect("a secret key"))),
        _ => None,
    });
    let (player, key) = welcome.await;
    peer.player = player;
    (peer, key)
}

async fn keys(peer: &mut Peer) -> Vec<ListedKey> {
    peer.send(None, Request::ListKeys {}).await;
    peer.wait("the keys", |message| match message {
        ServerMessage::Keys { keys, .. } => Some(keys.clone()),
        _ => None,
    })
    .await
}

pub(crate) async fn pairing_code(peer: &mut Peer) -> PairingCode {
    peer.send(None, Request::Pair {}).await;
    peer.wait("a code", |message| match message {
        ServerMessage::PairingCode { code, .. } => Some(*code),
        _ => None,
    })
    .await
}

pub(crate) fn id_of(key: &SecretKey) -> KeyId {
    KeyId::of(&key.public().0.0)
}

#[tokio::test]
async fn a_proof_is_good_for_its_own_connection_and_key_only() {
    let server = TestServer::memory().await;
    let me = Identity::new("Ann", Codec::Json);
    let mut first = Peer::open(server.addr, me.clone()).await;
    let hello = first.greeting();
    // Somebody who has read the hello cannot use it on another connection.
    let mut thief = Peer::open(server.addr, me.new_run()).await;
    assert_eq!(thief.repeat(&hello).await.unwrap_err().code, RejectCode::BadProof);
    let mut changed = hello.clone();
    if let Cmd::Request(Request::Hello { proof: Some(proof), .. }) = &mut changed.cmd {
        proof.public_key = SecretKey::from_bytes([1; 32]).public();
    }
    assert_eq!(first.repeat(&changed).await.unwrap_err().code, RejectCode::BadProof);
    first.hello().await;
    let again = Peer::connect_as(server.addr, me.new_run()).await;
    assert_eq!(again.player, first.player);
    let other = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    assert_ne!(other.player, first.player);
}

#[tokio::test]
async fn the_secret_key_of_an_older_client_is_carried_over_and_never_shown() {
    let server = TestServer::memory().await;
    let (mut old, secret) = with_secret(server.addr, None).await;
    old.open_table(settings(Variant::TICTACTOE)).await;
    let me = Identity { origin: KeyOrigin::Secret(secret), ..Identity::new("Ann", Codec::Json) };
    let mut probe = Peer::open(server.addr, me.clone()).await;
    let hello = String::from_utf8(Codec::Json.encode_client(&probe.greeting())).unwrap();
    assert!(!hello.contains(&secret.expose_text()));
    let mut new = Peer::connect_as(server.addr, me.clone()).await;
    assert_eq!(new.player, old.player);
    let listed: Vec<_> = keys(&mut new).await.into_iter().map(|key| (key.kind, key.current)).collect();
    assert_eq!(listed.len(), 2);
    assert!(listed.contains(&(KeyKind::Secret, false)) && listed.contains(&(KeyKind::Pair, true)));
    // From now on, the key pair alone is enough; an older client still is the same player.
    let alone = Peer::connect_as(server.addr, Identity { origin: KeyOrigin::New, ..me.new_run() }).await;
    assert_eq!(alone.player, old.player);
    assert_eq!(with_secret(server.addr, Some(secret)).await.0.player, old.player);
    // A guess is no claim.
    let guess = KeyOrigin::Secret(PlayerKey::from_bytes([7; 16]));
    let eve =
        Peer::connect_as(server.addr, Identity { origin: guess, ..Identity::new("Eve", Codec::Json) }).await;
    assert_ne!(eve.player, old.player);
}

#[tokio::test]
async fn a_code_brings_one_more_device_in_and_a_removed_one_is_cut_off() {
    let server = TestServer::memory().await;
    let mut laptop = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = pairing_code(&mut laptop).await;
    let paired =
        |name, code| Identity { origin: KeyOrigin::Paired(code), ..Identity::new(name, Codec::Bincode) };
    let wrong = paired("Eve", PairingCode::from_bits(7));
    assert_eq!(refused(server.addr, wrong).await, RejectCode::BadPairingCode);
    let me = paired("Phone", code);
    let mut phone = Peer::connect_as(server.addr, me.clone()).await;
    assert_eq!(phone.player, laptop.player);
    assert_eq!(refused(server.addr, paired("Eve", code)).await, RejectCode::BadPairingCode, "it works once");
    // A device that was another player until now does not go on as that one.
    let bo = Identity::new("Bo", Codec::Json);
    let mut before = Peer::connect_as(server.addr, bo.clone()).await;
    let origin = KeyOrigin::Paired(pairing_code(&mut laptop).await);
    let after = Peer::connect_as(server.addr, Identity { origin, ..bo.new_run() }).await;
    assert_eq!(before.closing().await.0, 1008);
    assert_eq!(after.player, laptop.player);
    laptop.ask(None, Request::RevokeKey { key: id_of(&bo.key) }).await.unwrap();

    assert_eq!(keys(&mut laptop).await.len(), 2);
    let unknown = Request::RevokeKey { key: id_of(&SecretKey::from_bytes([1; 32])) };
    assert_eq!(laptop.ask(None, unknown).await.unwrap_err().code, RejectCode::NoSuchKey);
    laptop.ask(None, Request::RevokeKey { key: id_of(&me.key) }).await.unwrap();
    assert_eq!(phone.closing().await.0, CLOSE_REMOVED);
    let listed = keys(&mut laptop).await;
    assert!(matches!(&listed[..], [ListedKey { current: true, .. }]), "{listed:?}");
    let stranger = Peer::connect_as(server.addr, Identity { origin: KeyOrigin::New, ..me.new_run() }).await;
    assert_ne!(stranger.player, laptop.player);
    let only = Request::RevokeKey { key: id_of(&laptop.me.key) };
    assert_eq!(
        laptop.ask(None, only).await.unwrap_err().code,
        RejectCode::NoSuchKey,
        "she could not come back"
    );
}

#[tokio::test]
async fn a_code_goes_with_the_device_that_asked_for_it() {
    let server = TestServer::memory().await;
    let mut laptop = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let paired = |code| Identity { origin: KeyOrigin::Paired(code), ..Identity::new("Phone", Codec::Json) };
    let me = paired(pairing_code(&mut laptop).await);
    let mut phone = Peer::connect_as(server.addr, me.clone()).await;
    let kept = pairing_code(&mut phone).await;
    laptop.ask(None, Request::RevokeKey { key: id_of(&me.key) }).await.unwrap();
    assert_eq!(refused(server.addr, paired(kept)).await, RejectCode::BadPairingCode);
}

#[tokio::test]
async fn a_code_stays_valid_while_the_player_has_too_many_keys() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let paired = |code| Identity { origin: KeyOrigin::Paired(code), ..Identity::new("Phone", Codec::Json) };
    let mut last = None;
    for _ in 1..16 {
        let me = paired(pairing_code(&mut ann).await);
        Peer::connect_as(server.addr, me.clone()).await;
        last = Some(me);
    }
    let code = pairing_code(&mut ann).await;
    assert_eq!(refused(server.addr, paired(code)).await, RejectCode::TooMany);
    ann.ask(None, Request::RevokeKey { key: id_of(&last.unwrap().key) }).await.unwrap();
    assert_eq!(Peer::connect_as(server.addr, paired(code)).await.player, ann.player);
}

#[tokio::test]
async fn connections_that_show_a_new_key_at_once_are_one_player() {
    let server = TestServer::memory().await;
    let me = Identity::new("Ann", Codec::Json);
    let connect = || Peer::connect_as(server.addr, me.new_run());
    let peers = tokio::join!(connect(), connect(), connect(), connect());
    let (mut one, two) = (peers.0, peers.3);
    assert_eq!([peers.1.player, peers.2.player, two.player], [one.player; 3]);
    one.open_table(settings(Variant::TICTACTOE)).await;
    let mut two = two;
    two.open_table(settings(Variant::TICTACTOE)).await;
}

#[tokio::test]
async fn an_operator_may_refuse_secret_keys() {
    let server =
        TestServer::start(tengen_server::Config { secret_keys: SecretKeys::Never, ..test_config() }).await;
    let mut peer = Peer::open(server.addr, Identity::new("Ann", Codec::Json)).await;
    let id = peer.frame(None, Request::Ping {}).id;
    let hello = json!({ "id": id, "cmd": { "hello": { "name": "Ann" } } });
    peer.send_raw(Message::text(hello.to_string())).await;
    let refused = peer.answer(id).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::BadProof);
    peer.hello().await;
}

#[tokio::test]
async fn players_are_numbered_from_one_and_known_by_their_keys_alone() {
    in_all_houses(|journal| async move {
        let [ann, bo] = [1, 2].map(key);
        assert_eq!(journal.player(ann.key).await.unwrap(), None);
        assert_eq!(journal.new_player().await.unwrap(), PlayerId(1));
        assert_eq!(journal.new_player().await.unwrap(), PlayerId(2));
        assert_eq!(journal.player(ann.key).await.unwrap(), None, "a number alone writes nothing down");
        journal.add_player(PlayerId(1), "Ann".parse().unwrap(), ann.clone()).await.unwrap();
        journal.add_player(PlayerId(2), "Bo".parse().unwrap(), bo.clone()).await.unwrap();
        journal.add_player(PlayerId(1), "Ann".parse().unwrap(), ann.clone()).await.unwrap();
        journal.rename_player(PlayerId(1), "Anna".parse().unwrap()).await.unwrap();
        journal.rename_player(PlayerId(99), "Nobody".parse().unwrap()).await.unwrap();
        let known = journal.player(ann.key).await.unwrap().unwrap();
        assert_eq!((known.id, known.name.as_str()), (PlayerId(1), "Anna"));
        assert_eq!(journal.player(bo.key).await.unwrap().unwrap().name.as_str(), "Bo");
        assert_eq!(journal.player(key(3).key).await.unwrap(), None);
        // Nobody takes a key or a number away by being new.
        assert!(journal.add_player(PlayerId(3), "Eve".parse().unwrap(), ann.clone()).await.is_err());
        assert!(journal.add_player(PlayerId(1), "Eve".parse().unwrap(), key(5)).await.is_err());
        assert_eq!(journal.player(ann.key).await.unwrap().unwrap().id, PlayerId(1));
        // A player has several keys, each of which belongs to one player.
        let add = async |player, voucher: &StoredKey, new: &StoredKey, most| {
            journal.add_key(PlayerId(player), voucher.key, new.clone(), most).await.unwrap()
        };
        assert_eq!(add(1, &ann, &key(3), 2).await, KeyAddition::Added);
        assert_eq!(add(1, &ann, &key(4), 2).await, KeyAddition::TooMany);
        assert_eq!(add(2, &bo, &key(3), 2).await, KeyAddition::Added);
        assert_eq!(add(1, &key(3), &key(4), 9).await, KeyAddition::NotVouched, "it is Bo's now");
        let keys = async |player| journal.keys(PlayerId(player)).await.unwrap();
        assert_eq!((keys(1).await, keys(2).await), (vec![ann.clone()], vec![bo.clone(), key(3)]));
        let id = ann.key.id();
        assert_eq!(journal.secret_keys(id).await.unwrap(), [ann.key]);
        let remove = |player, id, used| journal.remove_key(PlayerId(player), id, used);
        assert_eq!(remove(1, id, ann.key).await.unwrap(), KeyRemoval::InUse);
        assert_eq!(remove(2, id, bo.key).await.unwrap(), KeyRemoval::Unknown, "it is not his");
        // The key that the connection uses was removed before.
        assert_eq!(remove(1, id, key(4).key).await.unwrap(), KeyRemoval::Unknown);
        // With a key pair go the secret keys that its device may have.
        let pair = StoredKey { key: Key::Pair(PublicKey(HexBytes([9; 32]))), ..key(9) };
        assert_eq!(add(2, &bo, &pair, 9).await, KeyAddition::Added);
        let kept = journal.remove_key(PlayerId(2), pair.key.id(), bo.key).await.unwrap();
        assert!(matches!(kept, KeyRemoval::Gone(gone) if gone == [key(3).key, pair.key]));
        assert_eq!(keys(2).await, [bo]);
        journal.note_use(ann.key, 3 * DAY_MS).await.unwrap();
        assert_eq!(keys(1).await[0].used, 3 * DAY_MS);
    })
    .await;
}
