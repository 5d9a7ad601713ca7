//! The values in the fixtures that are about key pairs, and about players who are back.

use tengen_shared::{
    game::{Command, DAY_MS, Features, PlayerId},
    protocol::{
        Challenge, Cmd, HexBytes, KeyClaim, KeyId, KeyKind, ListedKey, Meeting, Nonce, PairingCode, Proof,
        Request, Resume, SafeText, SecretKey, ServerMessage,
    },
};

use super::samples::{EVENING, id, key, name};

/// The key pairs of the server and of Ann: no secrets, since they are here.
const HOUSE: SecretKey = SecretKey::from_bytes([5; 32]);
const PAIR: SecretKey = SecretKey::from_bytes([9; 32]);

pub(crate) fn challenge() -> Challenge {
    Challenge { public_key: HOUSE.public(), nonce: Nonce(HexBytes([3; 16])) }
}

fn meeting() -> Meeting {
    Meeting { server: challenge(), player: PAIR.public(), nonce: Nonce(HexBytes([4; 16])) }
}

fn pairing_code() -> PairingCode {
    "k7m2-9qtx-4bhw".parse().unwrap()
}

/// A hello with the proof of Ann's key pair.
fn proved(claim: Option<KeyClaim>) -> Cmd {
    let Meeting { player: public_key, nonce, .. } = meeting();
    let signature = meeting().sign_as_player(&PAIR);
    let device = "terminal, linux".into();
    Cmd::Request(Request::Hello {
        name: name("Ann"),
        key: None,
        proof: Some(Box::new(Proof { public_key, nonce, signature, device, claim })),
        resume: Resume::default(),
        features: Features::all(),
    })
}

pub(crate) fn commands() -> Vec<(&'static str, bool, Cmd)> {
    vec![
        ("hello-proved", false, proved(None)),
        ("hello-carried-over", false, proved(Some(meeting().claim_by_secret(&key())))),
        ("hello-paired", false, proved(Some(meeting().claim_by_code(&pairing_code())))),
        ("pair", false, Cmd::Request(Request::Pair {})),
        ("list-keys", false, Cmd::Request(Request::ListKeys {})),
        ("revoke-key", false, Cmd::Request(Request::RevokeKey { key: KeyId::of(&key().digest()) })),
        ("recognize", true, Cmd::Room(Command::Recognize { was: PlayerId(2), now: PlayerId(5) })),
    ]
}

pub(crate) fn messages() -> Vec<(&'static str, ServerMessage)> {
    vec![
        (
            "welcome-proved",
            ServerMessage::Welcome {
                id: id(1),
                player: PlayerId(1),
                key: None,
                name: name("Ann"),
                now: EVENING,
                signature: Some(meeting().sign_as_server(&HOUSE)),
            },
        ),
        ("pairing-code", ServerMessage::PairingCode { id: id(40), code: pairing_code(), valid_ms: 600_000 }),
        (
            "keys",
            ServerMessage::Keys {
                id: id(41),
                keys: vec![
                    ListedKey {
                        key: KeyId::of(&key().digest()),
                        kind: KeyKind::Secret,
                        device: SafeText::default(),
                        added: 0,
                        used: 0,
                        current: false,
                    },
                    ListedKey {
                        key: KeyId::of(&PAIR.public().0.0),
                        kind: KeyKind::Pair,
                        device: "terminal, linux".into(),
                        added: EVENING,
                        used: EVENING - EVENING % DAY_MS,
                        current: true,
                    },
                ],
            },
        ),
    ]
}
