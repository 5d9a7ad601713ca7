//! The floors inside a crate, read from its own source: nothing names what stands above it.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every source file of a crate as (path below `src`, text).
fn sources(house: &str) -> Vec<(String, String)> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().join(house).join("src");
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

/// The parts of a crate, which are the files and folders in its `src`, from the ground up.
type Floors = &'static [&'static [&'static str]];

const SHARED: Floors = &[&["rules"], &["game"], &["protocol"]];
const SESSION: Floors =
    &[&["form", "link", "points", "study"], &["text"], &["terms"], &["room"], &["session"]];
const CLIENT: Floors = &[
    &["intent", "local", "near", "net", "target", "theme", "zone"],
    &["action", "profile"],
    &["cli", "keymap", "wish"],
    &["settings"],
    &["keeper", "model", "terminal"],
    &["effect", "layout", "msg"],
    &["update", "view", "world"],
    &["line", "runtime"],
    &["program"],
];

/// The part that a file belongs to; none for the crate's root.
fn part_of(path: &str) -> Option<&str> {
    let part = path.split('/').next().unwrap_or_default().trim_end_matches(".rs");
    (!["lib", "main"].contains(&part)).then_some(part)
}

/// What each file of a crate names that does not stand below it.
fn offences(house: &str, floors: Floors) -> Vec<String> {
    let floor = |part: &str| floors.iter().position(|parts| parts.contains(&part));
    let mut offences = Vec::new();
    for (path, text) in sources(house) {
        let Some(part) = part_of(&path) else { continue };
        let Some(own) = floor(part) else {
            offences.push(format!("{path} is on no floor"));
            continue;
        };
        let named = named_after("crate", &code(&text));
        let above = named.iter().filter(|name| *name != part && floor(name).is_none_or(|floor| floor >= own));
        offences.extend(above.map(|name| format!("{path} names {name}")));
    }
    offences
}

#[test]
fn paths_are_found_in_groups_and_alone() {
    let sample =
        "use crate::{\n    game::{Name, Seat},\n    rules,\n};\nlet x: crate::protocol::Frame; // crate::no";
    assert_eq!(named_after("crate", &code(sample)), ["game", "rules", "protocol"]);
    let upside_down = offences("shared", &[&["protocol"], &["game"], &["rules"]]);
    assert!(upside_down.contains(&"protocol/client.rs names game".to_owned()), "{upside_down:?}");
}

#[test]
fn nothing_in_a_crate_names_what_stands_above_it() {
    for (house, floors) in [("shared", SHARED), ("session", SESSION), ("client", CLIENT)] {
        assert_eq!(offences(house, floors), [""; 0], "in {house}");
    }
}

#[test]
fn bincode_is_named_in_the_codec_alone() {
    let named = sources("shared").into_iter().filter(|(_, text)| code(text).contains("bincode"));
    assert_eq!(named.map(|(path, _)| path).collect::<Vec<_>>(), ["protocol/codec.rs"]);
}

#[test]
fn shared_and_session_touch_no_files_sockets_threads_or_clocks() {
    let words = ["fs", "io", "thread", "process", "env"];
    for (path, text) in ["shared", "session"].into_iter().flat_map(sources) {
        let code = code(&text);
        let found = named_after("std", &code);
        assert!(!found.iter().any(|name| words.contains(&name.as_str())), "{path} names {found:?}");
        let clock = ["Instant", "SystemTime", "TcpStream", "UdpSocket", "TcpListener"];
        assert!(!clock.iter().any(|name| code.contains(name)), "{path} names a clock or a socket");
    }
}
