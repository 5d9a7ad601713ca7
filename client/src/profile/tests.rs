//! Tests of slots, names and damaged files, each in its own folder.

use tengen_session::{KeyOrigin, link::KeyTrouble, room::Muted};
use tengen_shared::protocol::{HexBytes, PlayerKey, PublicKey, SecretKey, ServerId};

use super::*;

const SERVER: ServerId = ServerId(0xab);

fn home() -> (tempfile::TempDir, Home) {
    let folder = tempfile::tempdir().unwrap();
    let home = Home::at(folder.path());
    (folder, home)
}

fn keys(home: &Home) -> KeyRing {
    Profile::open(home, None).unwrap().into_keys()
}

#[test]
fn two_clients_in_one_home_are_two_players_and_a_freed_slot_is_taken_again() {
    let (_folder, home) = home();
    let (mut first, mut second) = (keys(&home), keys(&home));
    assert_eq!(first.open(SERVER).number, 1);
    assert_eq!(second.open(SERVER).number, 2);
    let key = SecretKey::from_bytes([7; 32]);
    first.keep(&key, Some(&"ann".parse().unwrap())).unwrap();
    assert_eq!(first.open(SERVER).key, key);
    assert_eq!(second.open(SERVER).name, Some("ann 2".parse().unwrap()));
    assert_eq!(second.open(ServerId(1)).number, 1, "slots are counted per server");
    drop(first);
    let mut third = keys(&home);
    let slot = third.open(SERVER);
    assert_eq!((slot.number, slot.key), (1, key.clone()));
    assert_eq!(slot.name, Some("ann".parse().unwrap()));
}

#[test]
fn a_named_profile_has_one_slot_and_says_so_when_it_is_taken() {
    let (_folder, home) = home();
    let name: ProfileName = "work".parse().unwrap();
    let held = Profile::open(&home, Some(&name)).unwrap();
    assert!(matches!(Profile::open(&home, Some(&name)), Err(ProfileError::Locked(_))));
    let mut keys = held.into_keys();
    assert_eq!(keys.open(SERVER).number, 1);
    assert!(matches!(Profile::open(&home, Some(&name)), Err(ProfileError::Locked(_))));
    drop(keys);
    assert!(Profile::open(&home, Some(&name)).is_ok());
    for bad in ["", "../up", "a b", "ä", &"x".repeat(33)] {
        assert!(bad.parse::<ProfileName>().is_err(), "{bad}");
    }
}

#[test]
fn the_start_screen_and_the_server_hear_the_same_name() {
    let (_folder, home) = home();
    let (mut first, mut second) = (keys(&home), keys(&home));
    let greeted = |slot| Profile::open(&home, None).unwrap().name(slot);
    assert_eq!((greeted(1), first.open(SERVER).name), (None, None));
    first.keep(&SecretKey::from_bytes([1; 32]), Some(&"Ann".parse().unwrap())).unwrap();
    for name in ["Ann 2", "Bo"] {
        assert_eq!(greeted(2), Some(name.parse().unwrap()));
        assert_eq!(second.open(SERVER).name, greeted(2));
        second.keep(&SecretKey::from_bytes([2; 32]), Some(&"Bo".parse().unwrap())).unwrap();
    }
}

#[test]
fn a_damaged_key_is_set_aside() {
    let (folder, home) = home();
    let mut ring = keys(&home);
    ring.open(SERVER);
    ring.keep(&SecretKey::from_bytes([1; 32]), Some(&"ann".parse().unwrap())).unwrap();
    let path = folder.path().join(format!("profiles/default/keys/{SERVER}/1.pair"));
    std::fs::write(&path, b"\xff\x00 no key").unwrap();
    let slot = ring.open(SERVER);
    assert_ne!(slot.key, SecretKey::from_bytes([1; 32]), "it is a new one");
    assert!(matches!(slot.notice, Some(KeyTrouble::Damaged { .. })), "{:?}", slot.notice);
    assert!(!path.exists());
    assert_eq!(ring.open(SERVER).notice, None);
}

