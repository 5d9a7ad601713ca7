//! What the user reads stands in the message table, in every language.

#![allow(clippy::unwrap_used)]

mod source;
mod table;

use std::{collections::BTreeSet, path::Path};

use source::{Text, files, given_to, texts, tokens};

/// Folders and files of the client whose texts the user reads on the screen. Not here: the command line with its help,
/// which speaks English.
const SHOWN: [&str; 13] = [
    "keymap.rs",
    "keymap",
    "layout",
    "line",
    "local.rs",
    "model",
    "net",
    "profile",
    "runtime.rs",
    "screen",
    "settings",
    "update",
    "view",
];

/// The other folders and files of the client, so that a new one is not forgotten.
const NOT_SHOWN: [&str; 18] = [
    "action.rs",
    "cli.rs",
    "cli",
    "effect.rs",
    "input.rs",
    "intent.rs",
    "keeper.rs",
    "lib.rs",
    "main.rs",
    "msg.rs",
    "near.rs",
    "program.rs",
    "target.rs",
    "terminal.rs",
    "theme",
    "wish.rs",
    "world.rs",
    "zone.rs",
];

/// Texts that only look as if they were to be translated, by their files: the words of
/// alpha-beta search, which are the same in every language.
const NOT_READ: [(&str, &str); 8] = [
    ("screen/thinking/view/tree.rs", "+inf"),
    ("screen/thinking/view/tree.rs", "-inf"),
    ("screen/thinking/view/tree.rs", "alpha"),
    ("screen/thinking/view/tree.rs", "alpha {value} >= beta {}"),
    ("screen/thinking/view/tree.rs", "beta"),
    ("screen/thinking/view/tree.rs", "beta {value} <= alpha {}"),
    ("screen/thinking/view/tree.rs", "max"),
    ("screen/thinking/view/tree.rs", "min"),
];

/// The words of line mode's commands, which are the same in every language.
const COMMANDS: [&str; 4] = ["line/argument.rs", "line/command.rs", "line/parse.rs", "line/reader.rs"];

/// Whether a list has a file or folder of the client. A folder and the file of its module count as one.
fn has(list: &[&str], part: &str) -> bool {
    list.iter().any(|known| part == *known || part.strip_suffix(".rs") == Some(known))
}

fn sources() -> Vec<(String, String)> {
    let shown = |path: &str| has(&SHOWN, path.split('/').next().unwrap_or(path)) && !COMMANDS.contains(&path);
    let client = sources_of("client").into_iter().filter(|(path, _)| shown(path));
    // The table itself is in `session/src/text`, and a picture is made of the words of SVG.
    let has_texts = |path: &str| !path.starts_with("text/") && path != "picture.rs";
    let session = sources_of("session").into_iter().filter(|(path, _)| has_texts(path));
    client.chain(session.map(|(path, text)| (format!("session/{path}"), text))).collect()
}

/// Every source of a crate beside this one, by its path below `src`.
pub(crate) fn sources_of(house: &str) -> Vec<(String, String)> {
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(house).join("src"))
}

/// Where a single word is a name of a file, of a field or of a key's meaning in the settings, not a text.
const NAMES: [&str; 7] =
    ["keymap/", "line/", "net/", "profile/", "screen/settings/layout/rows.rs", "session/", "settings/"];

/// Whether the user reads the text: a word, or two of them where single words are names.
fn is_read(path: &str, text: &str) -> bool {
    let is_word = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase());
    let text = without_arguments(text);
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(|c: char| !c.is_ascii_alphanumeric())).collect();
    let is_module = |name: &str| path.strip_suffix(".rs").is_some_and(|path| format!("{path}/") == name);
    if NAMES.iter().any(|name| path.starts_with(name) || is_module(name)) {
        words.windows(2).any(|pair| pair.iter().all(is_word))
    } else {
        words.iter().filter(|word| is_word(word)).any(|word| word.len() > 2)
    }
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
fn every_part_of_the_client_is_looked_at_or_left_out_on_purpose() {
    for (path, _) in sources_of("client") {
        let part = path.split('/').next().unwrap();
        assert!(has(&SHOWN, part) || has(&NOT_SHOWN, part), "{part} is on neither list");
    }
}

#[test]
fn no_text_for_the_user_stands_outside_the_table() {
    let sources = sources();
    assert!(sources.len() > 60, "the walk found too little: {}", sources.len());
    let mut read = BTreeSet::new();
    for (path, source) in &sources {
        let texts = texts(source).into_iter().filter_map(|text| match text {
            Text::Code(text) => Some(text),
            Text::Attribute => None,
        });
        let shown = texts.filter(|text| is_read(path, text) && !text.starts_with("invariant: "));
        read.extend(shown.map(|text| (path.clone(), text)));
    }
    let excepted = |path: &str, text: &str| NOT_READ.contains(&(path, text));
    let strangers: Vec<_> = read.iter().filter(|(path, text)| !excepted(path, text)).collect();
    assert!(strangers.is_empty(), "put these into session/src/text, in every language: {strangers:#?}");
    let gone = NOT_READ.len() - read.len();
    assert_eq!(gone, 0, "take off the list of exceptions what is nowhere any more");
}

/// The page also has texts that nobody reads, such as names of elements and of styles, so only what is shown is looked at.
#[test]
fn the_page_shows_nothing_that_the_message_table_does_not_have() {
    let mut shown = Vec::new();
    for (_, source) in sources_of("web") {
        given_to(&["text", "button", "link", "tell"], &tokens(&source), &mut shown);
    }
    assert!(shown.contains(&"×".to_owned()), "the walk found too little: {shown:?}");
    let is_word =
        |text: &String| without_arguments(text).chars().filter(char::is_ascii_alphabetic).count() > 1;
    let strangers: Vec<_> = shown.iter().filter(|text| is_word(text)).collect();
    assert!(strangers.is_empty(), "put these into session/src/text, in every language: {strangers:#?}");
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
            let fine = ["h8", "Two Names", "{one word} {two words}", "x: {} s"];
            draw("playing");
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
            Text::Code(text) if is_read("view/one.rs", &text) => Some(text),
            Text::Code(_) | Text::Attribute => None,
        })
        .collect();
    let expected = [
        "no game is on",
        "{who} is not {what} yet",
        "so to say",
        "playing",
        "invariant: it is there",
        "it goes on here",
    ];
    assert_eq!(found, expected);
    assert!(!is_read("profile/files.rs", "keys") && is_read("profile/files.rs", "no such file"));
}
