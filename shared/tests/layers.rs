//! The arrows inside the crate, read from its own source: `protocol -> game -> rules`.

#![allow(clippy::unwrap_used)]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every source file as (path below `src`, text).
fn sources() -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders = vec![src.clone()];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let below = |path: &Path| path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
    files.iter().map(|path| (below(path), fs::read_to_string(path).unwrap())).collect()
}

/// `text` without line comments and without blanks.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

/// The first names of all paths that start with `root`, also those in a group: `a` and `b` for
/// `root::{a::x, b}`.
fn named_after(root: &str, code: &str) -> Vec<String> {
    let head = |path: &str| path.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let root = format!("{root}::");
    let paths = code.match_indices(&root).map(|(start, _)| &code[start + root.len()..]);
    paths
        .flat_map(|path| path.strip_prefix('{').map_or_else(|| vec![path.to_owned()], members))
        .map(|path| head(&path))
        .collect()
}

/// The members of a group of paths, from behind its opening brace.
fn members(group: &str) -> Vec<String> {
    let mut members = vec![String::new()];
    let mut depth = 1_u32;
    for c in group.chars() {
        depth = if c == '{' { depth + 1 } else { depth - u32::from(c == '}') };
        match (depth, c) {
            (0, _) => break,
            (1, ',') => members.push(String::new()),
            _ => members.last_mut().unwrap().push(c),
        }
    }
    members.retain(|member| !member.is_empty());
    members
}

/// The files below `folder` that name one of `layers`.
fn offenders(folder: &str, layers: &[&str]) -> Vec<String> {
    let names_a_layer = |text: &str| {
        let code = code(text);
        ["crate", "super"]
            .into_iter()
            .flat_map(|root| named_after(root, &code))
            .any(|name| layers.contains(&name.as_str()))
    };
    let inside = sources().into_iter().filter(|(path, _)| path.starts_with(folder));
    inside.filter(|(_, text)| names_a_layer(text)).map(|(path, _)| path).collect()
}

#[test]
fn paths_are_found_in_groups_and_alone() {
    let sample =
        "use crate::{\n    game::{Name, Seat},\n    rules,\n};\nlet x: crate::protocol::Frame; // crate::no";
    assert_eq!(named_after("crate", &code(sample)), ["game", "rules", "protocol"]);
    let found = offenders("protocol/", &["game"]);
    assert!(found.contains(&"protocol/client.rs".to_owned()), "the check sees nothing: {found:?}");
}

#[test]
fn rules_name_neither_game_nor_protocol() {
    assert_eq!(offenders("rules/", &["game", "protocol"]), [""; 0]);
}

#[test]
fn the_game_does_not_name_the_protocol() {
    assert_eq!(offenders("game/", &["protocol"]), [""; 0]);
}

#[test]
fn bincode_is_named_in_the_codec_alone() {
    let named: Vec<String> = sources()
        .into_iter()
        .filter(|(_, text)| code(text).contains("bincode"))
        .map(|(path, _)| path)
        .collect();
    assert_eq!(named, ["protocol/codec.rs"]);
}

#[test]
fn nothing_touches_files_sockets_threads_or_clocks() {
    let words = ["fs", "net", "io", "thread", "time", "process", "env"];
    for (path, text) in sources() {
        let found = named_after("std", &code(&text));
        assert!(!found.iter().any(|name| words.contains(&name.as_str())), "{path} names {found:?}");
    }
}
