//! What the user reads stands in the message table, in every language.

#![allow(clippy::unwrap_used)]

mod source;
mod table;

use std::{collections::BTreeSet, path::Path};

use source::{Text, files, texts};

/// Files that are not in the table yet: none may be added.
const NOT_YET: [&str; 24] = [
    "model/deeds.rs",
    "model/deeds/in_game.rs",
    "model/overlay.rs",
    "model/standing.rs",
    "terms.rs",
    "update/chat.rs",
    "update/game.rs",
    "update/place.rs",
    "update/replay.rs",
    "update/room.rs",
    "update/thinking.rs",
    "view/chat.rs",
    "view/chrome.rs",
    "view/foot.rs",
    "view/history.rs",
    "view/popup.rs",
    "view/record.rs",
    "view/replay.rs",
    "view/results.rs",
    "view/room.rs",
    "view/table.rs",
    "view/thinking.rs",
    "view/tree.rs",
    "view/words.rs",
];

/// Folders and files below `src` whose texts the user reads on the screen. Not here: the table itself; the command line
/// with its help, which speaks English; settings and key bindings as they stand in their files.
const SHOWN: [&str; 11] = [
    "keymap.rs",
    "keymap",
    "layout",
    "local.rs",
    "model",
    "net",
    "profile",
    "runtime.rs",
    "terms.rs",
    "update",
    "view",
];

/// Texts that only look as if they were read by the user, by their files.
const NOT_READ: [(&str, &str); 0] = [];

fn sources() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let shown =
        |path: &str| SHOWN.iter().any(|shown| path == *shown || path.starts_with(&format!("{shown}/")));
    files(&root).into_iter().filter(|(path, _)| shown(path)).collect()
}

/// Two words one after the other make a sentence, or a part of one.
fn is_prose(text: &str) -> bool {
    let is_word = |word: &&str| {
        let word = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase())
    };
    let words = without_arguments(text);
    let words: Vec<&str> = words.split_whitespace().collect();
    words.windows(2).any(|pair| pair.iter().all(is_word))
}

/// The text without what stands in braces.
fn without_arguments(text: &str) -> String {
    let mut depth = 0_usize;
    let outside = |c: &char| {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    };
    text.chars().filter(outside).collect()
}

#[test]
fn no_text_for_the_user_stands_outside_the_table() {
    let sources = sources();
    assert!(sources.len() > 60, "the walk found too little: {}", sources.len());
    let mut found = BTreeSet::new();
    for (path, source) in &sources {
        for text in texts(source) {
            let Text::Code(text) = text else { continue };
            let read = is_prose(&text) && !text.starts_with("invariant: ");
            if read && !NOT_READ.contains(&(path.as_str(), &text)) {
                found.insert((path.clone(), text));
            }
        }
    }
    let strangers: Vec<_> = found.iter().filter(|(path, _)| !NOT_YET.contains(&path.as_str())).collect();
    assert!(strangers.is_empty(), "put these into src/text, in every language: {strangers:#?}");
    let done: Vec<_> = NOT_YET.iter().filter(|path| found.iter().all(|(other, _)| other != *path)).collect();
    assert!(done.is_empty(), "these are in the table, so take them off the list of exceptions: {done:?}");
}

#[test]
fn the_search_finds_what_the_user_reads_and_nothing_else() {
    let source = r##"
        //! This line is a comment of many words.
        #[derive(Error)]
        enum Bad { #[error("this is the words of an error")] One }
        fn act() {
            warn("no game is on");
            tell(&format!("{who} is not {what} yet", what = r"so to say"));
            let fine = ["tic", "Two Names", "{one word} {two words}", "x: {}"];
            value.expect("invariant: it is there");
            b"bytes for a file";
        }
        #[cfg(test)]
        mod tests { fn one() { assert!(true, "only the tester reads this"); } }
        fn after() { "it goes on here" }
    "##;
    let found: Vec<String> = texts(source)
        .into_iter()
        .filter_map(|text| match text {
            Text::Code(text) if is_prose(&text) => Some(text),
            Text::Code(_) | Text::Attribute => None,
        })
        .collect();
    let expected = [
        "no game is on",
        "{who} is not {what} yet",
        "so to say",
        "invariant: it is there",
        "it goes on here",
    ];
    assert_eq!(found, expected);
}
