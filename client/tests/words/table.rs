//! The message table, read as it is written: every message in every language, with the same arguments.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenTree;

use crate::{
    source::{inside, string, tokens},
    sources_of, without_arguments,
};

/// Arguments that one language has no use for: the ending of an English plural.
const ENGLISH_ONLY: [&str; 1] = ["s"];

/// Messages of which nothing but an argument is left in Chinese, or what is the same in both languages.
const SAME: [&str; 3] = ["ai_thought", "form_the_ai", "is_computer"];

/// A message as it is written.
#[derive(Debug)]
struct Message {
    name: String,
    english: String,
    chinese: String,
}

/// The messages of all `messages!` in a source: a name, arguments in parentheses if there are any, a colon, and a text
/// for each language.
fn messages(source: &str) -> Vec<Message> {
    let tokens = tokens(source);
    let is_call = |pair: &[TokenTree]| pair[0].to_string() == "messages" && pair[1].to_string() == "!";
    let calls = tokens.windows(3).filter(|call| is_call(&call[..2]));
    let bodies = calls.filter_map(|call| match &call[2] {
        TokenTree::Group(body) => Some(inside(body)),
        _ => None,
    });
    bodies
        .flat_map(|body| body.split(|token| token.to_string() == ";").filter_map(message).collect::<Vec<_>>())
        .collect()
}

fn message(tokens: &[TokenTree]) -> Option<Message> {
    let name = tokens.first()?.to_string();
    let mut texts = tokens.iter().filter_map(|token| match token {
        TokenTree::Literal(literal) => string(&literal.to_string()),
        _ => None,
    });
    Some(Message { name, english: texts.next()?, chinese: texts.next()? })
}

fn table() -> Vec<Message> {
    let sources = sources_of("session").into_iter().filter(|(path, _)| path.starts_with("text/"));
    sources.flat_map(|(_, source)| messages(&source)).collect()
}

/// The names in braces.
fn arguments(text: &str) -> BTreeSet<String> {
    let parts = text.split('{').skip(1).filter_map(|part| part.split_once('}'));
    let name = |(argument, _): (&str, &str)| argument.split(':').next().unwrap_or_default().to_owned();
    parts.map(name).filter(|name| !ENGLISH_ONLY.contains(&name.as_str())).collect()
}

const fn is_chinese(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}')
}

/// What is wrong with a message, if anything is.
fn fault(message: &Message) -> Option<&'static str> {
    let (english, chinese) = (without_arguments(&message.english), without_arguments(&message.chinese));
    let speaks = |text: &str| {
        text.split(|c: char| !c.is_ascii_alphabetic())
            .any(|word| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase()))
    };
    let is_stop = |c: char| matches!(c, ',' | ':' | ';' | '?' | '!');
    let half = |pair: &[char]| is_chinese(pair[0]) && is_stop(pair[1]);
    let letters: Vec<char> = message.chinese.chars().collect();
    if message.english.is_empty() || message.chinese.is_empty() {
        Some("a language has no text")
    } else if english.chars().any(is_chinese) {
        Some("the English text comes first")
    } else if !SAME.contains(&message.name.as_str()) && speaks(&english) && !chinese.chars().any(is_chinese) {
        Some("it is not translated")
    } else if arguments(&message.english) != arguments(&message.chinese) {
        Some("the languages use other arguments")
    } else if letters.windows(2).any(half) {
        Some("Chinese has stops of its own: ，：；？！")
    } else {
        None
    }
}

#[test]
fn every_message_is_there_in_every_language_with_the_same_arguments() {
    let table = table();
    assert!(table.len() > 100, "the walk found too little: {}", table.len());
    let faults: Vec<_> = table.iter().filter_map(|message| Some((fault(message)?, message))).collect();
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn every_message_is_said_somewhere() {
    let sources: String =
        ["client", "session", "web"].into_iter().flat_map(sources_of).map(|(_, text)| text).collect();
    let names = sources.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut uses: BTreeMap<&str, u32> = BTreeMap::new();
    names.for_each(|name| *uses.entry(name).or_default() += 1);
    let table = table();
    let unsaid = table.iter().map(|message| message.name.as_str()).filter(|name| uses[name] < 2);
    assert_eq!(unsaid.collect::<Vec<_>>(), [""; 0], "nobody says these: take them out");
}

#[test]
fn every_fault_is_found() {
    let source = r#"
        messages! {
            fine: "quit", "退出";
            name: "Tengen {x}", "Tengen {x}";
            blank(who: &str): "{who}: y\u{a0}yes", "{who}：y 同意";
            plural(count: u64, s: &str): "{count} game{s}", "{count} 局";
            empty: "quit", "";
            late: "退出", "quit";
            same: "all is well", "all is well";
            other(who: &str): "{who} is here", "他在这里";
            stops: "no: wait", "不:等";
        }
    "#;
    let found: Vec<_> =
        messages(source).iter().map(|message| (message.name.clone(), fault(message).is_some())).collect();
    let expected = ["fine", "name", "blank", "plural", "empty", "late", "same", "other", "stops"];
    assert_eq!(
        found,
        expected.map(|name| (name.to_owned(), !["fine", "name", "blank", "plural"].contains(&name)))
    );
}

/// Messages that name a key which stays what it is, and those that tell how keys are called.
const FIXED_KEYS: [&str; 2] = ["keys_press", "wrong_key_name"];

/// Whether a text names a key itself, in place of the one that an argument tells. "Enter" with an object is a verb.
fn names_a_key(text: &str) -> bool {
    let text = text.replace("Enter a ", "").replace("Enter the ", "");
    let names = ["Esc", "Enter", "Backspace", "Tab", "退格", "←", "→", "↑", "↓"];
    let words: Vec<&str> = text.split_whitespace().collect();
    let pressed = |pair: &[&str]| {
        let lead = pair[0].to_lowercase();
        (lead.ends_with("press") || lead.ends_with('按'))
            && pair[1].trim_end_matches(',').chars().count() == 1
    };
    names.iter().any(|name| text.contains(name)) || words.windows(2).any(pressed)
}

#[test]
fn no_message_names_a_key_that_the_user_can_bind() {
    let named: Vec<_> = table()
        .into_iter()
        .filter(|message| names_a_key(&message.english) || names_a_key(&message.chinese))
        .filter(|message| !FIXED_KEYS.contains(&message.name.as_str()))
        .collect();
    assert!(named.is_empty(), "take the key as an argument: {named:#?}");
    for text in ["press / and type", "Esc goes back", "按 e 看", "按 Esc 返回", "先按 ← 后退", "press c"]
    {
        assert!(names_a_key(text), "{text:?} names a key");
    }
    for text in ["press {key} and type", "press another key", "Enter a code", "按 {key} 返回", "按能力"]
    {
        assert!(!names_a_key(text), "{text:?} names no key");
    }
}
