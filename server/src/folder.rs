//! The data folder: created if missing, and locked while a server uses it.

use std::{
    fs::{File, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use crate::error::Error;

/// The database's file name in the data folder.
pub(crate) const DATABASE: &str = "tengen.db";
/// The file with a node's copy of the finished games of its cluster.
const GAMES: &str = "cluster-games.db";
const LOCK: &str = "tengen.lock";

/// A data folder, locked until this value is dropped.
#[derive(Debug)]
pub(crate) struct DataFolder {
    path: PathBuf,
    lock: File,
}

impl DataFolder {
    /// Creates the folder if missing and locks it.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created or written, or another server holds it.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let unusable = |source: io::Error| Error::DataFolder { folder: path.to_owned(), source };
        private::make_folder(path).map_err(unusable)?;
        let mut lock = private::open(&path.join(LOCK)).map_err(unusable)?;
        match lock.try_lock() {
            Ok(()) => {
                // SQLite gives the files beside the database the same permissions as the database.
                private::make_file(&path.join(DATABASE)).map_err(unusable)?;
                private::close_to_others(path);
                Ok(Self { path: path.to_owned(), lock })
            }
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

    /// Writes the holder into the lock file, for the error message of the next server.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn write_holder(&mut self, address: &str) -> Result<(), Error> {
        let text = format!("tengen-server (process {}) on {address}\n", std::process::id());
        let write = |lock: &mut File| {
            lock.set_len(0)?;
            lock.rewind()?;
            lock.write_all(text.as_bytes())
        };
        write(&mut self.lock).map_err(|source| Error::DataFolder { folder: self.path.clone(), source })
    }

    /// Returns the path of the database.
    #[must_use]
    pub(crate) fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Returns the path of the copy of the cluster's finished games. The file is made if it is missing.
    ///
    /// # Errors
    /// Returns an error if it cannot be made.
    pub(crate) fn games(&self) -> Result<PathBuf, Error> {
        let path = self.path.join(GAMES);
        let made = private::make_file(&path);
        made.map_err(|source| Error::DataFolder { folder: self.path.clone(), source })?;
        Ok(path)
    }
}

/// Creates files and folders that no other user of the machine may read. They hold chat, codes of hidden rooms, and
/// hashes of keys and passphrases.
#[cfg(unix)]
mod private {
    use std::{
        fs::{self, DirBuilder, File, OpenOptions, Permissions},
        io,
        os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _, PermissionsExt as _},
        path::Path,
    };

    const FOLDER: u32 = 0o700;
    const FILE: u32 = 0o600;

    pub(super) fn make_folder(path: &Path) -> io::Result<()> {
        DirBuilder::new().recursive(true).mode(FOLDER).create(path)
    }

    /// Opens a file for reading and writing, creating it if missing.
    pub(super) fn open(path: &Path) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create(true).truncate(false).mode(FILE).open(path)
    }

    /// Creates an empty file, unless the file exists.
    pub(super) fn make_file(path: &Path) -> io::Result<()> {
        match OpenOptions::new().write(true).create_new(true).mode(FILE).open(path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes other users' permissions from files that an older version created. Leaves the folder itself alone if it
    /// contains anything else, since it may be somebody's home.
    pub(super) fn close_to_others(folder: &Path) {
        let Ok(entries) = fs::read_dir(folder) else { return };
        let mut all_ours = true;
        for entry in entries.flatten() {
            let is_ours = entry.file_name().to_str().is_some_and(|name| name.starts_with("tengen."));
            all_ours &= is_ours;
            if is_ours {
                close(&entry.path());
            }
        }
        if all_ours {
            close(folder);
        }
    }

    fn close(path: &Path) {
        let Ok(mode) = path.metadata().map(|found| found.permissions().mode()) else { return };
        if mode & 0o077 != 0
            && let Err(error) = fs::set_permissions(path, Permissions::from_mode(mode & 0o700))
        {
            tracing::warn!(path = %path.display(), %error, "cannot restrict the permissions: other users of this machine can read this path");
        }
    }
}

#[cfg(not(unix))]
mod private {
    use std::{
        fs::{self, File, OpenOptions},
        io,
        path::Path,
    };

    pub(super) fn make_folder(path: &Path) -> io::Result<()> {
        fs::create_dir_all(path)
    }

    pub(super) fn open(path: &Path) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
    }

    /// Does nothing: SQLite creates the file.
    pub(super) fn make_file(_path: &Path) -> io::Result<()> {
        Ok(())
    }

    /// Does nothing: other systems keep a user's folders private.
    pub(super) fn close_to_others(_folder: &Path) {}
}
