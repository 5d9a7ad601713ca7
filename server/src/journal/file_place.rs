//! Whether the database's path still leads to the file that is open.
//!
//! On Unix a deleted file can be written on happily: every move would be acknowledged, and gone at the end.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// How often the path is looked at.
const EVERY: Duration = Duration::from_secs(1);

/// The path and what it led to when the file was opened.
pub(super) struct FilePlace {
    path: PathBuf,
    file: Option<FileId>,
    checked: Instant,
}

type FileId = (u64, u64);

impl FilePlace {
    /// The place of a file that is open now.
    pub(super) fn of(path: &Path) -> Self {
        Self { path: path.to_owned(), file: file_id(path), checked: Instant::now() }
    }

    /// Makes sure, about once a second, that the file is where it was.
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
