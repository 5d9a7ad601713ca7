//! The layers inside a crate, according to its source: no part names a part of a higher layer.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Returns every source file of a crate as (path below `src`, text).
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

/// Returns `text` without line comments and blanks.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

/// Returns every path below `root` that `code` names. A group gives one path for each member: `a::x` and `b` for
/// `root::{a::x, b}`.
fn paths_below(root: &str, code: &str) -> Vec<String> {
    let root = format!("{root}::");
    code.match_indices(&root).flat_map(|(start, _)| expand(&code[start + root.len()..])).collect()
}

/// Returns the path at the beginning of `code`, or the paths if it is a group.
fn expand(code: &str) -> Vec<String> {
    let is_of_path = |c: char| c.is_alphanumeric() || "_:".contains(c);
    let (path, rest) = code.split_at(code.find(|c| !is_of_path(c)).unwrap_or(code.len()));
    let Some(group) = rest.strip_prefix('{') else { return vec![path.to_owned()] };
    let members = members(group);
    members.iter().flat_map(|member| expand(member)).map(|member| format!("{path}{member}")).collect()
}

/// Returns the members of a group of paths, given the text after its opening brace.
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

/// The layers of a crate, lowest first. A part is a file or folder in its `src`. In the folder of a screen,
/// `layout`, `update` and `view` belong to the parts with these names.
type Floors = &'static [&'static [&'static str]];

const SHARED: Floors = &[&["rules"], &["game"], &["protocol"]];
const SESSION: Floors = &[
    &["form", "link", "pairs", "points", "study"],
    &["picture", "text"],
    &["terms"],
    &["settings"],
    &["devices", "ending", "evaluation", "offers", "opening", "opponent", "parts"],
    &["room"],
    &["alone"],
    &["session", "ticks"],
];
const CLIENT: Floors = &[
    &["intent", "local", "near", "net", "target", "theme", "zone"],
    &["action", "profile"],
    &["cli", "keymap", "wish"],
    &["input", "settings"],
    &["keeper", "screen", "terminal"],
    &["model"],
    &["effect", "layout", "msg"],
    &["update", "view", "world"],
    &["line", "runtime"],
    &["program"],
];

const WEB: Floors = &[
    &["prefs", "route", "tree"],
    &["screen"],
    &["msg"],
    &["effect"],
    &["model"],
    &["thinking"],
    &["update", "view"],
    &["page"],
    &["learn"],
];

const ROLES: [&str; 3] = ["layout", "update", "view"];

/// Returns the part that a file or a path of code belongs to; `None` for the root of the crate.
fn part_of(path: &str) -> Option<&str> {
    let mut names =
        path.split(['/', ':']).filter(|name| !name.is_empty()).map(|name| name.trim_end_matches(".rs"));
    let first = names.next()?;
    let role = names.nth(1).filter(|role| first == "screen" && ROLES.contains(role));
    (!["lib", "main"].contains(&first)).then_some(role.unwrap_or(first))
}

/// Returns the parts that a file names.
fn parts_named(code: &str) -> Vec<String> {
    let paths = paths_below("crate", code);
    let parts = paths.iter().filter_map(|path| part_of(path)).map(str::to_owned);
    // A part may be named through a screen: `use crate::screen::replay`, followed by `replay::update::act`.
    let code = code.replace("ratatui::layout", "");
    let through = ROLES.into_iter().filter(|role| code.contains(&format!("::{role}::")));
    parts.chain(through.map(str::to_owned)).collect()
}

/// Returns the names in each file of a crate that do not belong to a lower layer.
fn offences(house: &str, floors: Floors) -> Vec<String> {
    let floor = |part: &str| floors.iter().position(|parts| parts.contains(&part));
    let mut offences = Vec::new();
    for (path, text) in sources(house) {
        let Some(part) = part_of(&path) else { continue };
        let Some(own) = floor(part) else {
            offences.push(format!("{path} is on no floor"));
            continue;
        };
        let named = parts_named(&code(&text));
        let above = named.iter().filter(|name| *name != part && floor(name).is_none_or(|floor| floor >= own));
        offences.extend(above.map(|name| format!("{path} names {name}")));
    }
    offences
}

#[test]
fn paths_are_found_in_groups_and_alone() {
    let sample =
        "use crate::{\n    game::{Name, Seat},\n    rules,\n};\nlet x: crate::protocol::Frame; // crate::no";
    let found = ["game::Name", "game::Seat", "rules", "protocol::Frame"];
    assert_eq!(paths_below("crate", &code(sample)), found);
    assert_eq!(part_of("screen/replay/update.rs"), Some("update"));
    assert_eq!(part_of("screen::room::view::talk::panel"), Some("view"));
    assert_eq!(part_of("screen::room::RoomScreen"), Some("screen"));
    assert_eq!(parts_named("use crate::screen::replay; replay::update::act()"), ["screen", "update"]);
    let upside_down = offences("shared", &[&["protocol"], &["game"], &["rules"]]);
    assert!(upside_down.contains(&"protocol/client.rs names game".to_owned()), "{upside_down:?}");
}

#[test]
fn nothing_in_a_crate_names_what_stands_above_it() {
    for (house, floors) in [("shared", SHARED), ("session", SESSION), ("client", CLIENT), ("web", WEB)] {
        assert_eq!(offences(house, floors), [""; 0], "in {house}");
    }
}

#[test]
fn bincode_is_named_in_the_codec_alone() {
    // The name of the subprotocol is not the library's.
    let names = |text: &str| code(text).replace("\"tengen.bincode.8\"", "").contains("bincode");
    let named = sources("shared").into_iter().filter(|(_, text)| names(text));
    assert_eq!(named.map(|(path, _)| path).collect::<Vec<_>>(), ["protocol/codec/binary.rs"]);
}

#[test]
fn shared_and_session_touch_no_files_sockets_threads_or_clocks() {
    let words = ["fs", "io", "thread", "process", "env"];
    for (path, text) in ["shared", "session"].into_iter().flat_map(sources) {
        let code = code(&text);
        let found = paths_below("std", &code);
        let part = |path: &String| part_of(path).is_some_and(|part| words.contains(&part));
        assert!(!found.iter().any(part), "{path} names {found:?}");
        let clock = ["Instant", "SystemTime", "TcpStream", "UdpSocket", "TcpListener"];
        assert!(!clock.iter().any(|name| code.contains(name)), "{path} names a clock or a socket");
    }
}
