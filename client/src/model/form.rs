//! The form that makes a room. Whatever is on it can be sent: numbers are kept within their limits.

use tengen_shared::{
    game::{FirstMove, MAX_NAME_CHARS, MAX_THINK_MS, Name, NameError, SeatPlan, Settings, ThinkTime},
    rules::{Bot, Level, MAX_SIDE, MIN_SIDE, Runs, Variant, VariantError},
};
use thiserror::Error;

use super::{Mode, input::TextInput};

const THINK_STEP_MS: u16 = 500;

/// A board with a name, or one of the user's own making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariantChoice {
    /// The number of a named one in [`Variant::NAMED`].
    Named(usize),
    /// One of the user's own making.
    Custom,
}

/// A board of the user's own making.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Custom {
    /// Columns.
    pub width: u8,
    /// Rows.
    pub height: u8,
    /// Stones in a row that win.
    pub win_length: u8,
    /// How longer runs count.
    pub runs: Runs,
}

/// Who shall sit in the other seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// The computer.
    Ai,
    /// Whoever joins.
    Open,
    /// A second person at this keyboard.
    Here,
    /// Nobody: the computer has both seats, and the user watches.
    TwoAis,
}

/// Who begins the first game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starter {
    /// The user.
    Me,
    /// The other seat.
    Opponent,
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// Which board.
    Variant,
    /// Columns of a board of one's own.
    Width,
    /// Rows of a board of one's own.
    Height,
    /// Win length of a board of one's own.
    WinLength,
    /// How longer runs count on a board of one's own.
    Runs,
    /// Who sits in the other seat.
    Opponent,
    /// Which level or brain plays.
    Level,
    /// Which level or brain plays in seat two, where the computer has both seats.
    SecondLevel,
    /// The name of the second person at this keyboard.
    Guest,
    /// Who begins the first game.
    Starter,
    /// Who begins the later games.
    FirstMove,
    /// How long the computer's moves take at least.
    ThinkTime,
    /// Makes the room.
    Start,
}

/// The form and where its cursor stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateForm {
    /// Whether other people can join at all.
    pub mode: Mode,
    /// The line under the cursor; always one of [`CreateForm::fields`].
    pub cursor: Field,
    /// Which board.
    pub variant: VariantChoice,
    /// The board of one's own, even while a named one is chosen.
    pub custom: Custom,
    /// Who sits in the other seat.
    pub opponent: Opponent,
    /// Which level or brain plays.
    pub bot: Bot,
    /// Which level or brain plays in seat two, where the computer has both seats.
    pub second_bot: Bot,
    /// Who can play the chosen board, as the server has told; empty while it has not.
    pub bots: Vec<Bot>,
    /// The name of the second person at this keyboard.
    pub guest: TextInput,
    /// Who begins the first game.
    pub starter: Starter,
    /// Who begins the later games.
    pub first_move: FirstMove,
    /// How long the computer's moves take at least, in milliseconds.
    pub think_ms: u16,
}

