//! The table of a room's settings, which forms, line mode and proposals use. For each setting it has a name, an
//! explanation and a list of values, and it shows, formats and parses a value.
//!
//! To add a setting, add a field to [`Settings`] with a type that implements `Value`, a line to the table here, and its
//! messages. Line mode and proposals have it then; a form decides where it shows it. `ARCHITECTURE.md` lists what else
//! a setting touches.

mod clock;
mod value;

use tengen_shared::{
    game::{Access, AiGames, ClockRule, FirstMove, HintRule, Settings, SpectatorRule, ThinkTime},
    rules::{FoulRule, Opening, Variant},
};

use crate::{terms, text::Lang};

use value::Value;
pub use value::{Evaluation, Unreadable};

/// Writes the table. Each line has the setting, the type of its values, its word in line mode, and its messages: the
/// label on a form, the label in a proposal, and an explanation.
macro_rules! settings {
    ($($(#[$doc:meta])* $name:ident $type:ident $word:literal $label:ident $proposed:ident $about:ident;)+) => {
        /// A setting of a room, except for the board, which each front end chooses separately.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Setting {
            $($(#[$doc])* $name,)+
        }

        impl Setting {
            /// Every setting, in the order of a proposal.
            pub const ALL: &[Self] = &[$(Self::$name),+];

            /// The name of the setting in line mode. The values of [`Setting::Access`] are typed without it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }

            /// The name of the setting on a form.
            #[must_use]
            pub const fn label(self, lang: Lang) -> &'static str {
                match self {
                    $(Self::$name => lang.$label(),)+
                }
            }

            /// The name of the setting in a proposal, as in `clock none -> 5:00 + 3 s`.
            #[must_use]
            pub const fn proposed(self, lang: Lang) -> &'static str {
                match self {
                    $(Self::$name => lang.$proposed(),)+
                }
            }

            /// One sentence that explains the setting.
            #[must_use]
            pub const fn about(self, lang: Lang) -> &'static str {
                match self {
                    $(Self::$name => lang.$about(),)+
                }
            }

            /// Returns the value in words.
            #[must_use]
            pub fn shown(self, settings: &Settings, lang: Lang) -> String {
                match self {
                    $(Self::$name => <$type as Value>::of(settings).shown(lang),)+
                }
            }

            /// Returns the value as typed in line mode, so that [`Setting::read`] can parse it.
            #[must_use]
            pub fn typed(self, settings: &Settings) -> String {
                match self {
                    $(Self::$name => <$type as Value>::of(settings).typed(),)+
                }
            }

            /// Parses `text` and sets the value.
            ///
            /// # Errors
            /// Returns the reason if the text is not a value of the setting. Nothing changes then.
            pub fn read(self, settings: &mut Settings, text: &str) -> Result<(), Unreadable> {
                match self {
                    $(Self::$name => <$type as Value>::read(text)?.put(settings),)+
                }
                Ok(())
            }

            /// Sets the next value, or with `up` false the previous one. Where a form offers a fixed list of values, it
            /// offers the value in `old` in addition; times and numbers of games go up and down in steps.
            pub fn step(self, settings: &mut Settings, old: &Settings, up: bool) {
                match self {
                    $(Self::$name => Value::next($type::of(settings), $type::of(old), up).put(settings),)+
                }
            }

            /// Copies the value of this setting from `from` to `to`.
            pub fn copy(self, from: &Settings, to: &mut Settings) {
                match self {
                    $(Self::$name => $type::of(from).put(to),)+
                }
            }
        }
    };
}

settings! {
    /// How much time each player has for a game or a move.
    Clock ClockRule "clock" form_clock change_clock about_clock;
    /// The rule for the first stones.
    Opening Opening "opening" form_opening change_opening about_opening;
    /// Whether a forbidden stone is refused, or loses the game.
    Fouls FoulRule "forbidden" form_fouls change_fouls about_fouls;
    /// How people find and enter the room.
    Access Access "access" form_access change_access about_access;
    /// Whether others may watch, at once or after a request.
    Spectators SpectatorRule "spectators" form_spectators change_watching about_spectators;
    /// Who begins the games after the first.
    FirstMove FirstMove "begins" form_first_move change_first about_first_move;
    /// The minimum time of an AI's move.
    ThinkTime ThinkTime "think" form_think_time change_ai_time about_think_time;
    /// When a player may ask for a hint.
    Hints HintRule "hints" form_hints change_hints about_hints;
    /// When people see the AI's evaluations, among them that a win is proven.
    Evaluation Evaluation "evaluation" form_evaluation change_evaluation about_evaluation;
    /// The number of games after which two AIs pause.
    AiGames AiGames "games" form_ai_games change_pause about_ai_games;
}

