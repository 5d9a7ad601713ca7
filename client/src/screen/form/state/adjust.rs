//! Changing the values on the form.

use tengen_session::{opponent::Opponent, settings::Setting};
use tengen_shared::{
    game::{ClockRule, Seat},
    rules::{Bot, MAX_SIDE, MIN_SIDE, RuleSet, Variant},
};

use crate::{
    input::TextInput,
    intent::{Mode, Starter},
    screen::form::{CreateForm, Field, VariantChoice, state::usual_starter},
};

/// The maximum number of characters of a clock.
const MAX_CLOCK_CHARS: usize = 20;

impl CreateForm {
    /// Sets the field under the cursor to its next value, or with `up` false to the previous one.
    pub fn adjust(&mut self, up: bool) {
        match self.cursor {
            Field::Variant => self.variant = self.next_variant(up),
            Field::Width => self.custom.width = step(self.custom.width, up, MIN_SIDE, MAX_SIDE),
            Field::Height => self.custom.height = step(self.custom.height, up, MIN_SIDE, MAX_SIDE),
            Field::WinLength => {
                self.custom.win_length = step(self.custom.win_length, up, MIN_SIDE, MAX_SIDE);
            }
            Field::Runs => self.custom.runs = cycle(&self.playable_rules(), self.custom.runs, up),
            Field::Opponent => self.change_opponent(up),
            Field::Level(seat) => {
                self.ais[seat] = cycle(&self.choices(), self.ai(seat).without_depth(), up);
            }
            Field::Depth(seat) => self.change_depth(seat, up),
            Field::Starter => {
                self.starter = match self.starter {
                    Starter::Me => Starter::Opponent,
                    Starter::Opponent => Starter::Me,
                }
            }
            Field::Setting(Setting::Clock) => self.change_clock(up),
            Field::Setting(setting) => {
                let old = self.changed().map_or(self.settings, |change| change.old);
                setting.step(&mut self.settings, &old, up);
            }
            Field::More => self.more = !self.more,
            Field::Guest | Field::OwnClock | Field::Passphrase | Field::Start => {}
        }
        let longest = self.custom.width.max(self.custom.height);
        if !self.playable_rules().contains(&self.custom.runs) {
            self.custom.runs = RuleSet::Freestyle;
        }
        let win_length = self.custom.runs.fixed_length().unwrap_or(self.custom.win_length);
        self.custom.win_length = win_length.clamp(MIN_SIDE, longest);
    }

    /// Returns the rule sets for which the user's own board is large enough.
    fn playable_rules(&self) -> Vec<RuleSet> {
        let longest = self.custom.width.max(self.custom.height);
        let fits = |rules: &RuleSet| rules.fixed_length().is_none_or(|length| length <= longest);
        RuleSet::ALL.into_iter().filter(fits).collect()
    }

    /// Goes through the usual depth and those of the engine.
    fn change_depth(&mut self, seat: Seat, up: bool) {
        let (bot, plain) = (self.ai(seat), self.ai(seat).without_depth());
        let deep = bot.depths().into_iter().flatten().filter_map(|depth| plain.with_depth(depth));
        let all: Vec<Bot> = std::iter::once(plain).chain(deep).collect();
        self.ais[seat] = cycle(&all, bot, up);
    }

    /// Goes through the clocks of the list, and the user's own between the last and the first.
    fn change_clock(&mut self, up: bool) {
        let old = self.changed().map_or(self.settings, |change| change.old);
        if self.own_clock.take().is_some() {
            self.settings.clock = ClockRule::None;
            if !up {
                Setting::Clock.step(&mut self.settings, &old, false);
            }
            return;
        }
        let before = self.settings.clock;
        Setting::Clock.step(&mut self.settings, &old, up);
        let passes_the_end = if up { self.settings.clock } else { before } == ClockRule::None;
        if passes_the_end {
            self.settings.clock = ClockRule::None;
            self.own_clock = Some(TextInput::new("10+5", MAX_CLOCK_CHARS));
        }
    }

    fn next_variant(&self, up: bool) -> VariantChoice {
        let named = (0..Variant::NAMED.len()).map(VariantChoice::Named);
        let all: Vec<VariantChoice> = named.chain([VariantChoice::Custom]).collect();
        cycle(&all, self.variant, up)
    }

    fn change_opponent(&mut self, up: bool) {
        let choices: &[Opponent] = match self.mode {
            Mode::Online => &Opponent::ALL,
            Mode::Local => &[Opponent::Ai, Opponent::Here, Opponent::TwoAis],
        };
        self.opponent = cycle(choices, self.opponent, up);
        self.starter = usual_starter(self.opponent);
    }
}

fn step(value: u8, up: bool, least: u8, most: u8) -> u8 {
    let next = if up { value.saturating_add(1) } else { value.saturating_sub(1) };
    next.clamp(least, most)
}

/// Returns the value after or before `now`, and wraps round at the ends.
fn cycle<T: Copy + PartialEq>(all: &[T], now: T, up: bool) -> T {
    let at = all.iter().position(|value| *value == now).unwrap_or(0);
    let next = if up { at + 1 } else { at + all.len() - 1 };
    all[next % all.len()]
}
