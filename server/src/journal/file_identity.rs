//! Checks that the database's path still leads to the open file.
//!
//! On Unix, writes to a deleted file succeed: every move would be acknowledged, and lost at the end.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Interval between two checks of the path.
const EVERY: Duration = Duration::from_secs(1);

/// The path, and the file that it led to when it was opened.
pub(super) struct FileIdentity {
    path: PathBuf,
    file: Option<FileId>,
    checked: Instant,
}

type FileId = (u64, u64);

impl FileIdentity {
    /// Remembers which file is open at `path` now.
    pub(super) fn of(path: &Path) -> Self {
        Self { path: path.to_owned(), file: file_id(path), checked: Instant::now() }
    }

    /// Checks, about once a second, that the file is still at its path.
    pub(super) fn check(&mut self) -> Result<(), String> {
        if self.checked.elapsed() < EVERY {
            return Ok(());
        }
        if file_id(&self.path) != self.file {
            return Err(format!("{} has been moved or deleted: restart the server", self.path.display()));
        }
        self.checked = Instant::now();
        Ok(())
    }
}

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt as _;
    let found = path.metadata().ok()?;
    Some((found.dev(), found.ino()))
}

/// Other systems do not let an open file be deleted.
#[cfg(not(unix))]
fn file_id(_path: &Path) -> Option<FileId> {
    None
}
