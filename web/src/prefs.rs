//! The user's settings of the page: colours, sounds, notices, and the guard against wrong taps.

use std::fmt;

use tengen_session::text::Lang;

/// The colours of the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// As the system says: light or dark.
    #[default]
    System,
    Light,
    Dark,
    Paper,
    Wood,
    Contrast,
}

impl Theme {
    pub(crate) const ALL: [Self; 6] =
        [Self::System, Self::Light, Self::Dark, Self::Paper, Self::Wood, Self::Contrast];

    /// Returns the name of the theme in the style sheet; empty for the system's.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "",
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Paper => "paper",
            Self::Wood => "wood",
            Self::Contrast => "contrast",
        }
    }

    pub(crate) const fn title(self, lang: Lang) -> &'static str {
        match self {
            Self::System => lang.value_auto(),
            Self::Light => lang.value_light(),
            Self::Dark => lang.value_dark(),
            Self::Paper => lang.prefs_paper(),
            Self::Wood => lang.prefs_wood(),
            Self::Contrast => lang.prefs_contrast(),
        }
    }
}

/// A setting that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// Sounds with stones and at the end of a game.
    Sound,
    /// Notifications of the system while the page is hidden.
    Notices,
    /// A quick tap on a small board only shows the stone, and a second one places it.
    Taps,
}

impl Switch {
    pub(crate) const ALL: [Self; 3] = [Self::Sound, Self::Notices, Self::Taps];

    const fn name(self) -> &'static str {
        match self {
            Self::Sound => "sound",
            Self::Notices => "notices",
            Self::Taps => "taps",
        }
    }

    pub(crate) const fn title(self, lang: Lang) -> &'static str {
        match self {
            Self::Sound => lang.prefs_sound(),
            Self::Notices => lang.prefs_notices(),
            Self::Taps => lang.prefs_taps(),
        }
    }
}

/// The settings that the browser stores as one text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prefs {
    pub theme: Theme,
    on: [bool; 3],
}

impl Default for Prefs {
    /// The system's colours, no sounds, no notices, and the guard against wrong taps.
    fn default() -> Self {
        Self { theme: Theme::System, on: [false, false, true] }
    }
}

impl Prefs {
    /// Whether a switch is on.
    #[must_use]
    pub const fn has(self, switch: Switch) -> bool {
        self.on[switch as usize]
    }

    /// Turns a switch on or off.
    pub(crate) const fn toggle(&mut self, switch: Switch) {
        self.on[switch as usize] = !self.on[switch as usize];
    }

    /// Reads what [`Prefs`] has written. What it does not know is left out.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let has = |name: &str| text.split(' ').any(|word| word == name);
        let theme = Theme::ALL.into_iter().skip(1).find(|theme| has(theme.name())).unwrap_or_default();
        Self { theme, on: Switch::ALL.map(|switch| has(switch.name())) }
    }
}

impl fmt::Display for Prefs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.theme.name())?;
        Switch::ALL
            .into_iter()
            .filter(|switch| self.has(*switch))
            .try_for_each(|switch| write!(f, " {}", switch.name()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        for theme in Theme::ALL {
            for switch in Switch::ALL {
                let mut prefs = Prefs { theme, ..Prefs::default() };
                prefs.toggle(switch);
                assert_eq!(Prefs::read(&prefs.to_string()), prefs);
            }
        }
        let unknown = Prefs::read("purple loud sound");
        assert_eq!(
            (unknown.theme, unknown.has(Switch::Sound), unknown.has(Switch::Taps)),
            (Theme::System, true, false)
        );
    }
}
