//! Tests of the settings files on a disk.

use tempfile::TempDir;
use tengen_session::text::Lang;

use super::*;
use crate::{
    settings::Misclick,
    theme::{Rgb, Role},
};

fn store() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(&Home::at(folder.path()));
    (folder, store)
}

fn ghost() -> Settings {
    Settings { misclick: Misclick::Ghost, ..Settings::default() }
}

#[test]
fn the_first_change_makes_a_file_with_comments() {
    let (_folder, store) = store();
    let loaded = store.load();
    assert_eq!(
        (loaded.settings.clone(), loaded.problems.len(), loaded.themes.len()),
        (Settings::default(), 0, 5)
    );
    assert!(!store.file().exists());
    assert_eq!(store.save(&loaded.settings, &ghost()).unwrap(), Saved::Changed);
    assert_eq!(store.load().settings, ghost());
    let text = fs::read_to_string(store.file()).unwrap();
    assert_eq!(text, FRESH.replace("misclick = \"off\"", "misclick = \"ghost\""));
}

#[test]
fn a_file_that_is_no_toml_is_set_aside_before_it_is_replaced() {
    let (_folder, store) = store();
    for (number, bad) in [(1, &b"this is = = not toml"[..]), (2, b"\xff\xfe"), (3, &[b'#'; 70_000])] {
        fs::write(store.file(), bad).unwrap();
        let loaded = store.load();
        assert_eq!((loaded.settings.clone(), loaded.problems.len()), (Settings::default(), 1));
        assert_eq!(fs::read(store.file()).unwrap(), bad, "reading changes nothing");
        let saved = store.save(&loaded.settings, &ghost()).unwrap();
        let aside = store.file().with_file_name(format!("settings.toml.old-{number}"));
        assert_eq!(saved, Saved::SetAside(aside.clone()));
        assert_eq!(fs::read(aside).unwrap(), bad);
        assert_eq!(store.load().settings, ghost());
    }
}

#[test]
fn what_an_editor_wrote_meanwhile_stays() {
    let (_folder, store) = store();
    store.save(&Settings::default(), &ghost()).unwrap();
    let old = store.load().settings;
    let edited =
        fs::read_to_string(store.file()).unwrap().replace("theme = \"auto\"", "theme = \"wood\" # mine");
    fs::write(store.file(), edited).unwrap();
    store.save(&old, &Settings { misclick: Misclick::Confirm, ..old.clone() }).unwrap();
    let text = fs::read_to_string(store.file()).unwrap();
    assert!(text.contains("theme = \"wood\" # mine") && text.contains("misclick = \"confirm\""), "{text}");
}

#[test]
fn a_folder_in_its_place_is_told_and_hurts_nothing() {
    let (_folder, store) = store();
    fs::create_dir(store.file()).unwrap();
    let loaded = store.load();
    assert!(matches!(loaded.problems[0].wrong, Wrong::Unreadable(_)));
    assert!(store.save(&loaded.settings, &ghost()).is_err());
}

#[cfg(unix)]
#[test]
fn a_file_that_lies_elsewhere_stays_there() {
    let (folder, store) = store();
    let dotfiles = folder.path().join("dotfiles.toml");
    fs::write(&dotfiles, "# shared\n").unwrap();
    std::os::unix::fs::symlink(&dotfiles, store.file()).unwrap();
    store.save(&Settings::default(), &ghost()).unwrap();
    assert_eq!(fs::read_to_string(dotfiles).unwrap(), "# shared\nmisclick = \"ghost\"\n");
    assert!(fs::symlink_metadata(store.file()).unwrap().is_symlink());
}

#[test]
fn themes_are_files() {
    let (folder, store) = store();
    let themes = folder.path().join("themes");
    fs::create_dir(&themes).unwrap();
    fs::write(themes.join("mine.toml"), "base = \"light\"\nboard = \"#010203\"\ngrid = \"#12\"\n").unwrap();
    fs::write(themes.join("wood.toml"), "board = \"#040506\"\n").unwrap();
    fs::write(themes.join("auto.toml"), "").unwrap();
    fs::write(themes.join("bad.toml"), "\n=\n").unwrap();
    fs::write(themes.join("notes.txt"), "nothing").unwrap();
    fs::write(store.file(), "theme = \"mine\"\n").unwrap();
    let Loaded { settings, themes, problems } = store.load();
    let names: Vec<&str> = themes.iter().map(|theme| theme.name.as_str()).collect();
    assert_eq!(names, ["dark", "light", "okabe-ito", "paper", "mine", "wood"]);
    let look = settings.look(&crate::settings::Environment::default());
    assert_eq!(look.palette[Role::Board], Some(Rgb(1, 2, 3)));
    assert_eq!(themes[5].palette[Role::Board], Some(Rgb(4, 5, 6)));
    let told: Vec<String> = problems.iter().map(|problem| problem.text(Lang::English)).collect();
    assert_eq!(told.len(), 3, "{told:?}");
    assert!(told[0].contains("auto.toml: is not a valid theme name"), "{told:?}");
    assert!(told[1].contains("bad.toml:2: is not TOML"), "{told:?}");
    assert!(told[2].contains("mine.toml:3: grid cannot be \"#12\": use #rrggbb"), "{told:?}");
}
