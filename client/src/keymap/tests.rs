//! No key means two things, and help is everywhere.

use super::*;

fn key(c: char) -> KeyEvent {
    KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE)
}

#[test]
fn no_key_means_two_things_in_one_context() {
    for context in ALL {
        let mut seen: Vec<Key> = Vec::new();
        for binding in bindings(*context) {
            for bound in binding.keys {
                assert!(!seen.contains(bound), "{bound:?} twice in {context:?}");
                seen.push(*bound);
            }
        }
    }
}

#[test]
fn letters_are_typed_where_text_is_wanted_and_digits_carry_their_number() {
    assert_eq!(action(Context::Name, &key('q')), Some(Action::Type('q')));
    assert_eq!(action(Context::Menu, &key('q')), Some(Action::Quit));
    assert_eq!(action(Context::Room, &key('7')), Some(Action::Digit(7)));
    assert_eq!(action(Context::Room, &key('0')), None);
    let ctrl_c = KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL);
    assert!(ALL.iter().all(|context| action(*context, &ctrl_c) == Some(Action::QuitNow)));
}

#[test]
fn help_can_be_had_everywhere_but_over_another_popup() {
    for context in ALL
        .iter()
        .filter(|context| !matches!(context, C::Confirm | C::Levels | C::Game | C::Chat | C::Mutes | C::Help))
    {
        assert!(help(*context).iter().any(|line| line.what == "help"), "{context:?}");
    }
}
