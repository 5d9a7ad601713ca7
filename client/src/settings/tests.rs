//! Tests that settings survive writing and reading, that comments stay, and that each error names its line.

use proptest::prelude::*;

use super::*;
use crate::keymap::Keymap;

fn lines(text: &str) -> Vec<(Option<usize>, String)> {
    let (_, problems) = read(text, "settings.toml", &NamedTheme::built_in());
    problems.iter().map(|problem| (problem.line, problem.text(Lang::English))).collect()
}

#[test]
fn the_fresh_file_is_the_default_and_names_all_that_is_allowed() {
    let themes = NamedTheme::built_in();
    let (settings, problems) = read(FRESH, "settings.toml", &themes);
    assert_eq!((settings, problems), (Settings::default(), Vec::new()));
    for pref in Pref::ALL {
        assert!(FRESH.lines().any(|line| line.starts_with(&format!("{} = ", pref.place().1))), "{pref:?}");
        for name in pref.names(&themes) {
            assert!(FRESH.contains(&format!("\"{name}\"")), "{name} of {pref:?} is not told of");
        }
    }
}

#[test]
fn the_examples_in_the_fresh_file_can_be_taken_as_they_are() {
    let examples: Vec<&str> = FRESH
        .lines()
        .filter_map(|line| line.strip_prefix("#   "))
        .filter(|line| line.contains(" = "))
        .collect();
    assert_eq!(examples.len(), 3, "{examples:?}");
    let text = format!("{FRESH}{}\n", examples.join("\n"));
    let (settings, problems) = read(&text, "settings.toml", &NamedTheme::built_in());
    assert_eq!(problems, Vec::new());
    assert_eq!(settings.keys.iter().count(), examples.len());
}

#[test]
fn every_fault_is_told_with_its_line_and_the_rest_holds() {
    let text = "\
# mine
language = \"klingon\"
theme = \"okabe-ito\"
colours = 256
mouse = false
colour = \"none\"
misclick = [\"off\"]
[calls]
turn = \"loud\"
end = \"desktop\"
[keys]
hint = \"F2\"
chat = \"Hyper-x\"
hnit = \"x\"
draw = \"R\"
replay.faster = [\"f\", 3]
\"replay.slower\" = \"Ctrl-C\"
";
    let (settings, problems) = read(text, "settings.toml", &NamedTheme::built_in());
    assert_eq!(Pref::Theme.value(&settings), "okabe-ito");
    assert_eq!(settings.colours, Colours::Chosen(Depth::Indexed));
    assert_eq!(settings.mouse, Mouse::Off);
    assert_eq!(settings.calls, Calls { end: Call::Desktop, ..Calls::default() });
    assert_eq!(settings.keys.iter().map(|(name, _)| name).collect::<Vec<_>>(), ["hint"]);
    let told: Vec<Option<usize>> = problems.iter().map(|problem| problem.line).collect();
    assert_eq!(told, [2, 6, 7, 9, 13, 14, 15, 16, 17].map(Some));
    let texts = lines(text);
    let text = |line: usize| &texts.iter().find(|(at, _)| *at == Some(line)).unwrap().1;
    assert_eq!(text(2), "settings.toml:2: language cannot be \"klingon\": use \"auto\", \"en\", \"zh\"");
    assert!(text(6).contains("did you mean \"colours\"?"), "{}", text(6));
    assert!(text(13).contains("\"Hyper-x\" is not a key"), "{}", text(13));
    assert!(text(14).contains("did you mean \"hint\"?"), "{}", text(14));
    assert!(text(15).contains("R is already the key for \"resign\""), "{}", text(15));
    assert!(text(17).contains("cannot be assigned"), "{}", text(17));
}

#[test]
fn what_is_no_toml_is_told_and_leaves_the_defaults() {
    let (settings, problems) = read("theme = \"wood\"\nmouse = off\n", "s", &NamedTheme::built_in());
    assert_eq!(settings, Settings::default());
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].line, Some(2));
    assert!(matches!(problems[0].wrong, Wrong::NotToml(_)));
    let evil = lines("theme = \"\\u001b[2J\\u0007evil\"\n");
    assert!(evil[0].1.chars().all(|c| !c.is_control()), "{evil:?}");
}

