//! The form that makes a room, or changes one. Whatever is on it can be sent: numbers are kept within their limits.

mod adjust;
mod change;
mod field;

use tengen_session::{form::FormError, settings::Setting};
use tengen_shared::{
    game::{
        Access, MAX_NAME_CHARS, Name, PASSPHRASE_CHARS, Passphrase, PerSeat, SeatPlan, Settings,
        new_passphrase,
    },
    rules::{Bot, Level, Runs, Variant, VariantError},
};

use crate::{
    input::{SecretInput, TextInput},
    intent::{Mode, Opponent, Starter},
    profile::LastAi,
};

pub use change::{Change, ChangeBy, FormFor};
pub use field::{Custom, Field, VariantChoice};

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
    /// Whether the lines that are seldom changed are shown.
    pub more: bool,
    /// All that the table of settings has; the board is chosen above.
    pub settings: Settings,
    /// The secret of the room, if its access wants one.
    pub secret: SecretInput,
    /// What the form is for.
    pub purpose: FormFor,
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
            more: false,
            settings: Settings::new(Variant::TICTACTOE),
            secret: SecretInput::passphrase(),
            purpose: FormFor::Room,
        }
    }

    /// The choices of the last game against the computer.
    pub fn choose_again(&mut self, last: LastAi) {
        let LastAi { variant, bot, starter } = last;
        (self.bot, self.starter) = (bot, starter);
        match Variant::NAMED.iter().position(|(_, named)| *named == variant) {
            Some(named) => self.variant = VariantChoice::Named(named),
            None => {
                let (width, height) = (variant.width(), variant.height());
                let (win_length, runs) = (variant.win_length(), variant.runs());
                self.custom = Custom { width, height, win_length, runs };
                self.variant = VariantChoice::Custom;
            }
        }
    }

    /// What is remembered of a game against the computer; nothing of other games.
    #[must_use]
    pub fn last_ai(&self) -> Option<LastAi> {
        let variant = self.variant().ok().filter(|_| self.opponent == Opponent::Ai)?;
        Some(LastAi { variant, bot: self.bot(), starter: self.starter })
    }

    /// The lines that are on the form now, from the top.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        if let FormFor::Change(change) = &self.purpose {
            return self.fields_to_change(change.by);
        }
        let mut fields = self.board_fields();
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
        fields.extend(self.often_changed());
        fields.push(Field::More);
        if self.more {
            fields.extend(self.seldom_changed());
        }
        fields.push(Field::Start);
        fields
    }

    fn board_fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Variant];
        if self.variant == VariantChoice::Custom {
            fields.extend([Field::Width, Field::Height, Field::WinLength, Field::Runs]);
        }
        fields
    }

    /// An AI's time matters only where an AI plays.
    fn often_changed(&self) -> impl Iterator<Item = Field> {
        let ai = matches!(self.opponent, Opponent::Ai | Opponent::TwoAis);
        let settings = [Some(Setting::FirstMove), ai.then_some(Setting::ThinkTime)];
        settings.into_iter().flatten().map(Field::Setting)
    }

    /// Nobody asks for hints where the computer has both seats, and only there it comes to pauses. Nobody else
    /// comes to a server of one's own.
    pub(crate) fn seldom_changed(&self) -> Vec<Field> {
        let mut settings = match self.opponent {
            Opponent::TwoAis => vec![Setting::Thoughts, Setting::Verdicts, Setting::AiGames],
            Opponent::Ai | Opponent::Open | Opponent::Here => {
                vec![Setting::Hints, Setting::Thoughts, Setting::Verdicts]
            }
        };
        settings.push(Setting::Clock);
        let mut fields: Vec<Field> = settings.into_iter().map(Field::Setting).collect();
        if self.mode == Mode::Online {
            fields.push(Field::Setting(Setting::Access));
            if self.settings.access == Access::Passphrase {
                fields.push(Field::Passphrase);
            }
            fields.push(Field::Setting(Setting::Spectators));
        }
        fields
    }

    /// The text under the cursor, if the line is one of text.
    pub const fn text(&mut self) -> Option<&mut TextInput> {
        match self.cursor {
            Field::Guest => Some(&mut self.guest),
            Field::Passphrase => Some(&mut self.secret.input),
            _ => None,
        }
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
    pub fn plan(&self) -> Result<(Settings, PerSeat<SeatPlan>), FormError> {
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
        Ok((self.settings()?, PerSeat(seats)))
    }

    /// The settings on the form.
    ///
    /// # Errors
    /// The board cannot be played.
    pub fn settings(&self) -> Result<Settings, FormError> {
        Ok(Settings { variant: self.variant()?, ..self.settings })
    }

    /// Whether the room has a secret and the form sets no other.
    #[must_use]
    pub fn keeps_secret(&self) -> bool {
        let has_one = self.changed().is_some_and(|change| change.old.access == Access::Passphrase);
        has_one && self.secret.input.text().is_empty()
    }

    /// Puts a passphrase into the form and shows it, if the room needs one and none was typed. It is made from one of
    /// `chances`, which is then used up.
    pub fn offer_passphrase(&mut self, chances: &mut Vec<u64>) {
        let wanted = self.settings.access == Access::Passphrase && !self.keeps_secret();
        if wanted
            && self.secret.input.text().is_empty()
            && let Some(chance) = chances.pop()
        {
            let (offered, most) = (new_passphrase(chance), *PASSPHRASE_CHARS.end());
            self.secret = SecretInput { input: TextInput::new(offered.expose(), most), shown: true };
        }
    }

    /// The secret of the room, if the form sets one. A room that has one keeps it if none is typed.
    ///
    /// # Errors
    /// One is wanted and missing, or cannot be one.
    pub fn passphrase(&self) -> Result<Option<Passphrase>, FormError> {
        match self.settings.access {
            Access::Listed | Access::Unlisted => Ok(None),
            Access::Passphrase if self.keeps_secret() => Ok(None),
            Access::Passphrase => {
                let passphrase: Passphrase = self.secret.input.text().parse()?;
                passphrase.check_new()?;
                Ok(Some(passphrase))
            }
        }
    }
}

const fn usual_starter(opponent: Opponent) -> Starter {
    match opponent {
        Opponent::Ai | Opponent::TwoAis => Starter::Opponent,
        Opponent::Open | Opponent::Here => Starter::Me,
    }
}