#[test]
fn the_muted_belong_to_a_slot_of_a_server() {
    let (_folder, home) = home();
    let (mut first, mut second) = (keys(&home), keys(&home));
    assert_eq!(first.open(SERVER).muted, Muted::default());
    second.open(SERVER);
    let muted = Muted::read("7");
    first.keep_muted(&muted).unwrap();
    assert_eq!(first.open(SERVER).muted, muted);
    assert_eq!(second.open(SERVER).muted, Muted::default());
    assert_eq!(first.open(ServerId(1)).muted, Muted::default(), "players are counted per server");
    assert_eq!(keys(&home).open(SERVER).muted, muted, "the slot was freed and is taken again");
}

#[cfg(unix)]
#[test]
fn key_files_are_for_their_owner_only() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, home) = home();
    let mut ring = keys(&home);
    ring.open(SERVER);
    ring.keep(&SecretKey::from_bytes([1; 32]), Some(&"ann".parse().unwrap())).unwrap();
    let path = folder.path().join(format!("profiles/default/keys/{SERVER}/1.pair"));
    assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
}

#[test]
fn the_last_server_is_remembered_and_nonsense_is_not() {
    let (folder, home) = home();
    assert_eq!(home.last_server(), None);
    home.remember_server(&"[::1]:6000".parse().unwrap()).unwrap();
    assert_eq!(home.last_server(), Some("[::1]:6000".parse().unwrap()));
    std::fs::write(folder.path().join("last-server"), "no server\n").unwrap();
    assert_eq!(home.last_server(), None);
}

#[test]
fn each_profile_keeps_its_room_and_its_local_games_apart() {
    let (folder, home) = home();
    let unnamed = Profile::open(&home, None).unwrap().instance();
    let kept: KeptSeat = "amber-fox-42".parse().unwrap();
    unnamed.keep(Some(&kept)).unwrap();
    let other = Profile::open(&home, Some(&"zoe".parse().unwrap())).unwrap().instance();
    assert_eq!(other.kept(), None);
    assert_ne!(other.local_server(), unnamed.local_server());
    assert_eq!(unnamed.local_server(), folder.path().join("local"));
}

#[test]
fn the_secret_key_of_an_older_client_shows_whose_the_new_key_is() {
    let (folder, home) = home();
    let mut ring = keys(&home);
    assert_eq!(ring.open(SERVER).origin, KeyOrigin::New);
    let old = PlayerKey::from_bytes([1; 16]);
    let path = folder.path().join(format!("profiles/default/keys/{SERVER}/1.key"));
    std::fs::write(&path, old.expose_text()).unwrap();
    assert_eq!(ring.open(SERVER).origin, KeyOrigin::Secret(old));
    std::fs::write(&path, "no key").unwrap();
    assert_eq!(ring.open(SERVER).origin, KeyOrigin::New);
}

#[test]
fn another_key_at_a_known_address_or_of_a_known_server_is_noticed_once() {
    let (_folder, home) = home();
    let mut ring = keys(&home);
    let [one, other] = [1, 2].map(|byte| PublicKey(HexBytes([byte; 32])));
    let [here, there] = ["10.0.0.1:5151", "10.0.0.2:5151"].map(|text| text.parse().unwrap());
    ring.open(SERVER);
    assert_eq!(ring.note_server(one, Some(&here)).unwrap(), None);
    assert_eq!(ring.note_server(one, Some(&here)).unwrap(), None);
    assert_eq!(ring.note_server(other, Some(&there)).unwrap(), Some(SERVER.to_string()));
    assert_eq!(ring.note_server(other, Some(&here)).unwrap(), Some(here.to_string()));
    assert_eq!(ring.note_server(other, Some(&here)).unwrap(), None);
    ring.open(ServerId(1));
    assert_eq!(ring.note_server(one, Some(&there)).unwrap(), Some(there.to_string()));
    assert_eq!(ring.note_server(one, None).unwrap(), None, "the address is not known");
}