/// Why the form cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FormError {
    /// The guest has no name yet, or one that cannot be.
    #[error("the second player's name: {0}")]
    Guest(#[from] NameError),
    /// The board cannot be played.
    #[error(transparent)]
    Variant(#[from] VariantError),
}

impl CreateForm {
    /// A form with the usual choices for `opponent`: the computer begins, a person does not. The cursor
    /// stands where something is missing, else on the start.
    #[must_use]
    pub fn new(mode: Mode, opponent: Opponent) -> Self {
        Self {
            mode,
            cursor: if opponent == Opponent::Here { Field::Guest } else { Field::Start },
            variant: VariantChoice::Named(0),
            custom: Custom { width: 7, height: 7, win_length: 4, runs: Runs::AtLeast },
            opponent,
            bot: Bot::Level(Level::Medium),
            second_bot: Bot::Level(Level::Medium),
            bots: Vec::new(),
            guest: TextInput::new("", MAX_NAME_CHARS),
            starter: usual_starter(opponent),
            first_move: FirstMove::default(),
            think_ms: ThinkTime::default().ms(),
        }
    }

    /// The lines that are on the form now, from the top.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Variant];
        if self.variant == VariantChoice::Custom {
            fields.extend([Field::Width, Field::Height, Field::WinLength, Field::Runs]);
        }
        fields.push(Field::Opponent);
        match self.opponent {
            Opponent::Ai => fields.push(Field::Level),
            Opponent::TwoAis => fields.extend([Field::Level, Field::SecondLevel]),
            Opponent::Here => fields.push(Field::Guest),
            Opponent::Open => {}
        }
        if self.opponent != Opponent::TwoAis {
            fields.push(Field::Starter);
        }
        fields.push(Field::FirstMove);
        if matches!(self.opponent, Opponent::Ai | Opponent::TwoAis) {
            fields.push(Field::ThinkTime);
        }
        fields.push(Field::Start);
        fields
    }

    /// The number of the line under the cursor.
    #[must_use]
    pub fn cursor_row(&self) -> usize {
        self.fields().iter().position(|field| *field == self.cursor).unwrap_or(0)
    }

    /// Moves the cursor to a line; beyond the last it stays on the last.
    pub fn move_to(&mut self, row: usize) {
        let fields = self.fields();
        self.cursor = fields.get(row).or(fields.last()).copied().unwrap_or(Field::Start);
    }

    /// The chosen board.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn variant(&self) -> Result<Variant, VariantError> {
        match self.variant {
            VariantChoice::Named(index) => {
                Ok(Variant::NAMED.get(index).map_or(Variant::TICTACTOE, |(_, variant)| *variant))
            }
            VariantChoice::Custom => {
                let Custom { width, height, win_length, runs } = self.custom;
                Variant::new(width, height, win_length, runs)
            }
        }
    }

    /// Who can play the chosen board; while the server has not told, the level that every board has.
    fn choices(&self) -> Vec<Bot> {
        if self.bots.is_empty() { vec![Bot::Level(Level::Medium)] } else { self.bots.clone() }
    }

    /// The one of the choices that was asked for, if it plays this board.
    fn choice(&self, wanted: Bot) -> Bot {
        let known = self.bots.is_empty() || self.bots.contains(&wanted);
        if known { wanted } else { Bot::Level(Level::Medium) }
    }

    /// Who plays for the computer: the one chosen, where it can play the board.
    #[must_use]
    pub fn bot(&self) -> Bot {
        self.choice(self.bot)
    }

    /// Who plays in seat two, where the computer has both seats.
    #[must_use]
    pub fn second_bot(&self) -> Bot {
        self.choice(self.second_bot)
    }

    /// What to ask the server for.
    ///
    /// # Errors
    /// What is missing.
    pub fn plan(&self) -> Result<(Settings, [SeatPlan; 2]), FormError> {
        let other = match self.opponent {
            Opponent::Ai => SeatPlan::Ai { bot: self.bot() },
            Opponent::TwoAis => SeatPlan::Ai { bot: self.second_bot() },
            Opponent::Open => SeatPlan::Open {},
            Opponent::Here => SeatPlan::Guest { name: self.guest.text().parse::<Name>()? },
        };
        let seats = match (self.opponent, self.starter) {
            (Opponent::TwoAis, _) => [SeatPlan::Ai { bot: self.bot() }, other],
            (_, Starter::Me) => [SeatPlan::Me {}, other],
            (_, Starter::Opponent) => [other, SeatPlan::Me {}],
        };
        let think_time = ThinkTime::try_from(self.think_ms).unwrap_or_default();
        Ok((Settings { first_move: self.first_move, think_time, ..Settings::new(self.variant()?) }, seats))
    }

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
            Field::Guest | Field::Start => {}
        }
        let longest = self.custom.width.max(self.custom.height);
        self.custom.win_length = self.custom.win_length.clamp(MIN_SIDE, longest);
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

const POLICIES: [FirstMove; 4] =
    [FirstMove::Alternate, FirstMove::LoserFirst, FirstMove::WinnerFirst, FirstMove::Fixed];

const fn usual_starter(opponent: Opponent) -> Starter {
    match opponent {
        Opponent::Ai | Opponent::TwoAis => Starter::Opponent,
        Opponent::Open | Opponent::Here => Starter::Me,
    }
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
