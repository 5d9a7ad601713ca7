//! Rust sources, read for the string literals in them.

use std::{fs, path::Path};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// A string literal.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Text {
    /// One that the program uses, without its quotes.
    Code(String),
    /// One in an attribute: a comment, or the words of an error.
    Attribute,
}

/// All sources below `root`, each with its path from there.
pub(crate) fn files(root: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// The tokens of a source.
pub(crate) fn tokens(source: &str) -> Vec<TokenTree> {
    source.parse::<TokenStream>().unwrap().into_iter().collect()
}

/// The string literals of a source; what is there only for tests is passed over.
pub(crate) fn texts(source: &str) -> Vec<Text> {
    let mut found = Vec::new();
    walk(&tokens(source), &mut found);
    found
}

fn walk(tokens: &[TokenTree], found: &mut Vec<Text>) {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        match (token, tokens.get(at)) {
            (TokenTree::Punct(sign), Some(TokenTree::Punct(_) | TokenTree::Group(_)))
                if sign.as_char() == '#' =>
            {
                let inner = matches!(tokens.get(at), Some(TokenTree::Punct(_)));
                let Some(TokenTree::Group(attribute)) = tokens.get(at + usize::from(inner)) else { continue };
                if attribute.delimiter() != Delimiter::Bracket {
                    continue;
                }
                at += 1 + usize::from(inner);
                found.push(Text::Attribute);
                if is_for_tests(attribute) {
                    at = after_item(tokens, at);
                }
            }
            (TokenTree::Group(group), _) => walk(&inside(group), found),
            (TokenTree::Literal(literal), _) => found.extend(string(&literal.to_string()).map(Text::Code)),
            _ => {}
        }
    }
}

/// The string literals that stand alone or first in the arguments of these functions.
pub(crate) fn given_to(functions: &[&str], tokens: &[TokenTree], found: &mut Vec<String>) {
    for pair in tokens.windows(2) {
        if let [TokenTree::Ident(name), TokenTree::Group(group)] = pair
            && functions.contains(&name.to_string().as_str())
            && let Some(TokenTree::Literal(literal)) = inside(group).first()
        {
            found.extend(string(&literal.to_string()));
        }
    }
    for token in tokens {
        if let TokenTree::Group(group) = token {
            given_to(functions, &inside(group), found);
        }
    }
}

pub(crate) fn inside(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

fn is_for_tests(attribute: &Group) -> bool {
    matches!(attribute.stream().to_string().as_str(), "cfg (test)" | "cfg(test)" | "test")
}

/// Where the item that begins at `at` is over.
fn after_item(tokens: &[TokenTree], at: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(sign) => sign.as_char() == ';',
        TokenTree::Ident(_) | TokenTree::Literal(_) => false,
    };
    tokens[at..].iter().position(ends).map_or(tokens.len(), |length| at + length + 1)
}

/// What a string literal says; nothing for literals of bytes and numbers.
pub(crate) fn string(literal: &str) -> Option<String> {
    let raw = literal.strip_prefix('r');
    let text = raw.unwrap_or(literal).trim_matches('#').strip_prefix('"')?.strip_suffix('"')?;
    Some(if raw.is_some() { text.to_owned() } else { unescaped(text) })
}

/// A character by its number is that character; whatever else is escaped parts words.
fn unescaped(text: &str) -> String {
    let mut said = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        said.push_str(before);
        let number = after.strip_prefix("u{").and_then(|number| number.split_once('}'));
        let named = number.and_then(|(number, after)| Some((u32::from_str_radix(number, 16).ok()?, after)));
        let other = after.char_indices().nth(1).map_or("", |(second, _)| &after[second..]);
        let (c, after) = named.map_or((' ', other), |(c, after)| (char::from_u32(c).unwrap(), after));
        said.push(c);
        rest = after;
    }
    said + rest
}
