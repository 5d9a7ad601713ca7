//! Theme files. A theme file sets colours for some roles; the other roles have those of the dark or the light
//! theme.

use toml_edit::{Document, Item};

use super::{Problem, Wrong, found, line_of, not_toml};
use crate::{
    near::near,
    theme::{Palette, Role},
};

/// A theme with its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedTheme {
    /// The name of its file, without the extension.
    pub name: String,
    /// The colours.
    pub palette: Palette,
}

/// The built-in themes that are theme files, with their names.
const BUILT_IN: [(&str, &str); 3] = [
    ("okabe-ito", include_str!("../../themes/okabe-ito.toml")),
    ("paper", include_str!("../../themes/paper.toml")),
    ("wood", include_str!("../../themes/wood.toml")),
];

impl NamedTheme {
    /// Returns the built-in themes.
    #[must_use]
    pub fn built_in() -> Vec<Self> {
        let own = [("dark", Palette::DARK), ("light", Palette::LIGHT)];
        let own = own.map(|(name, palette)| Self { name: name.to_owned(), palette });
        let files = BUILT_IN.iter().filter_map(|(name, text)| Self::read(name, text, name).0);
        own.into_iter().chain(files).collect()
    }

    /// Parses the theme in `text`. An invalid colour becomes a problem, and its role keeps the colour of the
    /// base theme. Returns no theme if `text` is not TOML.
    #[must_use]
    pub fn read(name: &str, text: &str, file: &str) -> (Option<Self>, Vec<Problem>) {
        let document = match Document::parse(text) {
            Ok(document) => document,
            Err(error) => return (None, vec![not_toml(text, file, &error)]),
        };
        let mut problems = Vec::new();
        let mut palette = Palette::DARK;
        let mut tell = |key: &str, item: &Item, wrong: Wrong| {
            let key = document.key(key).and_then(toml_edit::Key::span);
            let line = item.span().or(key).map(|span| line_of(text, &span));
            problems.push(Problem { file: file.to_owned(), line, wrong });
        };
        if let Some(item) = document.get("base") {
            match item.as_str() {
                Some("dark") => {}
                Some("light") => palette = Palette::LIGHT,
                _ => {
                    let allowed = "\"dark\", \"light\"".to_owned();
                    tell(
                        "base",
                        item,
                        Wrong::BadValue { key: "base".to_owned(), found: found(item), allowed },
                    );
                }
            }
        }
        for (key, item) in document.iter().filter(|(key, _)| *key != "base") {
            let Some((_, role)) = Role::NAMED.into_iter().find(|(name, _)| *name == key) else {
                let near = near(key, Role::NAMED.iter().map(|(name, _)| *name)).map(str::to_owned);
                tell(key, item, Wrong::UnknownKey { key: crate::settings::shown(key), near });
                continue;
            };
            match item.as_str().map(|text| if text == "default" { Ok(None) } else { text.parse().map(Some) })
            {
                Some(Ok(colour)) => palette = palette.with(role, colour),
                Some(Err(_)) | None => {
                    tell(key, item, Wrong::BadColour { key: key.to_owned(), found: found(item) });
                }
            }
        }
        (Some(Self { name: name.to_owned(), palette }), problems)
    }
}

#[cfg(test)]
mod tests;
