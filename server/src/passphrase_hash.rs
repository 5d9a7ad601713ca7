//! The passphrase hash of a room: slow and salted, so that it does not reveal the passphrase.

use std::fmt;

use argon2::{
    Algorithm, Argon2, Block, Params, Version,
    password_hash::phc::{Output, ParamsString, PasswordHash, Salt},
};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use tengen_shared::game::Passphrase;
use thiserror::Error;

/// The maximum memory that a stored hash may require, in KiB: more than three times that of a new one.
const MOST_MEMORY: u32 = 64 * 1024;
/// The maximum number of passes and lanes that a stored hash may require.
const MOST_PASSES: u32 = 8;
const MOST_LANES: u32 = 8;

/// The Argon2id hash (RFC 9106) of a passphrase, as a PHC string. The string names its own cost parameters, so that
/// older hashes still work after the costs change. New hashes use the library's default costs (19 MiB, two passes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassphraseHash(Box<PasswordHash>);

/// The algorithm, costs and salt of a hash, without the hash itself: all it takes to hash another passphrase in the same
/// way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(String, usize)", into = "(String, usize)")]
pub(crate) struct Recipe {
    like: Box<PasswordHash>,
    /// The length of the hash, in bytes.
    length: usize,
}

/// The memory for hashing, used again for every hash. New memory on one thread after another would stay with
/// the allocator many times over.
#[derive(Default)]
pub struct Workspace(Vec<Block>);

/// The error for a stored hash that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the room's passphrase hash cannot be used: restore the data folder from a copy")]
pub struct LockError;

/// The forms in which a passphrase hash is stored.
#[derive(Deserialize)]
#[serde(untagged)]
enum Stored {
    Phc(String),
    /// The form of the first releases, without the costs: 19 MiB, two passes, one lane.
    WithoutCosts {
        salt: [u8; 16],
        hash: [u8; 32],
    },
}

impl TryFrom<Stored> for PassphraseHash {
    type Error = LockError;

    fn try_from(stored: Stored) -> Result<Self, LockError> {
        let hash = match stored {
            Stored::Phc(text) => PasswordHash::new(&text).map_err(|_| LockError)?,
            Stored::WithoutCosts { salt, hash } => {
                let params = Params::new(19 * 1024, 2, 1, None).map_err(|_| LockError)?;
                phc(&params, &salt, Output::new(&hash).map_err(|_| LockError)?)?
            }
        };
        hasher(&hash)?;
        let complete = hash.salt.is_some() && hash.hash.is_some();
        if complete { Ok(Self(Box::new(hash))) } else { Err(LockError) }
    }
}

impl<'de> Deserialize<'de> for PassphraseHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // On its way between nodes, in a layout that does not describe itself, it is always a string.
        let stored = if deserializer.is_human_readable() {
            Stored::deserialize(deserializer)?
        } else {
            Stored::Phc(String::deserialize(deserializer)?)
        };
        Self::try_from(stored).map_err(D::Error::custom)
    }
}

impl Serialize for PassphraseHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for PassphraseHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PassphraseHash {
    /// Hashes `passphrase` with a new salt. Takes tens of milliseconds.
    #[must_use]
    pub fn new(passphrase: &Passphrase, workspace: &mut Workspace) -> Self {
        let salt: [u8; 16] = rand::random();
        let hasher = Argon2::default();
        let output = hash(&hasher, passphrase, &salt, Params::DEFAULT_OUTPUT_LEN, workspace)
            .expect("invariant: lengths of salt and hash are within what Argon2 takes");
        let hash = phc(hasher.params(), &salt, output).expect("invariant: the costs are the library's own");
        Self(Box::new(hash))
    }

    /// Returns how to hash another passphrase, so that both hashes can be compared.
    #[must_use]
    pub(crate) fn recipe(&self) -> Recipe {
        let like = Box::new(PasswordHash { hash: None, ..(*self.0).clone() });
        Recipe { like, length: self.0.hash.as_ref().map_or(Params::DEFAULT_OUTPUT_LEN, Output::len) }
    }

    /// Returns whether `tried` is the hash of the same passphrase, made by [`PassphraseHash::recipe`]. Compares the
    /// hashes in constant time.
    #[must_use]
    pub(crate) fn opens_with(&self, tried: &Self) -> bool {
        self.0.salt == tried.0.salt && self.0.params == tried.0.params && self.0.hash == tried.0.hash
    }
}

impl From<Recipe> for (String, usize) {
    fn from(Recipe { like, length }: Recipe) -> Self {
        (like.to_string(), length)
    }
}

impl TryFrom<(String, usize)> for Recipe {
    type Error = LockError;

    fn try_from((like, length): (String, usize)) -> Result<Self, LockError> {
        Ok(Self { like: Box::new(PasswordHash::new(&like).map_err(|_| LockError)?), length })
    }
}

impl Recipe {
    /// Hashes `passphrase`. Takes tens of milliseconds.
    ///
    /// # Errors
    /// Returns an error if the stored hash is damaged.
    pub(crate) fn hash(
        &self,
        passphrase: &Passphrase,
        workspace: &mut Workspace,
    ) -> Result<PassphraseHash, LockError> {
        let salt = self.like.salt.as_ref().ok_or(LockError)?;
        let output = hash(&hasher(&self.like)?, passphrase, salt.as_ref(), self.length, workspace)?;
        Ok(PassphraseHash(Box::new(PasswordHash { hash: Some(output), ..(*self.like).clone() })))
    }
}

