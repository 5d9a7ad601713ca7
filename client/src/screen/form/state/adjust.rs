//! Changing the values on the form.

use tengen_shared::rules::{MAX_SIDE, MIN_SIDE, Runs, Variant};

use crate::{
    intent::{Mode, Opponent, Starter},
    screen::form::{CreateForm, Field, VariantChoice, state::usual_starter},
};

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
            Field::Setting(setting) => {
                let old = self.changed().map_or(self.settings, |change| change.old);
                setting.step(&mut self.settings, &old, up);
            }
            Field::More => self.more = !self.more,
            Field::Guest | Field::Passphrase | Field::Start => {}
        }
        let longest = self.custom.width.max(self.custom.height);
        self.custom.win_length = self.custom.win_length.clamp(MIN_SIDE, longest);
    }

    fn next_variant(&self, up: bool) -> VariantChoice {
        let named = (0..Variant::NAMED.len()).map(VariantChoice::Named);
        let all: Vec<VariantChoice> = named.chain([VariantChoice::Custom]).collect();
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
