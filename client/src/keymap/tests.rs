//! Tests of the keys. No key has two meanings in a context. Every context has help. No binding by the user
//! takes away the keys to go on or back.

use crossterm::event::KeyModifiers;
use proptest::prelude::*;
use tengen_session::room::RoomAction;

use super::*;

fn key(c: char) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)
}

fn code(code: KeyCode) -> KeyEvent {
    KeyEvent::new(code, KeyModifiers::NONE)
}

fn with(remap: &Remap) -> Keymap {
    Keymap::new(remap, Lang::English, Charset::Unicode)
}

/// Returns every key with two meanings in one context.
fn clashes(keymap: &Keymap) -> Vec<String> {
    let mut clashes = Vec::new();
    for context in ALL {
        let mut seen: Vec<Key> = Vec::new();
        for (_, keys) in keymap.lines(*context) {
            for bound in keys {
                if seen.iter().any(|known| known.overlaps(*bound)) {
                    clashes.push(format!("{bound:?} twice in {context:?}"));
                }
                seen.push(*bound);
            }
        }
    }
    clashes
}

#[test]
fn no_key_means_two_things_in_one_context() {
    assert_eq!(clashes(&Keymap::default()), Vec::<String>::new());
}

#[test]
fn names_are_lower_case_words_and_unique() {
    let bound = Keymap::default().bound();
    for (at, one) in bound.iter().enumerate() {
        let word = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b == b'-');
        assert!(one.name.split('.').count() <= 2 && one.name.split('.').all(word), "{}", one.name);
        assert!(bound[at + 1..].iter().all(|other| other.name != one.name), "{} twice", one.name);
    }
}

#[test]
fn letters_are_typed_where_text_is_wanted_and_digits_carry_their_number() {
    let keymap = Keymap::default();
    assert_eq!(keymap.action(C::Name, &key('q')), Some(Action::Type('q')));
    assert_eq!(keymap.action(C::Menu, &key('q')), Some(Action::Quit));
    assert_eq!(keymap.action(C::Room, &key('7')), Some(Action::Digit(7)));
    assert_eq!(keymap.action(C::Room, &key('0')), None);
    let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(ALL.iter().all(|context| keymap.action(*context, &ctrl_c) == Some(Action::QuitNow)));
}

#[test]
fn help_can_be_had_everywhere_in_both_languages() {
    for lang in Lang::ALL {
        let keymap = Keymap::new(&Remap::default(), lang, Charset::Ascii);
        for context in ALL {
            let help = keymap.action(*context, &code(KeyCode::F(1)));
            let wanted = if *context == C::Help { Action::Back } else { Action::Help };
            assert_eq!(help, Some(wanted), "{context:?}");
            let lines = keymap.help(*context, |_| false);
            assert!(lines.iter().all(|line| !line.keys.contains(['↑', '↓', '←', '→'])), "{lines:?}");
        }
    }
}

#[test]
fn other_keys_can_be_bound_and_the_help_shows_them() {
    let mut remap = Remap::default();
    remap.bind("hint", vec!["F2".parse().unwrap(), "I".parse().unwrap()]).unwrap();
    let keymap = with(&remap);
    assert_eq!(keymap.action(C::Room, &key('i')), None);
    assert_eq!(keymap.action(C::Room, &code(KeyCode::F(2))), Some(Action::Do(RoomAction::Hint)));
    assert_eq!(keymap.action(C::RoomMenu, &key('I')), Some(Action::Do(RoomAction::Hint)));
    assert_eq!(keymap.key_of(C::Room, Action::Do(RoomAction::Hint)), Some("F2".to_owned()));
    assert!(keymap.help(C::Room, |_| false).iter().any(|line| line.keys == "F2 I" && line.what == "hint"));
    remap.unbind("hint").unwrap();
    assert_eq!(with(&remap), Keymap::default());
}

