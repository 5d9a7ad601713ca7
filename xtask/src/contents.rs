//! The contents of the packages, and the place of each file in the archive and in the Debian package.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context as _;

use crate::{
    archive::{File, gzip},
    build,
};

const SHELLS: [&str; 3] = ["bash", "fish", "zsh"];

/// A file and its path in each package, without a leading slash. A package with the path `None` leaves the file out.
#[derive(Debug)]
pub(crate) struct Item {
    archive: Option<String>,
    /// A file whose path ends in `.gz` is compressed.
    debian: Option<String>,
    mode: u32,
    data: Vec<u8>,
}

/// Collects programs, documents, and the man pages and completions that the programs print.
pub(crate) fn gather(root: &Path, programs: &[PathBuf]) -> anyhow::Result<Vec<Item>> {
    let mut items = documents(|name| read(&root.join(name)))?;
    for path in programs {
        let [name, stem] = [path.file_name(), path.file_stem()]
            .map(|name| name.unwrap_or_default().to_string_lossy().into_owned());
        items.push(program(&name, read(path)?));
        // The engine has no command line: a tournament manager starts it and talks to it.
        if stem == "pbrain-tengen" {
            continue;
        }
        items.push(man_page(&stem, build::output(Command::new(path).arg("man"))?)?);
        for shell in SHELLS {
            let script = build::output(Command::new(path).args(["completions", shell]))?;
            items.push(completions(&stem, shell, script));
        }
    }
    Ok(items)
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}: check that it is there", path.display()))
}

/// Returns the files of the archive.
pub(crate) fn archive_files(items: &[Item]) -> Vec<File> {
    let files = items.iter().filter_map(|item| {
        Some(File { path: item.archive.clone()?, mode: item.mode, data: item.data.clone() })
    });
    files.collect()
}

/// Returns the files of the Debian package.
pub(crate) fn debian_files(items: &[Item]) -> anyhow::Result<Vec<File>> {
    let mut files = Vec::new();
    for item in items {
        let Some(path) = item.debian.clone() else { continue };
        let data = if path.ends_with(".gz") { gzip(&item.data)? } else { item.data.clone() };
        files.push(File { path, mode: item.mode, data });
    }
    Ok(files)
}

fn program(name: &str, data: Vec<u8>) -> Item {
    Item { archive: Some(name.to_owned()), debian: Some(format!("usr/bin/{name}")), mode: 0o755, data }
}

fn plain(archive: &str, debian: &str, data: Vec<u8>) -> Item {
    Item { archive: Some(archive.to_owned()), debian: Some(debian.to_owned()), mode: 0o644, data }
}

/// Places a man page in the section that its title line names.
fn man_page(program: &str, page: Vec<u8>) -> anyhow::Result<Item> {
    let text = String::from_utf8_lossy(&page);
    let title = text.lines().find_map(|line| line.strip_prefix(".TH "));
    let section = title
        .and_then(|title| title.split_whitespace().nth(1))
        .with_context(|| format!("the man page of {program} has no title line .TH with a section"))?;
    let file = format!("{program}.{section}");
    Ok(plain(&format!("man/{file}"), &format!("usr/share/man/man{section}/{file}.gz"), page))
}

fn completions(program: &str, shell: &str, script: Vec<u8>) -> Item {
    let (file, debian) = match shell {
        "fish" => (format!("{program}.fish"), format!("fish/vendor_completions.d/{program}.fish")),
        "zsh" => (format!("_{program}"), format!("zsh/vendor-completions/_{program}")),
        _ => (format!("{program}.{shell}"), format!("bash-completion/completions/{program}")),
    };
    plain(&format!("completions/{file}"), &format!("usr/share/{debian}"), script)
}

fn documents(read: impl Fn(&str) -> anyhow::Result<Vec<u8>>) -> anyhow::Result<Vec<Item>> {
    let mit = read("LICENSE-MIT")?;
    // Debian systems have the text of the Apache License already.
    let mut copyright =
        b"Tengen is licensed under the MIT License or the Apache License, Version 2.0, at your option.\n\
        The Apache License is in /usr/share/common-licenses/Apache-2.0. The MIT License:\n\n"
            .to_vec();
    copyright.extend_from_slice(&mit);
    let doc = "usr/share/doc/tengen";
    let text = |name: &str| Some(name.to_owned());
    Ok(vec![
        plain("README.md", &format!("{doc}/README.md"), read("README.md")?),
        plain("CHANGELOG.md", &format!("{doc}/changelog.gz"), read("CHANGELOG.md")?),
        Item { archive: text("LICENSE-MIT"), debian: None, mode: 0o644, data: mit },
        Item { archive: text("LICENSE-APACHE"), debian: None, mode: 0o644, data: read("LICENSE-APACHE")? },
        Item { archive: None, debian: Some(format!("{doc}/copyright")), mode: 0o644, data: copyright },
    ])
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    fn items() -> Vec<Item> {
        let mut items = documents(|name| Ok(name.as_bytes().to_vec())).unwrap();
        items.push(program("tengen", b"ELF".to_vec()));
        items.push(man_page("tengen", b".ie x\n.TH tengen 6 \"tengen 1.0\"\n".to_vec()).unwrap());
        items.extend(SHELLS.map(|shell| completions("tengen", shell, shell.as_bytes().to_vec())));
        items
    }

    fn listed(files: &[File]) -> Vec<String> {
        let mut lines: Vec<String> =
            files.iter().map(|file| format!("{:o} {}", file.mode, file.path)).collect();
        lines.sort();
        lines
    }

    #[test]
    fn the_archive_has_every_file_once() {
        assert_eq!(
            listed(&archive_files(&items())),
            [
                "644 CHANGELOG.md",
                "644 LICENSE-APACHE",
                "644 LICENSE-MIT",
                "644 README.md",
                "644 completions/_tengen",
                "644 completions/tengen.bash",
                "644 completions/tengen.fish",
                "644 man/tengen.6",
                "755 tengen",
            ]
        );
    }

    #[test]
    fn the_debian_package_has_every_file_in_its_place() {
        let files = debian_files(&items()).unwrap();
        assert_eq!(
            listed(&files),
            [
                "644 usr/share/bash-completion/completions/tengen",
                "644 usr/share/doc/tengen/README.md",
                "644 usr/share/doc/tengen/changelog.gz",
                "644 usr/share/doc/tengen/copyright",
                "644 usr/share/fish/vendor_completions.d/tengen.fish",
                "644 usr/share/man/man6/tengen.6.gz",
                "644 usr/share/zsh/vendor-completions/_tengen",
                "755 usr/bin/tengen",
            ]
        );
        for file in files {
            assert_eq!(file.data.starts_with(&[0x1f, 0x8b]), file.path.ends_with(".gz"), "{}", file.path);
        }
    }

    #[test]
    fn a_man_page_without_a_title_is_an_error() {
        let error = man_page("tengen", b"text".to_vec()).unwrap_err().to_string();
        assert!(error.contains("tengen") && error.contains(".TH"), "{error}");
    }
}
