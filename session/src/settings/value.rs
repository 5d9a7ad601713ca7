//! The types of the settings: the values that a form offers, and how each is shown, formatted and parsed.

use tengen_shared::{
    game::{
        Access, AiGames, ClockRule, FirstMove, HintRule, MAX_AI_GAMES, MAX_THINK_MS, Settings, SpectatorRule,
        ThinkTime, ThoughtRule, VerdictRule,
    },
    rules::{FoulRule, Opening},
};

use super::clock;
use crate::{
    terms::{self, plural},
    text::Lang,
};

/// Why a text is not a value of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The text is not one of the words that the setting knows; holds those words.
    NoChoice(String),
    /// The text is not a number.
    NoNumber,
    /// The text does not have the form of a clock.
    NoClock,
    /// The value is out of range; holds the limits in words, in English.
    NotAllowed(String),
}

/// A type of setting.
pub(super) trait Value: Copy + PartialEq + 'static {
    /// The values that a form offers.
    const ALL: &'static [Self];

    fn of(settings: &Settings) -> Self;

    fn put(self, settings: &mut Settings);

    fn shown(self, lang: Lang) -> String;

    fn typed(self) -> String;

    fn read(text: &str) -> Result<Self, Unreadable>;

    /// Returns the next or previous of the offered values and `own`, and wraps round at the ends.
    fn next(self, own: Self, up: bool) -> Self {
        let own = (!Self::ALL.contains(&own)).then_some(own);
        let all: Vec<Self> = Self::ALL.iter().copied().chain(own).collect();
        let at = all.iter().position(|value| *value == self).unwrap_or(0);
        all[(at + if up { 1 } else { all.len() - 1 }) % all.len()]
    }
}

/// When people see the AI's evaluations. The protocol has two rules for this: one for each move's evaluation, and one
/// for announcing that a win is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evaluation {
    /// After each move, with proven wins.
    EachMove,
    AfterGame,
    Never,
    /// Another combination of the two rules, which a form keeps but does not offer.
    Other(ThoughtRule, VerdictRule),
}

impl Evaluation {
    const fn rules(self) -> (ThoughtRule, VerdictRule) {
        match self {
            Self::EachMove => (ThoughtRule::Live, VerdictRule::Always),
            Self::AfterGame => (ThoughtRule::AfterGame, VerdictRule::Never),
            Self::Never => (ThoughtRule::Never, VerdictRule::Never),
            Self::Other(thoughts, verdicts) => (thoughts, verdicts),
        }
    }
}

impl Value for Evaluation {
    const ALL: &'static [Self] = &[Self::EachMove, Self::AfterGame, Self::Never];

    fn of(settings: &Settings) -> Self {
        let rules = (settings.thoughts, settings.verdicts);
        let known = Self::ALL.iter().find(|offered| offered.rules() == rules);
        known.copied().unwrap_or(Self::Other(rules.0, rules.1))
    }

    fn put(self, settings: &mut Settings) {
        (settings.thoughts, settings.verdicts) = self.rules();
    }

    fn shown(self, lang: Lang) -> String {
        match self {
            Self::EachMove => lang.evaluation_each_move().to_owned(),
            Self::AfterGame => lang.evaluation_after_game().to_owned(),
            Self::Never => lang.evaluation_never().to_owned(),
            Self::Other(..) => lang.evaluation_other().to_owned(),
        }
    }

    fn typed(self) -> String {
        match self {
            Self::EachMove => "live".to_owned(),
            Self::AfterGame => "after".to_owned(),
            Self::Never => "never".to_owned(),
            Self::Other(thoughts, verdicts) => {
                let thoughts = match thoughts {
                    ThoughtRule::Live => "live",
                    ThoughtRule::AfterGame => "after",
                    ThoughtRule::Never => "never",
                };
                let verdicts = match verdicts {
                    VerdictRule::Classic => "classic",
                    VerdictRule::Always => "always",
                    VerdictRule::Never => "none",
                };
                format!("{thoughts}-{verdicts}")
            }
        }
    }

    fn read(text: &str) -> Result<Self, Unreadable> {
        let text = text.to_ascii_lowercase();
        let thoughts = [ThoughtRule::Live, ThoughtRule::AfterGame, ThoughtRule::Never];
        let verdicts = [VerdictRule::Classic, VerdictRule::Always, VerdictRule::Never];
        let others = thoughts.into_iter().flat_map(|first| verdicts.map(|second| Self::Other(first, second)));
        let mut all = Self::ALL.iter().copied().chain(others);
        let words = || {
            Unreadable::NoChoice(Self::ALL.iter().map(|value| value.typed()).collect::<Vec<_>>().join(", "))
        };
        all.find(|value| value.typed() == text).ok_or_else(words)
    }
}

