//! Compressed archives that depend on their files alone: the same files give the same bytes.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
};

use flate2::{Compression, write::GzEncoder};
use tar::{Builder, EntryType, Header};

/// The time of every file: the start of 2026. Debian's checks reject a time before 1984.
pub(crate) const TIME: u64 = 1_767_225_600;

/// A file of a package.
#[derive(Clone, Debug)]
pub(crate) struct File {
    /// The path without a leading slash.
    pub(crate) path: String,
    pub(crate) mode: u32,
    pub(crate) data: Vec<u8>,
}

/// Compresses `data`, without a time or a name.
pub(crate) fn gzip(data: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data)?;
    encoder.finish()
}

/// Returns a compressed tar archive of `files` and their folders below `top`. Root owns all entries.
pub(crate) fn tar_gz(top: &str, files: &[File]) -> io::Result<Vec<u8>> {
    // A folder sorts before its contents, so it is also unpacked first.
    let mut entries: BTreeMap<String, Option<&File>> = BTreeMap::new();
    for file in files {
        let path = format!("{top}/{}", file.path);
        for (slash, _) in path.match_indices('/') {
            entries.insert(path[..=slash].to_owned(), None);
        }
        entries.insert(path, Some(file));
    }
    let mut builder = Builder::new(Vec::new());
    for (path, file) in entries {
        let data = file.map_or(&[][..], |file| &file.data);
        builder.append(&header(&path, file)?, data)?;
    }
    gzip(&builder.into_inner()?)
}

/// Returns the header of a file, or of a folder if `file` is `None`.
fn header(path: &str, file: Option<&File>) -> io::Result<Header> {
    let mut header = Header::new_gnu();
    // `Header::set_path` would drop the leading "./" that paths in a Debian package have.
    let name = header.as_old_mut().name.get_mut(..path.len());
    name.ok_or_else(|| {
        io::Error::other(format!("the path {path} is too long for a tar archive: shorten it"))
    })?
    .copy_from_slice(path.as_bytes());
    header.set_entry_type(if file.is_some() { EntryType::Regular } else { EntryType::Directory });
    header.set_mode(file.map_or(0o755, |file| file.mode));
    header.set_size(file.map_or(0, |file| file.data.len() as u64));
    header.set_mtime(TIME);
    header.set_uid(0);
    header.set_gid(0);
    header.set_username("root")?;
    header.set_groupname("root")?;
    header.set_cksum();
    Ok(header)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn file(path: &str, mode: u32, data: &str) -> File {
        File { path: path.to_owned(), mode, data: data.as_bytes().to_vec() }
    }

    #[test]
    fn entries_are_sorted_and_belong_to_root() {
        let files = [file("man/a.6", 0o644, "page"), file("a", 0o755, "program")];
        let packed = tar_gz("top", &files).unwrap();
        let mut archive = tar::Archive::new(GzDecoder::new(&packed[..]));
        let mut seen = Vec::new();
        for entry in archive.entries().unwrap() {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            let header = entry.header();
            assert_eq!((header.uid().unwrap(), header.gid().unwrap(), header.mtime().unwrap()), (0, 0, TIME));
            assert_eq!((header.username(), header.groupname()), (Ok(Some("root")), Ok(Some("root"))));
            let path = String::from_utf8(entry.path_bytes().into_owned()).unwrap();
            seen.push(format!("{:o} {path} {text}", header.mode().unwrap()));
        }
        assert_eq!(seen, ["755 top/ ", "755 top/a program", "755 top/man/ ", "644 top/man/a.6 page"]);
    }

    #[test]
    fn the_order_of_the_files_does_not_matter() {
        let mut files = [file("b/c", 0o644, "1"), file("a", 0o755, "2"), file("b/a", 0o644, "3")];
        let packed = tar_gz(".", &files).unwrap();
        files.reverse();
        assert_eq!(tar_gz(".", &files).unwrap(), packed);
    }

    #[test]
    fn a_path_that_does_not_fit_is_an_error() {
        let error = tar_gz(".", &[file(&"a".repeat(99), 0o644, "")]).unwrap_err().to_string();
        assert!(error.contains("too long"), "{error}");
    }
}