#[test]
fn what_cannot_be_bound_is_refused_with_the_reason() {
    let mut remap = Remap::default();
    let mut bind =
        |name: &str, keys: &[&str]| remap.bind(name, keys.iter().map(|key| key.parse().unwrap()).collect());
    let clash = |key: &str, with| Err(BindError::Clash { key: key.parse().unwrap(), with });
    assert_eq!(bind("hint", &["c"]), clash("c", Some("chat")));
    assert_eq!(bind("hint", &["5"]), clash("5", None));
    assert_eq!(bind("text.help", &["h"]), Err(BindError::Typed { key: "h".parse().unwrap() }));
    assert_eq!(bind("text.help", &["Enter"]), clash("Enter", None));
    assert_eq!(bind("back", &[]), Err(BindError::NeedsKey));
    assert_eq!(bind("resign", &[]), Ok(()));
    assert_eq!(bind("hnit", &["F2"]), Err(BindError::UnknownName { near: Some("hint") }));
    assert_eq!(bind("nothing-like-it", &["F2"]), Err(BindError::UnknownName { near: None }));
    assert_eq!(bind("hint", &["a"; 9]), Err(BindError::TooMany { limit: 8 }));
}

#[test]
fn two_can_exchange_their_keys_and_of_a_clash_one_is_left_out() {
    let wanted = |name: &str, key: &str| (name.to_owned(), vec![key.parse().unwrap()]);
    let (remap, faults) = Remap::of(&[wanted("hint", "c"), wanted("chat", "i")]);
    assert_eq!(faults, []);
    let keymap = with(&remap);
    assert_eq!(keymap.action(C::Room, &key('c')), Some(Action::Do(RoomAction::Hint)));
    assert_eq!(keymap.action(C::Room, &key('i')), Some(Action::Chat));
    let (remap, faults) = Remap::of(&[wanted("hint", "F5"), wanted("chat", "F5")]);
    assert_eq!(faults.len(), 1);
    assert_eq!(remap.iter().count(), 1);
    assert_eq!(clashes(&with(&remap)), Vec::<String>::new());
}

/// Generates a name and its keys, valid or not.
fn wish() -> impl Strategy<Value = (String, Vec<Key>)> {
    let names: Vec<String> = Keymap::default().bound().iter().map(|one| one.name.to_owned()).collect();
    let keys: Vec<Key> = ["a", "c", "i", "q", "5", "Enter", "Esc", "Up", "F2", "F3", "Ctrl-u", "Space", "?"]
        .map(|key| key.parse().unwrap())
        .to_vec();
    let name = prop_oneof![9 => proptest::sample::select(names), 1 => "[a-z.]{0,8}"];
    (name, proptest::collection::vec(proptest::sample::select(keys), 0..4))
}

proptest! {
    #[test]
    fn whatever_is_wished_no_key_means_two_things_and_one_can_go_on(
        wishes in proptest::collection::vec(wish(), 0..20),
    ) {
        let (remap, _) = Remap::of(&wishes);
        let keymap = with(&remap);
        prop_assert_eq!(clashes(&keymap), Vec::<String>::new());
        for context in ALL {
            let can = |wanted: Action| {
                keymap.lines(*context).any(|(line, keys)| line.action == wanted && !keys.is_empty())
            };
            prop_assert!(can(Action::QuitNow));
            prop_assert!(can(Action::Back) || *context == C::Menu, "no way out of {context:?}");
            if context.takes_text() {
                let enter = keymap.action(*context, &code(KeyCode::Enter));
                prop_assert_eq!(enter, Some(Action::Select), "{:?}", context);
                let esc = keymap.action(*context, &code(KeyCode::Esc));
                prop_assert_eq!(esc, Some(Action::Back), "{:?}", context);
                prop_assert_eq!(keymap.action(*context, &key('a')), Some(Action::Type('a')));
            }
        }
    }
}

/// Returns the text of docs/keys.md: every name with its keys.
fn listed() -> String {
    let mut text = String::from(
        "# Keys\n\nThe names of all actions, for the table `[keys]` in `settings.toml`, with their default keys. You can also change\nkeys on the settings screen. Enter and Esc in text fields, `?` and F1 in the fields for a code or a point, the digits\non 3x3 boards and in openings, and Ctrl-C cannot be changed.\n\n| name | keys | what |\n|---|---|---|\n",
    );
    for bound in Keymap::default().bound() {
        let keys: Vec<String> = bound.keys.iter().map(|key| format!("`{key}`")).collect();
        text.push_str(&format!("| `{}` | {} | {} |\n", bound.name, keys.join(" "), bound.what));
    }
    text
}

#[test]
fn the_page_of_keys_is_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/keys.md");
    if std::env::var_os("UPDATE_KEYS").is_some() {
        std::fs::write(path, listed()).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == listed(), "docs/keys.md is old: run this test once with UPDATE_KEYS=1");
}
