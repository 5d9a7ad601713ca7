//! The settings one by one: place in the file, value, allowed values and labels.

use tengen_session::{evaluation::Detail, text::Lang};

use super::{Environment, NamedTheme, Settings, ThemeChoice, choice::Choice};
use crate::theme::{Charset, Depth, Palette, Theme};

/// A setting, as a line of the settings screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pref {
    Language,
    /// The theme, which decides the colours.
    Theme,
    /// Whether the background of the terminal is dark or light.
    Background,
    /// The number of colours.
    Colours,
    /// The characters to draw with.
    Characters,
    /// The protection against stones on the wrong point.
    Misclick,
    /// Whether the program or the terminal has the mouse.
    Mouse,
    /// The amount of detail in an AI's evaluation.
    Evaluation,
    /// The call after the opponent's move.
    Turn,
    /// The call when somebody takes a seat.
    Join,
    /// The call at the end of a game.
    End,
    /// Whether to call a user who is active.
    Typing,
}

impl Pref {
    /// Every setting, in the order of the screen.
    pub const ALL: [Self; 12] = [
        Self::Language,
        Self::Theme,
        Self::Background,
        Self::Colours,
        Self::Characters,
        Self::Misclick,
        Self::Mouse,
        Self::Evaluation,
        Self::Turn,
        Self::Join,
        Self::End,
        Self::Typing,
    ];

    /// Returns the table in the file, or `None` for the top level, and the key.
    #[must_use]
    pub const fn place(self) -> (Option<&'static str>, &'static str) {
        match self {
            Self::Language => (None, "language"),
            Self::Theme => (None, "theme"),
            Self::Background => (None, "background"),
            Self::Colours => (None, "colours"),
            Self::Characters => (None, "characters"),
            Self::Misclick => (None, "misclick"),
            Self::Mouse => (None, "mouse"),
            Self::Evaluation => (None, "evaluation"),
            Self::Turn => (Some("calls"), "turn"),
            Self::Join => (Some("calls"), "join"),
            Self::End => (Some("calls"), "end"),
            Self::Typing => (Some("calls"), "typing"),
        }
    }

    /// Returns the value in `settings`, by its name in the file.
    #[must_use]
    pub fn value(self, settings: &Settings) -> &str {
        match self {
            Self::Language => settings.language.name(),
            Self::Theme => match &settings.theme {
                ThemeChoice::Auto => "auto",
                ThemeChoice::Named(theme) => &theme.name,
            },
            Self::Background => settings.background.name(),
            Self::Colours => settings.colours.name(),
            Self::Characters => settings.characters.name(),
            Self::Misclick => settings.misclick.name(),
            Self::Mouse => settings.mouse.name(),
            Self::Evaluation => settings.evaluation.name(),
            Self::Turn => settings.calls.turn.name(),
            Self::Join => settings.calls.join.name(),
            Self::End => settings.calls.end.name(),
            Self::Typing => settings.calls.typing.name(),
        }
    }

    /// Returns the names of all allowed values. `themes` are the themes to choose from.
    #[must_use]
    pub fn names(self, themes: &[NamedTheme]) -> Vec<String> {
        match self {
            Self::Language => super::Language::names(),
            Self::Theme => {
                let names = themes.iter().map(|theme| theme.name.clone());
                std::iter::once("auto".to_owned()).chain(names).collect()
            }
            Self::Background => super::Background::names(),
            Self::Colours => super::Colours::names(),
            Self::Characters => super::Characters::names(),
            Self::Misclick => super::Misclick::names(),
            Self::Mouse => super::Mouse::names(),
            Self::Evaluation => Detail::names(),
            Self::Typing => super::Typing::names(),
            Self::Turn | Self::Join | Self::End => super::Call::names(),
        }
    }

    /// Sets the value by its name. Returns false if no value has that name.
    pub fn set(self, settings: &mut Settings, name: &str, themes: &[NamedTheme]) -> bool {
        match self {
            Self::Language => put(&mut settings.language, name),
            Self::Theme => {
                let chosen = match name {
                    "auto" => Some(ThemeChoice::Auto),
                    name => themes.iter().find(|theme| theme.name == name).cloned().map(ThemeChoice::Named),
                };
                chosen.map(|chosen| settings.theme = chosen).is_some()
            }
            Self::Background => put(&mut settings.background, name),
            Self::Colours => put(&mut settings.colours, name),
            Self::Characters => put(&mut settings.characters, name),
            Self::Misclick => put(&mut settings.misclick, name),
            Self::Mouse => put(&mut settings.mouse, name),
            Self::Evaluation => put(&mut settings.evaluation, name),
            Self::Turn => put(&mut settings.calls.turn, name),
            Self::Join => put(&mut settings.calls.join, name),
            Self::End => put(&mut settings.calls.end, name),
            Self::Typing => put(&mut settings.calls.typing, name),
        }
    }

