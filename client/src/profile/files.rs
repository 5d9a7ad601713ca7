//! Small files: reads with a limit, atomic writes, and locks.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use tempfile::Builder;

const MAX_FILE: u64 = 4 * 1024;

/// Creates a folder and its parents. On Unix, only the owner has access.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// Reads a file, but at most `most + 1` bytes, so that the caller notices a longer one. Returns `None` if
/// there is no file.
pub(crate) fn read_capped(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    refuse_others(path)?;
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

/// Reads the first 4 KiB of a file as text. Returns `None` if there is no file. Replaces invalid UTF-8.
pub(super) fn read_small(path: &Path) -> io::Result<Option<String>> {
    let bytes = read_capped(path, MAX_FILE - 1)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Writes a draft that only the owner can read, and moves it into place.
pub(crate) fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    make_folder(folder)?;
    // A killed program may have left a draft under the same name.
    let name = beside(path, &format!("tmp-{}", std::process::id()));
    let _ = fs::remove_file(&name);
    // After an error, dropping the draft deletes it.
    let name = name.file_name().unwrap_or_default();
    let mut draft =
        Builder::new().prefix(name).rand_bytes(0).tempfile_in(folder).map_err(|error| plain(&error))?;
    draft.as_file_mut().write_all(text.as_bytes())?;
    draft.as_file().sync_all()?;
    draft.persist(path).map_err(|failed| failed.error)?;
    // Syncing the folder lets the move survive a power cut. Some file systems cannot do that, so errors do
    // not count.
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Returns the error of the operating system, without the path of the draft that `tempfile` adds.
fn plain(error: &io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()?.downcast_ref::<io::Error>());
    inner.and_then(io::Error::raw_os_error).map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

/// Renames a damaged file, so that the user can still look at it. Returns its new path.
pub(super) fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let aside = beside(path, "damaged");
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Renames a file to a name that no other file has. Returns its new path.
pub(crate) fn set_aside_anew(path: &Path) -> io::Result<PathBuf> {
    for number in 1..100 {
        let aside = beside(path, &format!("old-{number}"));
        // Creating a hard link never replaces another file.
        match fs::hard_link(path, &aside) {
            Ok(()) => return fs::remove_file(path).map(|()| aside),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) if !aside.exists() => return fs::rename(path, &aside).map(|()| aside),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

/// Locks `path` until the file is dropped. Returns `None` if another program holds the lock.
pub(super) fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let file = private(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Returns an error if `path` exists and is not a regular file. Opening a pipe could block forever.
fn refuse_others(path: &Path) -> io::Result<()> {
    let is_other = fs::metadata(path).is_ok_and(|found| !found.is_file());
    if is_other { Err(io::ErrorKind::InvalidInput.into()) } else { Ok(()) }
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}

fn private(path: &Path) -> io::Result<File> {
    refuse_others(path)?;
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_leaves_no_draft() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/file");
        for text in ["a long first text", "short"] {
            write_atomically(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        // A file cannot replace a folder that is not empty.
        assert!(write_atomically(&folder.path().join("new"), "text").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert_eq!(fs::read_dir(folder.path().join("new")).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_everybody_could_read_becomes_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
        write_atomically(&path, "new").unwrap();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
