//! Small files: read with a limit, written so that they are whole or not there, locked while in use.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use tempfile::Builder;

const MAX_FILE: u64 = 4 * 1024;

/// Makes a folder that nobody else can look into, and those above it.
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

/// The bytes of a file, one more than `most` if it is longer; `None` if there is no file.
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

/// The text of a small file; `None` if there is no file. Bytes that are no text are replaced.
pub(super) fn read_small(path: &Path) -> io::Result<Option<String>> {
    let bytes = read_capped(path, MAX_FILE - 1)?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Writes a file under another name and moves it into place, readable for its owner only.
pub(crate) fn write_atomically(path: &Path, text: &str) -> io::Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    make_folder(folder)?;
    // A program that was killed may have left a draft under the same name.
    let name = beside(path, &format!("tmp-{}", std::process::id()));
    let _ = fs::remove_file(&name);
    // Dropped before it is moved, the draft removes itself.
    let name = name.file_name().unwrap_or_default();
    let mut draft =
        Builder::new().prefix(name).rand_bytes(0).tempfile_in(folder).map_err(|error| plain(&error))?;
    draft.as_file_mut().write_all(text.as_bytes())?;
    draft.as_file().sync_all()?;
    draft.persist(path).map_err(|failed| failed.error)?;
    // The move survives a power cut once the folder is on the disk. Not every file system can do that, and the file
    // is in place without it.
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

/// The error of the system, without the name of a draft that nobody knows.
fn plain(error: &io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()?.downcast_ref::<io::Error>());
    inner.and_then(io::Error::raw_os_error).map_or_else(|| error.kind().into(), io::Error::from_raw_os_error)
}

/// Puts a damaged file out of the way, where a person can still look at it.
pub(super) fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let aside = beside(path, "damaged");
    fs::rename(path, &aside)?;
    Ok(aside)
}

/// Puts a file out of the way under a name that no other file has.
pub(crate) fn set_aside_anew(path: &Path) -> io::Result<PathBuf> {
    for number in 1..100 {
        let aside = beside(path, &format!("old-{number}"));
        // A hard link never takes the place of another file.
        match fs::hard_link(path, &aside) {
            Ok(()) => return fs::remove_file(path).map(|()| aside),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(_) if !aside.exists() => return fs::rename(path, &aside).map(|()| aside),
            Err(error) => return Err(error),
        }
    }
    Err(io::Error::from(io::ErrorKind::AlreadyExists))
}

/// Locks `path` until the file is dropped; `None` if another program holds it.
pub(super) fn try_lock(path: &Path) -> io::Result<Option<File>> {
    let file = private(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Anything but a file, such as a pipe, might keep whoever opens it waiting for ever.
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
        // A folder with something in it is replaced by no file.
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