/// Returns the usual settings of a new room: those of the protocol, but evaluations are shown only after the game.
#[must_use]
pub fn usual(variant: Variant) -> Settings {
    let mut settings = Settings::new(variant);
    Evaluation::AfterGame.put(&mut settings);
    settings
}

/// A setting that differs, in words.
struct Difference {
    /// The name of the setting at the beginning of a sentence, and within one.
    label: &'static str,
    within: &'static str,
    old: String,
    new: String,
}

/// Returns the differences between two settings, the board first.
fn differences(old: &Settings, new: &Settings, lang: Lang) -> Vec<Difference> {
    let [old_board, new_board] = [old, new].map(|settings| terms::board(settings.variant, lang));
    let board =
        Difference { label: lang.form_board(), within: lang.change_board(), old: old_board, new: new_board };
    let others = Setting::ALL.iter().map(|setting| Difference {
        label: setting.label(lang),
        within: setting.proposed(lang),
        old: setting.shown(old, lang),
        new: setting.shown(new, lang),
    });
    [board].into_iter().chain(others).filter(|difference| difference.old != difference.new).collect()
}

/// Returns the differences between two settings, such as
/// `board Gomoku 15x15 -> Gomoku 19x19, clock none -> 5:00 + 3 s`.
#[must_use]
pub fn changes(old: &Settings, new: &Settings, lang: Lang) -> String {
    let part = |Difference { within, old, new, .. }: &Difference| format!("{within}{old} -> {new}");
    let parts: Vec<String> = differences(old, new, lang).iter().map(part).collect();
    if parts.is_empty() { lang.only_passphrase().to_owned() } else { parts.join(", ") }
}

/// Returns a sentence about a change of the settings, such as "Clock changed from none to 5:00 + 3 s".
#[must_use]
pub fn changed(old: &Settings, new: &Settings, lang: Lang) -> String {
    match differences(old, new, lang).as_slice() {
        [Difference { label, old, new, .. }] => lang.changed_one(label, old, new),
        _ => lang.changed_several(&changes(old, new, lang)),
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::game::{ClockRule, SpectatorRule};

    use super::*;

    #[test]
    fn only_what_changes_is_said() {
        let old = Settings::new(Variant::GOMOKU15);
        let clock = ClockRule::fischer(300_000, 3_000).unwrap();
        let new = Settings { variant: Variant::GOMOKU19, clock, ..old };
        assert_eq!(
            changes(&old, &new, Lang::English),
            "board Gomoku 15x15 -> Gomoku 19x19, clock none -> 5:00 + 3 s"
        );
        let new = Settings { variant: Variant::TICTACTOE, spectators: SpectatorRule::Never, ..old };
        assert_eq!(
            changes(&old, &new, Lang::English),
            "board Gomoku 15x15 -> Tic-tac-toe, spectators allowed -> not allowed"
        );
        let new = Settings { variant: Variant::GOMOKU19, ..old };
        assert_eq!(changed(&old, &new, Lang::English), "Board changed from Gomoku 15x15 to Gomoku 19x19");
    }

    #[test]
    fn every_value_of_a_form_is_read_as_it_is_typed_and_comes_round_again() {
        let old = Settings::new(Variant::GOMOKU15);
        for setting in Setting::ALL {
            let mut settings = old;
            for step in 0..200 {
                let before = settings;
                setting.step(&mut settings, &old, step < 100);
                let mut read = old;
                setting.read(&mut read, &setting.typed(&settings)).unwrap();
                assert_eq!(read, settings, "{setting:?}");
                setting.copy(&before, &mut read);
                assert_eq!(read, before, "{setting:?}");
            }
        }
    }

    #[test]
    fn a_value_that_no_form_has_is_among_those_that_are_gone_through() {
        let mut old = Settings::new(Variant::GOMOKU15);
        Setting::Clock.read(&mut old, "7+1").unwrap();
        let (mut settings, clock) = (old, old.clock);
        Setting::Clock.step(&mut settings, &old, true);
        assert_ne!(settings.clock, clock);
        Setting::Clock.step(&mut settings, &old, false);
        assert_eq!(settings.clock, clock);
    }

    #[test]
    fn what_is_no_value_changes_nothing() {
        let old = Settings::new(Variant::GOMOKU15);
        for (setting, text) in [
            (Setting::Clock, "soon"),
            (Setting::Clock, "0s"),
            (Setting::Hints, "sometimes"),
            (Setting::ThinkTime, "5001"),
            (Setting::ThinkTime, "-1"),
            (Setting::AiGames, "0"),
            (Setting::AiGames, "300"),
        ] {
            let mut settings = old;
            assert!(setting.read(&mut settings, text).is_err(), "{setting:?} {text}");
            assert_eq!(settings, old);
        }
    }
}
