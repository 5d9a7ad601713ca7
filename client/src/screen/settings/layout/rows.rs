//! The rows of the settings screen.

use tengen_session::text::Lang;

use crate::{
    keymap::{Bound, Context},
    model::Model,
    screen::settings::SettingsScreen,
    settings::Pref,
};

/// A row of the main page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettingsLine {
    /// A setting.
    Pref(Pref),
    /// The row that opens the page of keys.
    Keys,
    /// The row that opens the page of errors in the settings files.
    Problems,
}

impl SettingsScreen {
    /// Returns the row under the cursor.
    #[must_use]
    pub fn line(&self, model: &Model) -> SettingsLine {
        let lines = SettingsLine::all(model);
        lines.get(self.cursor).copied().unwrap_or(SettingsLine::Keys)
    }
}

impl SettingsLine {
    /// Returns the visible rows, from the top.
    #[must_use]
    pub fn all(model: &Model) -> Vec<Self> {
        let wrong = (!model.problems.is_empty()).then_some(Self::Problems);
        Pref::ALL.into_iter().map(Self::Pref).chain([Self::Keys]).chain(wrong).collect()
    }

    /// Returns the name of the row.
    #[must_use]
    pub const fn label(self, lang: Lang) -> &'static str {
        match self {
            Self::Pref(pref) => pref.label(lang),
            Self::Keys => lang.pref_keys(),
            Self::Problems => lang.pref_problems(),
        }
    }

    /// Returns one sentence that explains the row.
    #[must_use]
    pub fn help(self, model: &Model) -> &'static str {
        let lang = model.lang;
        match self {
            Self::Pref(pref) => pref.help(lang),
            Self::Keys => lang.pref_keys_help(),
            Self::Problems => lang.pref_problems_help(),
        }
    }

    /// Returns the value in words.
    #[must_use]
    pub fn value(self, model: &Model) -> String {
        let lang = model.lang;
        match self {
            Self::Pref(pref) => match pref.auto_label(model.theme, &model.environment, lang) {
                Some(found) if pref.value(&model.settings) == "auto" => {
                    format!("{} ({found})", pref.value_label(&model.settings, lang))
                }
                _ => pref.value_label(&model.settings, lang),
            },
            Self::Keys => match model.settings.keys.iter().count() {
                0 => lang.pref_no_own_keys().to_owned(),
                count => lang.pref_own_keys(count),
            },
            Self::Problems => lang.pref_count(model.problems.len()),
        }
    }
}

/// A row of the page of keys: a heading, or an action with its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum KeyRow {
    /// A heading that names where the keys below it apply.
    Place(&'static str),
    /// An action that can have other keys.
    Bound(Bound),
}

impl KeyRow {
    /// Returns the rows of the page of keys, from the top.
    #[must_use]
    pub(crate) fn all(model: &Model) -> Vec<Self> {
        let mut places: Vec<(&'static str, Vec<Bound>)> = Vec::new();
        for bound in model.keymap.bound() {
            let Some(context) = bound.contexts.first() else { continue };
            let place = place(*context, &bound, model.lang);
            match places.iter_mut().find(|(known, _)| *known == place) {
                Some((_, there)) => there.push(bound),
                None => places.push((place, vec![bound])),
            }
        }
        let rows = |(place, there): (_, Vec<Bound>)| {
            std::iter::once(Self::Place(place)).chain(there.into_iter().map(Self::Bound))
        };
        places.into_iter().flat_map(rows).collect()
    }
}

/// Returns where a key applies, in one or two words: by the part of its name before the dot, else by its context.
fn place(context: Context, bound: &Bound, lang: Lang) -> &'static str {
    match bound.name.split_once('.').map(|(group, _)| group) {
        Some("chat" | "mute") => lang.place_chat(),
        Some("games") => lang.place_games(),
        Some("replay") => lang.place_replay(),
        Some("thinking") => lang.place_analysis(),
        Some("start") => lang.place_start(),
        Some("list" | "find") => lang.place_list(),
        Some("form") => lang.place_form(),
        Some("text") => lang.place_text(),
        Some("help" | "popup" | "confirm" | "levels") => lang.place_popup(),
        Some("settings") => lang.place_settings(),
        _ if context == Context::Room => lang.place_room(),
        _ => lang.place_everywhere(),
    }
}