/// Returns Argon2 with the cost parameters of a stored hash, if they are within bounds.
fn hasher(stored: &PasswordHash) -> Result<Argon2<'static>, LockError> {
    let params = Params::try_from(stored).map_err(|_| LockError)?;
    let reasonable =
        params.m_cost() <= MOST_MEMORY && params.t_cost() <= MOST_PASSES && params.p_cost() <= MOST_LANES;
    let algorithm = Algorithm::try_from(stored.algorithm.as_str()).map_err(|_| LockError)?;
    let version = stored.version.map_or(Ok(Version::default()), Version::try_from).map_err(|_| LockError)?;
    if reasonable { Ok(Argon2::new(algorithm, version, params)) } else { Err(LockError) }
}

fn phc(params: &Params, salt: &[u8], hash: Output) -> Result<PasswordHash, LockError> {
    Ok(PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(params).map_err(|_| LockError)?,
        salt: Some(Salt::new(salt).map_err(|_| LockError)?),
        hash: Some(hash),
    })
}

fn hash(
    hasher: &Argon2<'_>,
    passphrase: &Passphrase,
    salt: &[u8],
    length: usize,
    workspace: &mut Workspace,
) -> Result<Output, LockError> {
    let Workspace(blocks) = workspace;
    blocks.resize(hasher.params().block_count(), Block::default());
    let mut out = vec![0; length];
    hasher
        .hash_password_into_with_memory(passphrase.expose().as_bytes(), salt, &mut out, blocks)
        .map_err(|_| LockError)?;
    Output::new(&out).map_err(|_| LockError)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    fn opens(lock: &PassphraseHash, passphrase: &str, workspace: &mut Workspace) -> bool {
        let tried = lock.recipe().hash(&passphrase.parse().unwrap(), workspace).unwrap();
        lock.opens_with(&tried)
    }

    #[test]
    fn only_the_passphrase_opens_its_lock_and_two_locks_of_one_passphrase_differ() {
        let secret: Passphrase = "open sesame".parse().unwrap();
        let mut used = Workspace::default();
        let (lock, other) =
            (PassphraseHash::new(&secret, &mut used), PassphraseHash::new(&secret, &mut used));
        assert!(
            opens(&lock, "open sesame", &mut used) && opens(&other, "open sesame", &mut Workspace::default())
        );
        assert!(!opens(&lock, "open sesamE", &mut used));
        let tried = other.recipe().hash(&secret, &mut used).unwrap();
        assert!(!lock.opens_with(&tried), "a hash with another salt opens nothing");
        assert_ne!(lock, other);
        assert!(!serde_json::to_string(&lock).unwrap().contains("sesame"));
    }

    #[test]
    fn a_lock_names_its_costs_and_one_of_other_costs_is_opened_too() {
        let (secret, mut used): (Passphrase, _) = ("open sesame".parse().unwrap(), Workspace::default());
        let lock = PassphraseHash::new(&secret, &mut used);
        let text = serde_json::to_string(&lock).unwrap();
        assert!(text.starts_with("\"$argon2id$v=19$m=19456,t=2,p=1$"), "{text}");
        assert_eq!(serde_json::from_str::<PassphraseHash>(&text).unwrap(), lock);
        let hasher =
            Argon2::new(Algorithm::Argon2id, Version::default(), Params::new(64, 3, 2, None).unwrap());
        let output = hash(&hasher, &secret, b"0123456789abcdef", 32, &mut used).unwrap();
        let cheap = PassphraseHash(Box::new(phc(hasher.params(), b"0123456789abcdef", output).unwrap()));
        let cheap: PassphraseHash = serde_json::from_str(&serde_json::to_string(&cheap).unwrap()).unwrap();
        assert!(opens(&cheap, "open sesame", &mut used) && !opens(&cheap, "open sesamE", &mut used));
    }

    #[test]
    fn a_lock_of_the_first_releases_is_opened_and_one_with_absurd_costs_is_refused() {
        let (secret, mut used): (Passphrase, _) = ("open sesame".parse().unwrap(), Workspace::default());
        let salt = [7; 16];
        let made = hash(&Argon2::default(), &secret, &salt, 32, &mut used).unwrap();
        let first = serde_json::json!({ "salt": salt, "hash": made.as_bytes() }).to_string();
        let lock: PassphraseHash = serde_json::from_str(&first).unwrap();
        assert!(opens(&lock, "open sesame", &mut used) && !opens(&lock, "open sesamE", &mut used));
        let absurd = [
            "$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQxMjM0NTY$WgqI4LzmNvGxRxEJvZFRZw",
            "$argon2id$v=19$m=19456,t=2000000,p=1$c29tZXNhbHQxMjM0NTY$WgqI4LzmNvGxRxEJvZFRZw",
            "$argon2id$v=19$m=19456,t=2,p=1",
            "no hash",
        ];
        for text in absurd {
            let json = serde_json::to_string(text).unwrap();
            assert!(
                serde_json::from_str::<PassphraseHash>(&json)
                    .unwrap_err()
                    .to_string()
                    .contains("cannot be used")
            );
        }
    }
}