#[test]
fn comments_order_and_strange_keys_stay() {
    let text = "\
# my file
mouse = \"on\" # I like it

mine = { a = 1 } # not yours
[keys] # own
\"replay.faster\" = \"f\" # quick
[calls]
end = 'bell'  # single quotes
";
    let themes = NamedTheme::built_in();
    let (old, _) = read(text, "s", &themes);
    let mut new = old.clone();
    new.mouse = Mouse::Off;
    new.calls.end = Call::Off;
    new.calls.turn = Call::Both;
    new.keys.bind("replay.faster", vec!["F5".parse().unwrap()]).unwrap();
    new.keys.bind("hint", vec!["F2".parse().unwrap(), "I".parse().unwrap()]).unwrap();
    let changed = change(text, &old, &new).unwrap();
    let wanted = "\
# my file
mouse = \"off\" # I like it

mine = { a = 1 } # not yours
[keys] # own
\"replay.faster\" = \"F5\" # quick
hint = [\"F2\", \"I\"]
[calls]
end = \"off\"  # single quotes
turn = \"both\"
";
    assert_eq!(changed, wanted);
    assert_eq!(read(&changed, "s", &themes).0, new);
    let back = change(&changed, &new, &Settings { keys: Remap::default(), ..new.clone() }).unwrap();
    assert!(!back.contains("F5") && !back.contains("hint"), "{back}");
}

#[test]
fn only_what_changed_here_is_written() {
    let (old, mut new) = (Settings::default(), Settings::default());
    new.misclick = Misclick::Ghost;
    // Meanwhile somebody has written another line into the file.
    let changed = change("theme = \"wood\"\n", &old, &new).unwrap();
    assert_eq!(changed, "theme = \"wood\"\nmisclick = \"ghost\"\n");
}

#[test]
fn values_come_round_again() {
    let themes = NamedTheme::built_in();
    for pref in Pref::ALL {
        let mut settings = Settings::default();
        let count = pref.names(&themes).len();
        assert!(count >= 2);
        let values: Vec<String> = (0..count)
            .map(|_| {
                pref.turn(&mut settings, true, &themes);
                pref.value(&settings).to_owned()
            })
            .collect();
        assert_eq!(settings, Settings::default(), "{pref:?}");
        let mut different = values.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), count, "{values:?}");
        pref.turn(&mut settings, false, &themes);
        assert_eq!(pref.value(&settings), values[count - 2]);
        for lang in Lang::ALL {
            assert!(!pref.value_label(&settings, lang).is_empty());
        }
    }
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let names: Vec<&'static str> = Keymap::default().bound().iter().map(|one| one.name).collect();
    let keys =
        proptest::sample::select(vec!["F2", "F3", "F4", "Alt-x", "Ctrl-k", "Insert", "天", "\\", "\""]);
    let bound = (proptest::sample::select(names), proptest::collection::vec(keys, 0..3));
    let turns = proptest::collection::vec(0..5usize, Pref::ALL.len());
    (turns, proptest::collection::vec(bound, 0..6)).prop_map(|(turns, bound)| {
        let mut settings = Settings::default();
        for (pref, turns) in Pref::ALL.into_iter().zip(turns) {
            (0..turns).for_each(|_| pref.turn(&mut settings, true, &NamedTheme::built_in()));
        }
        for (name, keys) in bound {
            // Skip invalid bindings.
            let _ = settings.keys.bind(name, keys.iter().map(|key| key.parse().unwrap()).collect());
        }
        settings
    })
}

proptest! {
    #[test]
    fn what_is_kept_comes_back(one in any_settings(), other in any_settings()) {
        let themes = NamedTheme::built_in();
        let text = change(FRESH, &Settings::default(), &one).unwrap();
        prop_assert_eq!(read(&text, "s", &themes), (one.clone(), Vec::new()));
        let text = change(&text, &one, &other).unwrap();
        prop_assert_eq!(read(&text, "s", &themes), (other.clone(), Vec::new()));
        let comments = |text: &str| text.lines().filter(|line| line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>();
        prop_assert_eq!(comments(&text), comments(FRESH));
        let bare = change("", &Settings::default(), &other).unwrap();
        prop_assert_eq!(read(&bare, "s", &themes), (other, Vec::new()));
    }

    #[test]
    fn no_file_is_too_bad(text in "([a-z.=\"\\[\\]\n #0-9]|language|theme|calls|keys|\u{1b}|天){0,60}") {
        let (_, problems) = read(&text, "s", &NamedTheme::built_in());
        for problem in problems {
            prop_assert!(problem.text(Lang::English).chars().all(|c| !c.is_control()));
        }
    }

    #[test]
    fn changing_any_file_changes_what_was_to_be_changed(
        text in "((language|theme|mouse|calls|keys|calls\\.turn|keys\\.hint) = (1|\"off\"|\\{ a = 1 \\}|\\[\\])\n){0,3}",
        new in any_settings(),
    ) {
        let themes = NamedTheme::built_in();
        let (old, _) = read(&text, "s", &themes);
        if let Ok(changed) = change(&text, &old, &new) {
            let (found, _) = read(&changed, "s", &themes);
            prop_assert_eq!(found, new, "from {:?} to {:?}", text, changed);
        }
    }
}
