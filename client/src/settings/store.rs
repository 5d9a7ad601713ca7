//! The settings files. A write keeps what an editor has changed since the last read.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use thiserror::Error;

use super::{FRESH, NamedTheme, Problem, Settings, Wrong, change, read};
use crate::profile::{Home, files};

/// The size limit of a file, in KiB.
const MAX_KIB: u64 = 64;
/// The maximum number of theme files to read.
const MAX_THEMES: usize = 64;

/// The content of the settings files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loaded {
    /// The settings, with the default for each invalid one.
    pub settings: Settings,
    /// The themes to choose from.
    pub themes: Vec<NamedTheme>,
    /// The errors in the files.
    pub problems: Vec<Problem>,
}

/// The result of writing settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// The file has the new settings.
    Changed,
    /// The file was invalid. It now has this path, and a new one is in its place.
    SetAside(PathBuf),
}

/// The reason why the client could not write the settings.
#[derive(Debug, Error)]
pub enum SaveError {
    /// Reading or writing a file has failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The built-in settings file is not valid TOML, which is a bug.
    #[error("{0}")]
    Toml(#[from] toml_edit::TomlError),
}

/// The folder of the settings files.
#[derive(Clone, Debug)]
pub struct Store(PathBuf);

impl Store {
    /// Returns the settings folder in `home`.
    #[must_use]
    pub fn new(home: &Home) -> Self {
        Self(home.config().to_owned())
    }

    /// Returns the path of the settings file.
    #[must_use]
    pub fn file(&self) -> PathBuf {
        self.0.join("settings.toml")
    }

    /// Reads the settings and the themes. A missing file means the default settings.
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

    /// Returns the built-in themes and those of the user, which replace built-in ones of the same name.
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

    /// Writes the differences between `old` and `new` into the present content of the file. Replaces an
    /// invalid file and keeps it under another name.
    ///
    /// # Errors
    /// Returns an error if reading or writing fails.
    pub fn save(&self, old: &Settings, new: &Settings) -> Result<Saved, SaveError> {
        // The file may be a symbolic link, for example to a file that the user shares between machines. Keep
        // the link and write to its target.
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

/// Returns the text of a file; `None` if there is no file.
fn text_of(path: &Path) -> Result<Option<String>, Wrong> {
    let unreadable = |error: &dyn std::fmt::Display| Wrong::Unreadable(error.to_string());
    let bytes = files::read_capped(path, MAX_KIB * 1024).map_err(|error| unreadable(&error))?;
    let Some(bytes) = bytes else { return Ok(None) };
    if bytes.len() as u64 > MAX_KIB * 1024 {
        return Err(Wrong::TooLong(MAX_KIB));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Some(text)),
        // A NUL character makes the parser reject the text, so the client sets the file aside like any
        // invalid one.
        Err(error) => Ok(Some(String::from_utf8_lossy(error.as_bytes()).replace('\u{fffd}', "\u{0}"))),
    }
}

/// Returns the name of a theme, which is the name of its file. Returns `None` if the name is `auto`, or has
/// other characters than letters, digits, hyphens and underscores.
fn theme_name(path: &Path) -> Option<String> {
    let name = path.file_stem()?.to_str()?;
    let fits = (1..=32).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_');
    (fits && name != "auto").then(|| name.to_owned())
}

#[cfg(test)]
mod tests;
