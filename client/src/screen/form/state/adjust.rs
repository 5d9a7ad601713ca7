//! The values of the form's lines, one after the other.

use tengen_shared::{
    game::{
        Access, AiGames, ClockRule, FirstMove, HintRule, MAX_AI_GAMES, MAX_THINK_MS, SpectatorRule,
        ThoughtRule, VerdictRule,
    },
    rules::{MAX_SIDE, MIN_SIDE, Runs},
};

use crate::{
    intent::{Mode, Opponent, Starter},
    screen::form::{CreateForm, Field, VariantChoice, state::usual_starter},
};

const THINK_STEP_MS: u16 = 500;

impl CreateForm {
    /// Changes the line under the cursor to its next value, or with `up` false to the one before.
    pub fn adjust(&mut self, up: bool) {
        match self.cursor {
            Field::Variant => self.variant = self.next_variant(up),
            Field::Width => self.custom.width = step(self.custom.width, up, MIN_SIDE, MAX_SIDE),
            Field::Height => self.custom.height = step(self.custom.height, up, MIN_SIDE, MAX_SIDE),
            Field::WinLength => {
                self.custom.win_length = step(self.custom.win_length, up, MIN_SIDE, MAX_SIDE);
            }
            Field::Runs => {
                self.custom.runs = match self.custom.runs {
                    Runs::AtLeast => Runs::Exactly,
                    Runs::Exactly => Runs::AtLeast,
                }
            }
            Field::Opponent => self.change_opponent(up),
            Field::Level => self.bot = cycle(&self.choices(), self.bot(), up),
            Field::SecondLevel => self.second_bot = cycle(&self.choices(), self.second_bot(), up),
            Field::Starter => {
                self.starter = match self.starter {
                    Starter::Me => Starter::Opponent,
                    Starter::Opponent => Starter::Me,
                }
            }
            Field::FirstMove => self.first_move = cycle(&POLICIES, self.first_move, up),
            Field::ThinkTime => {
                self.think_ms = if up {
                    self.think_ms.saturating_add(THINK_STEP_MS).min(MAX_THINK_MS)
                } else {
                    self.think_ms.saturating_sub(THINK_STEP_MS)
                }
            }
            Field::More => self.more = !self.more,
            Field::Hints => self.hints = cycle(&HINTS, self.hints, up),
            Field::Thoughts => self.thoughts = cycle(&THOUGHTS, self.thoughts, up),
            Field::Verdicts => self.verdicts = cycle(&VERDICTS, self.verdicts, up),
            Field::AiGames => self.ai_games = next_ai_games(self.ai_games, up),
            Field::Clock => self.clock = self.next_clock(up),
            Field::Access => self.access = cycle(&ACCESS, self.access, up),
            Field::Spectators => self.spectators = cycle(&SPECTATORS, self.spectators, up),
            Field::Guest | Field::Passphrase | Field::Start => {}
        }
        let longest = self.custom.width.max(self.custom.height);
        self.custom.win_length = self.custom.win_length.clamp(MIN_SIDE, longest);
    }

    /// The clocks of the list, and among them the one that the room has.
    fn next_clock(&self, up: bool) -> ClockRule {
        let own = self.changed().map(|change| change.old.clock).filter(|clock| !CLOCKS.contains(clock));
        let all: Vec<ClockRule> = CLOCKS.into_iter().chain(own).collect();
        cycle(&all, self.clock, up)
    }

    fn next_variant(&self, up: bool) -> VariantChoice {
        let choices = [0, 1, 2, 3].map(VariantChoice::Named);
        let all = [choices.as_slice(), &[VariantChoice::Custom]].concat();
        cycle(&all, self.variant, up)
    }

    fn change_opponent(&mut self, up: bool) {
        let choices: &[Opponent] = match self.mode {
            Mode::Online => &[Opponent::Ai, Opponent::Open, Opponent::Here, Opponent::TwoAis],
            Mode::Local => &[Opponent::Ai, Opponent::Here, Opponent::TwoAis],
        };
        self.opponent = cycle(choices, self.opponent, up);
        self.starter = usual_starter(self.opponent);
    }
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

/// The clocks that the form goes through, the quickest first.
const CLOCKS: [ClockRule; 12] = [
    ClockRule::None,
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
const ACCESS: [Access; 3] = [Access::Listed, Access::Unlisted, Access::Passphrase];
const SPECTATORS: [SpectatorRule; 3] =
    [SpectatorRule::Allowed, SpectatorRule::ByConsent, SpectatorRule::Never];
const HINTS: [HintRule; 3] = [HintRule::AgainstAi, HintRule::Always, HintRule::Never];
const THOUGHTS: [ThoughtRule; 3] = [ThoughtRule::Live, ThoughtRule::AfterGame, ThoughtRule::Never];
const VERDICTS: [VerdictRule; 3] = [VerdictRule::Classic, VerdictRule::Always, VerdictRule::Never];
/// The numbers of games that the form goes through.
const AI_GAMES: [u8; 8] = [1, 2, 3, 5, 10, 20, 50, MAX_AI_GAMES];
const POLICIES: [FirstMove; 4] =
    [FirstMove::Alternate, FirstMove::LoserFirst, FirstMove::WinnerFirst, FirstMove::Fixed];

fn next_ai_games(now: AiGames, up: bool) -> AiGames {
    let games = cycle(&AI_GAMES, now.games(), up);
    AiGames::try_from(games).unwrap_or(now)
}

fn step(value: u8, up: bool, least: u8, most: u8) -> u8 {
    let next = if up { value.saturating_add(1) } else { value.saturating_sub(1) };
    next.clamp(least, most)
}

/// The value after or before `now`, round and round.
fn cycle<T: Copy + PartialEq>(all: &[T], now: T, up: bool) -> T {
    let at = all.iter().position(|value| *value == now).unwrap_or(0);
    let next = if up { at + 1 } else { at + all.len() - 1 };
    all[next % all.len()]
}
