//! The keys of the servers that this profile has met, by address and by number: a line each, the latest last.

use std::{io, path::Path};

use tengen_shared::protocol::PublicKey;

use super::files;

/// Lines to keep. The earliest are forgotten.
const MOST: usize = 400;
/// The size of a file with so many of the longest lines, in bytes.
const MOST_BYTES: u64 = 160 * 1024;

/// Stores the key of a server under all its names. Returns the first name for which another key was stored.
///
/// # Errors
/// Returns an error if writing fails.
pub(super) fn note(
    folder: &Path,
    names: impl Iterator<Item = String>,
    key: PublicKey,
) -> io::Result<Option<String>> {
    let path = folder.join("known-servers");
    // Without a readable file, no server is known.
    let text = files::read_capped(&path, MOST_BYTES).ok().flatten().unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let mut known: Vec<(&str, &str)> = text.lines().filter_map(|line| line.rsplit_once(' ')).collect();
    let key = key.0.to_string();
    let names: Vec<String> = names.collect();
    let before = |name: &String| known.iter().find(|(known, _)| known == name).map(|(_, key)| *key);
    let changed = names.iter().find(|name| before(name).is_some_and(|before| before != key)).cloned();
    if names.iter().all(|name| before(name) == Some(&key)) {
        return Ok(None);
    }
    known.retain(|(name, _)| !names.iter().any(|own| own == name));
    known.extend(names.iter().map(|name| (name.as_str(), key.as_str())));
    let lines = known.iter().skip(known.len().saturating_sub(MOST));
    let text: String = lines.map(|(name, key)| format!("{name} {key}\n")).collect();
    files::write_atomically(&path, &text).map(|()| changed)
}
