//! The Debian package: an `ar` archive of a version number, control data and files.
//!
//! The format: <https://manpages.debian.org/stable/dpkg-dev/deb.5.en.html>.

use std::{collections::BTreeSet, fmt::Write as _, io};

use md5::{Digest as _, Md5};

use crate::archive::{File, TIME, tar_gz};

/// Returns Debian's name for the processor of a target triple, or `None` if Debian has none.
pub(crate) fn architecture(target: &str) -> Option<&'static str> {
    match target {
        "x86_64-unknown-linux-gnu" => Some("amd64"),
        "aarch64-unknown-linux-gnu" => Some("arm64"),
        "armv7-unknown-linux-gnueabihf" => Some("armhf"),
        "i686-unknown-linux-gnu" => Some("i386"),
        "riscv64gc-unknown-linux-gnu" => Some("riscv64"),
        _ => None,
    }
}

/// Returns the Debian form of a version: a pre-release sorts before its release.
pub(crate) fn version(version: &str) -> String {
    version.replace('-', "~")
}

pub(crate) fn package(version: &str, architecture: &str, files: &[File]) -> io::Result<Vec<u8>> {
    let text =
        |path: &str, text: String| File { path: path.to_owned(), mode: 0o644, data: text.into_bytes() };
    let control = [text("control", control(version, architecture, files)), text("md5sums", checksums(files))];
    let mut package = ar::Builder::new(Vec::new());
    for (name, data) in [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", tar_gz(".", &control)?),
        ("data.tar.gz", tar_gz(".", files)?),
    ] {
        let mut header = ar::Header::new(name.into(), data.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(TIME);
        package.append(&header, &data[..])?;
    }
    package.into_inner()
}

fn control(version: &str, architecture: &str, files: &[File]) -> String {
    let programs = files.iter().filter(|file| file.mode & 0o111 != 0).map(|file| &file.data[..]);
    let libc = programs.filter_map(glibc).max();
    let libc = libc.map_or_else(String::new, |minor| format!(" (>= 2.{minor})"));
    format!(
        "Package: tengen\n\
         Version: {version}\n\
         Architecture: {architecture}\n\
         Maintainer: The Tengen developers\n\
         Installed-Size: {}\n\
         Depends: libc6{libc}, libgcc-s1\n\
         Section: games\n\
         Priority: optional\n\
         Description: n in a row in the terminal: gomoku, tic-tac-toe and others\n \
         A game server for friends on a local network, a client for the terminal with\n \
         an AI to play against, and pbrain-tengen, an engine for Gomocup managers.\n",
        installed_size(files)
    )
}

/// Returns the newest minor version of glibc 2 that a program asks for. Its symbol versions are `GLIBC_2.17` and the like.
fn glibc(program: &[u8]) -> Option<u32> {
    let prefix = b"GLIBC_2.";
    let places = program.windows(prefix.len()).enumerate().filter(|(_, window)| window == prefix);
    let minor = |start: usize| {
        let digits = program[start + prefix.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        digits.map(|&byte| char::from(byte)).collect::<String>().parse().ok()
    };
    places.filter_map(|(start, _)| minor(start)).max()
}

/// Returns the size on disk in KiB as Debian counts it: each file rounded up, each folder as 1.
fn installed_size(files: &[File]) -> usize {
    let folders: BTreeSet<&str> = files
        .iter()
        .flat_map(|file| file.path.match_indices('/').map(|(end, _)| &file.path[..end]))
        .collect();
    folders.len() + files.iter().map(|file| file.data.len().div_ceil(1024)).sum::<usize>()
}

fn checksums(files: &[File]) -> String {
    let mut files: Vec<&File> = files.iter().collect();
    files.sort_by_key(|file| &file.path);
    files.iter().fold(String::new(), |mut text, file| {
        let _ = writeln!(text, "{}  {}", hex::encode(Md5::digest(&file.data)), file.path);
        text
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use std::io::Read as _;

    use flate2::read::GzDecoder;

    use super::*;

    fn files() -> [File; 2] {
        let file = |path: &str, mode, data: &[u8]| File { path: path.to_owned(), mode, data: data.to_vec() };
        [
            file("usr/share/doc/tengen/README.md", 0o644, &[b'a'; 1025]),
            file("usr/bin/tengen", 0o755, b"\0GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.9\0GLIBC_PRIVATE\0"),
        ]
    }

    /// Returns the members of the package by name.
    fn members(package: &[u8]) -> Vec<(String, Vec<u8>)> {
        let mut archive = ar::Archive::new(package);
        let mut members = Vec::new();
        while let Some(entry) = archive.next_entry() {
            let mut entry = entry.unwrap();
            let name = String::from_utf8(entry.header().identifier().to_vec()).unwrap();
            let mut data = Vec::new();
            entry.read_to_end(&mut data).unwrap();
            members.push((name, data));
        }
        members
    }

    /// Returns the paths of a compressed tar archive, with the text of each file.
    fn entries(packed: &[u8]) -> Vec<(String, String)> {
        let mut archive = tar::Archive::new(GzDecoder::new(packed));
        let entries = archive.entries().unwrap().map(|entry| {
            let mut entry = entry.unwrap();
            let mut text = String::new();
            entry.read_to_string(&mut text).unwrap();
            (String::from_utf8(entry.path_bytes().into_owned()).unwrap(), text)
        });
        entries.collect()
    }

    #[test]
    fn the_package_has_its_three_members_in_order() {
        let package = package("1.2.3", "amd64", &files()).unwrap();
        let members = members(&package);
        let names: Vec<&str> = members.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["debian-binary", "control.tar.gz", "data.tar.gz"]);
        assert_eq!(members[0].1, b"2.0\n");
        let paths: Vec<String> = entries(&members[2].1).into_iter().map(|(path, _)| path).collect();
        assert_eq!(
            paths,
            [
                "./",
                "./usr/",
                "./usr/bin/",
                "./usr/bin/tengen",
                "./usr/share/",
                "./usr/share/doc/",
                "./usr/share/doc/tengen/",
                "./usr/share/doc/tengen/README.md",
            ]
        );
    }

    #[test]
    fn control_names_version_size_and_the_libraries_that_the_programs_need() {
        let package = package("1.2.3", "amd64", &files()).unwrap();
        let control = entries(&members(&package)[1].1);
        let paths: Vec<&str> = control.iter().map(|(path, _)| path.as_str()).collect();
        assert_eq!(paths, ["./", "./control", "./md5sums"]);
        let text = &control[1].1;
        for line in [
            "Package: tengen\nVersion: 1.2.3\nArchitecture: amd64\n",
            // Five folders, two blocks for the document and one for the program.
            "\nInstalled-Size: 8\n",
            "\nDepends: libc6 (>= 2.34), libgcc-s1\n",
            "\nDescription: n in a row",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
        assert!(!text.contains("\n\n") && text.ends_with('\n'), "{text}");
        let sums = &control[2].1;
        assert_eq!(sums.lines().count(), 2);
        assert!(sums.lines().all(|line| line.split_once("  ").is_some_and(|(sum, _)| sum.len() == 32)));
        assert!(sums.ends_with("  usr/share/doc/tengen/README.md\n"), "{sums}");
    }

    #[test]
    fn the_same_files_give_the_same_package() {
        let mut files = files();
        let first = package("1.2.3", "amd64", &files).unwrap();
        files.reverse();
        assert_eq!(package("1.2.3", "amd64", &files).unwrap(), first);
    }

    #[test]
    fn names_follow_debian() {
        assert_eq!(version("1.0.0-rc.1"), "1.0.0~rc.1");
        assert_eq!(architecture("aarch64-unknown-linux-gnu"), Some("arm64"));
        assert_eq!(architecture("x86_64-pc-windows-msvc"), None);
    }
}
