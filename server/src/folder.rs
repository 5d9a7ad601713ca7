//! The data folder: made if needed, and locked while a server uses it.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use crate::error::Error;

/// The database's name in the data folder.
pub(crate) const DATABASE: &str = "tengen.db";
const LOCK: &str = "tengen.lock";

/// A data folder that this process holds until it drops this.
#[derive(Debug)]
pub(crate) struct DataFolder {
    path: PathBuf,
    lock: File,
}

impl DataFolder {
    /// Makes the folder if needed and locks it.
    ///
    /// # Errors
    /// If it cannot be made or written, or another server holds it.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let unusable = |source: io::Error| Error::DataFolder { folder: path.to_owned(), source };
        fs::create_dir_all(path).map_err(unusable)?;
        let mut lock = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path.join(LOCK))
            .map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => Ok(Self { path: path.to_owned(), lock }),
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let known = lock.read_to_string(&mut holder).is_ok() && !holder.trim().is_empty();
                let holder =
                    if known { holder.trim().to_owned() } else { "another tengen-server".to_owned() };
                Err(Error::DataFolderHeld { folder: path.to_owned(), holder })
            }
            Err(TryLockError::Error(source)) => Err(unusable(source)),
        }
    }

    /// Writes into the lock file who holds it, for the next one who asks.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn sign(&mut self, address: &str) -> Result<(), Error> {
        let text = format!("tengen-server (process {}) on {address}\n", std::process::id());
        let write = |lock: &mut File| {
            lock.set_len(0)?;
            lock.rewind()?;
            lock.write_all(text.as_bytes())
        };
        write(&mut self.lock).map_err(|source| Error::DataFolder { folder: self.path.clone(), source })
    }

    /// The database's file.
    #[must_use]
    pub(crate) fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }
}
