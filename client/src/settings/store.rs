//! The files of the settings: read with a limit, written so that nothing is lost that others have written meanwhile.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{FRESH, NamedTheme, Problem, Settings, Wrong, change, read};
use crate::profile::{Home, files};

/// The most KiB of a file.
const MAX_KIB: u64 = 64;
/// The most files of themes.
const MAX_THEMES: usize = 64;

/// What the files say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The settings, where they are good; otherwise the default.
    pub settings: Settings,
    /// The themes that can be chosen.
    pub themes: Vec<NamedTheme>,
    /// What is wrong.
    pub problems: Vec<Problem>,
}

/// What became of the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// They are in the file.
    Changed,
    /// The file was none that could be changed: it lies under this name now, and a new one is in its place.
    SetAside(PathBuf),
}

/// The settings cannot be kept.
#[derive(Debug, Error)]
pub enum SaveError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The new file would not be what it should. This is never seen if the program is right.
    #[error("{0}")]
    Toml(#[from] toml_edit::TomlError),
}

/// The folder of the settings.
#[derive(Clone, Debug)]
pub struct Store(PathBuf);

impl Store {
    /// The settings of this user.
    #[must_use]
    pub fn new(home: &Home) -> Self {
        Self(home.config().to_owned())
    }

    /// Where the settings are.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.0.join("settings.toml")
    }

    /// Reads everything. Where there is no file, all is as it is by itself.
    #[must_use]
    pub fn load(&self) -> Loaded {
        let mut problems = Vec::new();
        let themes = self.themes(&mut problems);
        let file = self.file();
        let shown = file.display().to_string();
        let settings = match text_of(&file) {
            Ok(None) => Settings::default(),
            Ok(Some(text)) => {
                let (settings, wrong) = read(&text, &shown, &themes);
                problems.splice(0..0, wrong);
                settings
            }
            Err(wrong) => {
                problems.insert(0, Problem { file: shown, line: None, wrong });
                Settings::default()
            }
        };
        Loaded { settings, themes, problems }
    }

    /// The themes of the program and those of the user; of two with one name the user's.
    fn themes(&self, problems: &mut Vec<Problem>) -> Vec<NamedTheme> {
        let mut themes = NamedTheme::built_in();
        let folder = self.0.join("themes");
        let Ok(entries) = fs::read_dir(&folder) else { return themes };
        let paths = entries.flatten().map(|entry| entry.path());
        let mut paths: Vec<PathBuf> =
            paths.filter(|path| path.extension().is_some_and(|ending| ending == "toml")).collect();
        paths.sort();
        if paths.len() > MAX_THEMES {
            let wrong = Wrong::TooMany(MAX_THEMES);
            problems.push(Problem { file: folder.display().to_string(), line: None, wrong });
            paths.truncate(MAX_THEMES);
        }
        for path in paths {
            let file = path.display().to_string();
            let mut tell = |wrong| problems.push(Problem { file: file.clone(), line: None, wrong });
            let Some(name) = theme_name(&path) else {
                tell(Wrong::ThemeName);
                continue;
            };
            match text_of(&path) {
                Ok(text) => {
                    let (theme, wrong) = NamedTheme::read(&name, &text.unwrap_or_default(), &file);
                    problems.extend(wrong);
                    if let Some(theme) = theme {
                        themes.retain(|known| known.name != theme.name);
                        themes.push(theme);
                    }
                }
                Err(wrong) => tell(wrong),
            }
        }
        themes
    }

    /// Writes what differs between `old` and `new` into the file as it is now.
    ///
    /// # Errors
    /// If it cannot be read or written; it is as it was then.
    pub fn save(&self, old: &Settings, new: &Settings) -> Result<Saved, SaveError> {
        // A file that lies elsewhere, as people keep those that they share between machines, stays there.
        let file = fs::canonicalize(self.file()).unwrap_or_else(|_| self.file());
        let text = match text_of(&file) {
            Ok(text) => Some(text.unwrap_or_else(|| FRESH.to_owned())),
            Err(Wrong::Unreadable(why)) => return Err(io::Error::other(why).into()),
            Err(_) => None,
        };
        if let Some(changed) = text.and_then(|text| change(&text, old, new).ok()) {
            files::write_atomically(&file, &changed)?;
            return Ok(Saved::Changed);
        }
        let aside = files::set_aside_anew(&file)?;
        files::write_atomically(&file, &change(FRESH, &Settings::default(), new)?)?;
        Ok(Saved::SetAside(aside))
    }
}

/// The text of a file; none if there is none.
fn text_of(path: &Path) -> Result<Option<String>, Wrong> {
    let unreadable = |error: &dyn std::fmt::Display| Wrong::Unreadable(error.to_string());
    let bytes = files::read_capped(path, MAX_KIB * 1024).map_err(|error| unreadable(&error))?;
    let Some(bytes) = bytes else { return Ok(None) };
    if bytes.len() as u64 > MAX_KIB * 1024 {
        return Err(Wrong::TooLong(MAX_KIB));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        // The parser would refuse it, too; this way it is a file that can be set aside.
        Err(error) => Ok(Some(String::from_utf8_lossy(error.as_bytes()).replace('\u{fffd}', "\u{0}"))),
    }
}

/// The name of a theme by its file: letters, digits, hyphens and underscores, and not `auto`.
fn theme_name(path: &Path) -> Option<String> {
    let name = path.file_stem()?.to_str()?;
    let fits = (1..=32).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    (fits && name != "auto").then(|| name.to_owned())
}

#[cfg(test)]
mod tests;
