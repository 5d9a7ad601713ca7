//! Public items have a doc comment. Fields and variants need none, because their names often say it all; the
//! compiler's own lint cannot make that difference.

use std::{fs, path::Path};

/// The crates whose public items other crates use.
const CRATES: [&str; 6] = ["shared", "engine", "session", "server", "client", "web"];
/// How a public item begins, after `pub` and the words before its kind.
const KINDS: [&str; 8] = ["fn ", "struct ", "enum ", "trait ", "type ", "const ", "static ", "union "];

#[test]
fn every_public_item_has_a_doc_comment() {
    let mut missing = Vec::new();
    let mut found = 0;
    for name in CRATES {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src");
        for path in rust_files(&source) {
            let text = fs::read_to_string(&path).unwrap();
            let (items, bare) = public_items(&text);
            found += items;
            missing.extend(bare.into_iter().map(|line| format!("{}:{line}", path.display())));
        }
    }
    assert!(found > 500, "only {found} public items were found");
    assert_eq!(missing, Vec::<String>::new());
}

#[test]
fn an_item_without_a_doc_comment_is_found() {
    let text = "/// Adds.\n#[must_use]\npub const fn add() {}\npub fn bare() {}\npub(crate) fn inner() {}\n    pub field: u8,\n";
    assert_eq!(public_items(text), (2, vec![4]));
}

/// Returns the number of public items, and the lines of those without a doc comment, from 1.
fn public_items(text: &str) -> (usize, Vec<usize>) {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let mut items = 0;
    let mut bare = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        if line.starts_with("#[cfg(test)]") {
            break;
        }
        let Some(item) = line.strip_prefix("pub ") else { continue };
        let item = ["const ", "async ", "unsafe "].iter().fold(item, |item, word| {
            // `const NAME` is an item itself; `const fn` is a function.
            item.strip_prefix(word).filter(|rest| rest.contains("fn ")).unwrap_or(item)
        });
        if !KINDS.iter().any(|kind| item.starts_with(kind)) {
            continue;
        }
        items += 1;
        let above = lines[..index].iter().rev().find(|above| !is_attribute(above));
        if !above.is_some_and(|above| above.starts_with("///") || above.starts_with("#[doc")) {
            bare.push(index + 1);
        }
    }
    (items, bare)
}

/// Whether the line belongs to an attribute between a doc comment and its item.
fn is_attribute(line: &str) -> bool {
    let is_doc = line.starts_with("///") || line.starts_with("#[doc");
    !is_doc && (line.starts_with("#[") || line.ends_with(")]"))
}

fn rust_files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.append(&mut rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
