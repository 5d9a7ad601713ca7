//! Proofs of identity. A player and a server each have an Ed25519 key pair (RFC 8032) and sign what both sides drew at
//! random for this connection, so that neither learns anything that it could show to somebody else later.
//!
//! Without TLS, a program between the two can still pass everything on and read or change it.

use std::{fmt, str::FromStr};

use ed25519_dalek::{Signature as Ed25519Signature, Signer as _, SigningKey, VerifyingKey};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use super::{
    bytes::{HexBytes, ParseHexError},
    key::{PlayerKey, ServerId},
    pairing::PairingCode,
    safe_text::SafeText,
};
use crate::game::{Millis, RunId};

/// A public Ed25519 key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PublicKey(pub HexBytes<32>);

/// A secret Ed25519 key. `Debug` hides it, so that it does not appear in a log by accident.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretKey([u8; 32]);

/// Random bytes that are used for one connection only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nonce(pub HexBytes<16>);

/// An Ed25519 signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Signature(pub HexBytes<64>);

/// An HMAC-SHA256 (RFC 2104), which shows that its maker knows a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SecretMac(pub HexBytes<32>);

/// The short name of a player's key: the first 8 bytes of the public key, or of the SHA-256 of a secret key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyId(pub HexBytes<8>);

/// What a server shows of its identity when a connection begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Challenge {
    /// The server's public key.
    pub public_key: PublicKey,
    /// The server's random bytes for this connection.
    pub nonce: Nonce,
}

/// A player's proof of a key pair, as part of `hello`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Proof {
    /// The player's public key.
    pub public_key: PublicKey,
    /// The client's random bytes for this connection.
    pub nonce: Nonce,
    /// The signature of [`Meeting`] with the player's secret key.
    pub signature: Signature,
    /// What the player's list of keys calls this key, such as `terminal, linux`.
    #[serde(default)]
    pub device: SafeText,
    /// Whose key it is, if the server does not know it yet; `None` for a new player's.
    #[serde(default)]
    pub claim: Option<KeyClaim>,
}

/// Shows that a new key pair belongs to a player whom the server knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyClaim {
    /// The player had this secret key before.
    SecretKey {
        /// The short name of the secret key.
        id: KeyId,
        /// Made with the SHA-256 of the secret key.
        mac: SecretMac,
    },
    /// Another device of the player was given this code.
    Pairing {
        /// Made with the code, in its written form.
        mac: SecretMac,
    },
}

/// A key of a player, as the player may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedKey {
    /// The short name, for `revoke_key`.
    pub key: KeyId,
    /// Whether it is a key pair or a secret key.
    pub kind: KeyKind,
    /// What the device called itself; empty if it did not.
    pub device: SafeText,
    /// When the server first saw it, in Unix milliseconds; 0 if that is not known.
    pub added: Millis,
    /// The day on which it was last used, as Unix milliseconds; 0 if that is not known.
    pub used: Millis,
    /// Whether this connection uses it.
    pub current: bool,
}

/// The kinds of keys by which a server knows a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyKind {
    /// A secret that the client shows.
    Secret,
    /// A key pair, whose secret half never leaves the client.
    Pair,
}

/// The public facts of one connection, which both sides sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// What the server has shown.
    pub server: Challenge,
    /// The player's public key.
    pub player: PublicKey,
    /// The client's random bytes.
    pub nonce: Nonce,
}

impl Proof {
    /// Returns what the player and the server must have signed.
    #[must_use]
    pub const fn meeting(&self, server: Challenge) -> Meeting {
        Meeting { server, player: self.public_key, nonce: self.nonce }
    }
}

impl SecretKey {
    /// Creates a key from 32 bytes, which must be random.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes of the key: to store them and nothing else.
    #[must_use]
    pub const fn expose_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// Returns the key as 64 hexadecimal digits: to store them and nothing else.
    #[must_use]
    pub fn expose_text(&self) -> String {
        HexBytes(self.0).to_string()
    }

    /// Returns the public half.
    #[must_use]
    pub fn public(&self) -> PublicKey {
        PublicKey(HexBytes(SigningKey::from_bytes(&self.0).verifying_key().to_bytes()))
    }

    /// Returns random bytes for one connection. Nobody without the key can predict them, and they differ for each
    /// `connection` of each run of a program.
    #[must_use]
    pub fn nonce(&self, run: RunId, connection: u32) -> Nonce {
        let text = [b"tengen nonce 1\n".as_slice(), &run.0.to_be_bytes(), &connection.to_be_bytes()].concat();
        let mut nonce = [0; 16];
        nonce.copy_from_slice(&hmac(&self.0, &text).finalize().into_bytes()[..16]);
        Nonce(HexBytes(nonce))
    }