    /// Sets the next value, or the previous one if `up` is false. After the last value comes the first.
    pub fn turn(self, settings: &mut Settings, up: bool, themes: &[NamedTheme]) {
        let names = self.names(themes);
        let at = names.iter().position(|name| name == self.value(settings)).unwrap_or(0);
        let next = if up { at + 1 } else { at + names.len() - 1 };
        if let Some(name) = names.get(next % names.len().max(1)) {
            self.set(settings, name, themes);
        }
    }

    /// Returns the label of the setting on the screen.
    #[must_use]
    pub const fn label(self, lang: Lang) -> &'static str {
        match self {
            Self::Language => lang.pref_language(),
            Self::Theme => lang.pref_theme(),
            Self::Background => lang.pref_background(),
            Self::Colours => lang.pref_colours(),
            Self::Characters => lang.pref_characters(),
            Self::Misclick => lang.pref_misclick(),
            Self::Mouse => lang.pref_mouse(),
            Self::Evaluation => lang.pref_evaluation(),
            Self::Turn => lang.pref_turn(),
            Self::Join => lang.pref_join(),
            Self::End => lang.pref_end(),
            Self::Typing => lang.pref_typing(),
        }
    }

    /// Returns a sentence about the setting.
    #[must_use]
    pub const fn help(self, lang: Lang) -> &'static str {
        match self {
            Self::Language => lang.pref_language_help(),
            Self::Theme => lang.pref_theme_help(),
            Self::Background => lang.pref_background_help(),
            Self::Colours => lang.pref_colours_help(),
            Self::Characters => lang.pref_characters_help(),
            Self::Misclick => lang.pref_misclick_help(),
            Self::Mouse => lang.pref_mouse_help(),
            Self::Evaluation => lang.pref_evaluation_help(),
            Self::Turn => lang.pref_turn_help(),
            Self::Join => lang.pref_join_help(),
            Self::End => lang.pref_end_help(),
            Self::Typing => lang.pref_typing_help(),
        }
    }

    /// Returns the label of the value that `auto` stands for at present. Returns `None` if the setting has no
    /// `auto`.
    #[must_use]
    pub fn auto_label(self, theme: Theme, environment: &Environment, lang: Lang) -> Option<String> {
        let ground = |light| if light { lang.value_light() } else { lang.value_dark() };
        Some(match self {
            Self::Language => lang.to_string(),
            Self::Theme => ground(theme.palette == Palette::LIGHT).to_owned(),
            Self::Background => ground(environment.is_light).to_owned(),
            Self::Colours => match theme.depth {
                Depth::None => lang.value_none().to_owned(),
                Depth::Sixteen => "16".to_owned(),
                Depth::Indexed => "256".to_owned(),
                Depth::True => lang.value_all().to_owned(),
            },
            Self::Characters => match theme.charset {
                Charset::Unicode => "Unicode".to_owned(),
                Charset::Ascii => "ASCII".to_owned(),
            },
            Self::Misclick | Self::Mouse | Self::Evaluation => return None,
            Self::Turn | Self::Join | Self::End | Self::Typing => return None,
        })
    }

    /// Returns the label of the value.
    #[must_use]
    pub fn value_label(self, settings: &Settings, lang: Lang) -> String {
        let name = self.value(settings);
        let known = match (self, name) {
            (Self::Language, "en") => "English",
            (Self::Language, "zh") => "中文",
            (_, "auto") => lang.value_auto(),
            (Self::Theme | Self::Background, "dark") => lang.value_dark(),
            (Self::Theme | Self::Background, "light") => lang.value_light(),
            (Self::Theme, other) => other,
            (Self::Colours, "none") => lang.value_none(),
            (Self::Colours, "all") => lang.value_all(),
            (_, "off") => lang.value_off(),
            (_, "on") => lang.value_on(),
            (_, "confirm") => lang.value_confirm(),
            (_, "ghost") => lang.value_ghost(),
            (_, "bell") => lang.value_bell(),
            (_, "desktop") => lang.value_desktop(),
            (_, "both") => lang.value_both(),
            (_, "words") => lang.value_words(),
            (_, "figures") => lang.value_figures(),
            (_, "silent") => lang.value_silent(),
            (_, "notify") => lang.value_notify(),
            (Self::Characters, "unicode") => "Unicode",
            (Self::Characters, "ascii") => "ASCII",
            (_, other) => other,
        };
        known.to_owned()
    }
}

fn put<T: Choice>(value: &mut T, name: &str) -> bool {
    T::named(name).map(|named| *value = named).is_some()
}