/// Implements [`Value`] for an enum: its field, and for each value the word to type and the message to show.
macro_rules! choices {
    ($($rule:ident $field:ident: $($value:ident $word:literal $shown:ident),+;)+) => {
        $(impl Value for $rule {
            const ALL: &'static [Self] = &[$(Self::$value),+];

            fn of(settings: &Settings) -> Self {
                settings.$field
            }

            fn put(self, settings: &mut Settings) {
                settings.$field = self;
            }

            fn shown(self, lang: Lang) -> String {
                match self {
                    $(Self::$value => lang.$shown(),)+
                }
                .to_owned()
            }

            fn typed(self) -> String {
                match self {
                    $(Self::$value => $word,)+
                }
                .to_owned()
            }

            fn read(text: &str) -> Result<Self, Unreadable> {
                match text.to_ascii_lowercase().as_str() {
                    $($word => Ok(Self::$value),)+
                    _ => Err(Unreadable::NoChoice([$($word),+].join(", "))),
                }
            }
        })+
    };
}

choices! {
    Access access: Listed "listed" access_listed, Unlisted "unlisted" access_unlisted,
        Passphrase "passphrase" access_passphrase;
    SpectatorRule spectators: Allowed "allowed" watch_allowed, ByConsent "consent" watch_consent, Never "never" watch_never;
    FirstMove first_move: Alternate "alternate" first_alternate, LoserFirst "loser" first_loser,
        WinnerFirst "winner" first_winner, Fixed "fixed" first_fixed;
    Opening opening: None "none" opening_none, Pro "pro" opening_pro, LongPro "long-pro" opening_long_pro,
        Swap "swap" opening_swap, Swap2 "swap2" opening_swap2;
    FoulRule fouls: Refused "refused" fouls_refused, Loses "loses" fouls_loses;
    HintRule hints: AgainstAi "ai" hints_ai, Always "always" hints_always, Never "never" hints_never;
}

const fn per_move(seconds: u32) -> ClockRule {
    ClockRule::PerMove { ms: seconds * 1_000 }
}

const fn fischer(minutes: u32, seconds: u32) -> ClockRule {
    ClockRule::Fischer { main_ms: minutes * 60_000, increment_ms: seconds * 1_000 }
}

const fn byo_yomi(minutes: u32, seconds: u32, periods: u8) -> ClockRule {
    ClockRule::ByoYomi { main_ms: minutes * 60_000, period_ms: seconds * 1_000, periods }
}

impl Value for ClockRule {
    const ALL: &'static [Self] = &[
        Self::None,
        per_move(10),
        per_move(30),
        per_move(60),
        fischer(1, 0),
        fischer(3, 2),
        fischer(5, 3),
        fischer(10, 5),
        fischer(30, 0),
        byo_yomi(5, 10, 3),
        byo_yomi(10, 30, 3),
        byo_yomi(30, 30, 5),
    ];

    fn of(settings: &Settings) -> Self {
        settings.clock
    }

    fn put(self, settings: &mut Settings) {
        settings.clock = self;
    }

    fn shown(self, lang: Lang) -> String {
        terms::clock(self, lang)
    }

    fn typed(self) -> String {
        clock::typed(self)
    }

    fn read(text: &str) -> Result<Self, Unreadable> {
        clock::read(text)
    }
}

/// The difference between two think times on a form, in milliseconds.
const THINK_STEP_MS: u16 = 500;

impl Value for ThinkTime {
    const ALL: &'static [Self] = &[];

    fn of(settings: &Settings) -> Self {
        settings.think_time
    }

    fn put(self, settings: &mut Settings) {
        settings.think_time = self;
    }

    fn shown(self, lang: Lang) -> String {
        lang.think_time(&terms::thousandths(self.ms().into()))
    }

    fn typed(self) -> String {
        self.ms().to_string()
    }

    fn read(text: &str) -> Result<Self, Unreadable> {
        let ms: u16 = text.parse().map_err(|_| Unreadable::NoNumber)?;
        Self::try_from(ms).map_err(|error| Unreadable::NotAllowed(error.to_string()))
    }

    /// Adds or subtracts half a second within the limits.
    fn next(self, _: Self, up: bool) -> Self {
        let ms = if up {
            self.ms().saturating_add(THINK_STEP_MS).min(MAX_THINK_MS)
        } else {
            self.ms().saturating_sub(THINK_STEP_MS)
        };
        Self::try_from(ms).unwrap_or(self)
    }
}

impl Value for AiGames {
    const ALL: &'static [Self] = &[];

    fn of(settings: &Settings) -> Self {
        settings.ai_games
    }

    fn put(self, settings: &mut Settings) {
        settings.ai_games = self;
    }

    fn shown(self, lang: Lang) -> String {
        lang.games(self.games().into(), plural(self.games().into()))
    }

    fn typed(self) -> String {
        self.games().to_string()
    }

    fn read(text: &str) -> Result<Self, Unreadable> {
        let games: u8 = text.parse().map_err(|_| Unreadable::NoNumber)?;
        Self::try_from(games).map_err(|error| Unreadable::NotAllowed(error.to_string()))
    }

    /// Returns the next or previous of a few round numbers, and wraps round at the ends.
    fn next(self, _: Self, up: bool) -> Self {
        const ROUND: [u8; 8] = [1, 2, 3, 5, 10, 20, 50, MAX_AI_GAMES];
        let next = if up {
            ROUND.into_iter().find(|games| *games > self.games()).unwrap_or(ROUND[0])
        } else {
            ROUND.into_iter().rfind(|games| *games < self.games()).unwrap_or(MAX_AI_GAMES)
        };
        Self::try_from(next).unwrap_or(self)
    }
}