    fn sign(&self, text: &[u8]) -> Signature {
        Signature(HexBytes(SigningKey::from_bytes(&self.0).sign(text).to_bytes()))
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(hidden)")
    }
}

impl FromStr for SecretKey {
    type Err = ParseHexError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(|HexBytes(bytes)| Self(bytes))
    }
}

impl PublicKey {
    /// Returns the identity of a server with this key: the first 8 bytes of its SHA-256.
    #[must_use]
    pub fn server_id(&self) -> ServerId {
        let digest = Sha256::digest(self.0.0);
        let mut first = [0; 8];
        first.copy_from_slice(&digest[..8]);
        ServerId(u64::from_be_bytes(first))
    }

    fn has_signed(&self, text: &[u8], signature: &Signature) -> bool {
        let Ok(key) = VerifyingKey::from_bytes(&self.0.0) else { return false };
        key.verify_strict(text, &Ed25519Signature::from_bytes(&signature.0.0)).is_ok()
    }
}

impl KeyId {
    /// Returns the short name of a public key, or of the SHA-256 of a secret key.
    #[must_use]
    pub fn of(key: &[u8; 32]) -> Self {
        let mut first = [0; 8];
        first.copy_from_slice(&key[..8]);
        Self(HexBytes(first))
    }
}

impl PlayerKey {
    /// Returns the SHA-256 of the key, by which a server knows it.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        Sha256::digest(self.expose_bytes()).into()
    }
}

impl Meeting {
    /// Returns the player's proof, made with their secret key.
    #[must_use]
    pub fn sign_as_player(&self, key: &SecretKey) -> Signature {
        key.sign(&self.signed_bytes("tengen player 1\n"))
    }

    /// Returns the server's proof, made with its secret key.
    #[must_use]
    pub fn sign_as_server(&self, key: &SecretKey) -> Signature {
        key.sign(&self.signed_bytes("tengen server 1\n"))
    }

    /// Returns whether the player has made this signature.
    #[must_use]
    pub fn is_signed_by_player(&self, signature: &Signature) -> bool {
        self.player.has_signed(&self.signed_bytes("tengen player 1\n"), signature)
    }

    /// Returns whether the server has made this signature.
    #[must_use]
    pub fn is_signed_by_server(&self, signature: &Signature) -> bool {
        self.server.public_key.has_signed(&self.signed_bytes("tengen server 1\n"), signature)
    }

    /// Returns the claim of somebody who had a secret key before.
    #[must_use]
    pub fn claim_by_secret(&self, key: &PlayerKey) -> KeyClaim {
        let digest = key.digest();
        KeyClaim::SecretKey { id: KeyId::of(&digest), mac: self.mac(&digest) }
    }

    /// Returns the claim of somebody who was told a code.
    #[must_use]
    pub fn claim_by_code(&self, code: &PairingCode) -> KeyClaim {
        KeyClaim::Pairing { mac: self.mac(code.to_string().as_bytes()) }
    }

    /// Returns whether `mac` was made by somebody who knows the secret key with this SHA-256.
    #[must_use]
    pub fn knows_secret(&self, digest: &[u8; 32], mac: &SecretMac) -> bool {
        self.is_mac(digest, mac)
    }

    /// Returns whether `mac` was made by somebody who knows the code.
    #[must_use]
    pub fn knows_code(&self, code: &PairingCode, mac: &SecretMac) -> bool {
        self.is_mac(code.to_string().as_bytes(), mac)
    }

    fn mac(&self, secret: &[u8]) -> SecretMac {
        SecretMac(HexBytes(self.claim_mac(secret).finalize().into_bytes().into()))
    }

    fn is_mac(&self, secret: &[u8], given: &SecretMac) -> bool {
        self.claim_mac(secret).verify_slice(&given.0.0).is_ok()
    }

    fn claim_mac(&self, secret: &[u8]) -> Hmac<Sha256> {
        hmac(secret, &self.signed_bytes("tengen claim 1\n"))
    }

    /// Returns the bytes to sign. `purpose` keeps a signature for one purpose from being used for another.
    fn signed_bytes(&self, purpose: &str) -> Vec<u8> {
        let Self { server: Challenge { public_key, nonce }, player, nonce: own } = self;
        [purpose.as_bytes(), &public_key.0.0, &nonce.0.0, &player.0.0, &own.0.0].concat()
    }
}

fn hmac(secret: &[u8], text: &[u8]) -> Hmac<Sha256> {
    let mut hmac = Hmac::<Sha256>::new_from_slice(secret).expect("invariant: HMAC takes a key of any length");
    hmac.update(text);
    hmac
}
