//! The form that creates or changes a room. All its numbers stay valid; only a name or a passphrase can be invalid.

mod adjust;
mod change;
mod field;

use tengen_session::{
    form::{FormError, Players},
    opponent::Opponent,
    settings::{self, Setting},
    text::Lang,
};
use tengen_shared::{
    game::{
        Access, MAX_NAME_CHARS, Name, PASSPHRASE_CHARS, Passphrase, PerSeat, Seat, SeatPlan, Settings,
        new_passphrase,
    },
    rules::{Bot, Level, Opening, RuleSet, Variant, VariantError},
};

use crate::{
    input::{SecretInput, TextInput},
    intent::{Mode, Starter},
    keymap::Context,
    profile::LastAi,
    screen::about::{About, titled},
};

pub use change::{Change, ChangeBy, FormFor};
pub use field::{Custom, Field, VariantChoice};

/// The form with its cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateForm {
    /// The kind of server; on the local one nobody else can join.
    pub mode: Mode,
    /// The field under the cursor, always one of [`CreateForm::fields`].
    pub cursor: Field,
    /// A named board, or the user's own.
    pub variant: VariantChoice,
    /// The user's own board, kept even while a named one is chosen.
    pub custom: Custom,
    /// The occupant of the other seat.
    pub opponent: Opponent,
    /// The chosen AIs, even if they cannot play the board; see [`CreateForm::ai`]. A single AI is that of seat one here,
    /// in whichever seat it plays.
    pub ais: PerSeat<Bot>,
    /// The bots that can play the chosen board; empty until the server has answered.
    pub bots: Vec<Bot>,
    /// The name of the second person at this keyboard.
    pub guest: TextInput,
    /// The side that begins the first game.
    pub starter: Starter,
    /// Whether the less common settings are shown.
    pub more: bool,
    /// The settings of the room, except for the board.
    pub settings: Settings,
    /// The text of the user's own clock; `None` if a clock of the list is chosen.
    pub own_clock: Option<TextInput>,
    /// The passphrase of the room, used only if its access requires one.
    pub secret: SecretInput,
    /// The purpose of the form.
    pub purpose: FormFor,
}

impl CreateForm {
    /// Creates a form with the usual choices for `opponent`: an AI begins, but against a person the user does. The
    /// cursor starts on the start button. `guest` is the name for a second person at this keyboard.
    #[must_use]
    pub fn new(mode: Mode, opponent: Opponent, guest: &str) -> Self {
        Self {
            mode,
            cursor: Field::Start,
            variant: VariantChoice::Named(0),
            custom: Custom { width: 7, height: 7, win_length: 4, runs: RuleSet::Freestyle },
            opponent,
            ais: PerSeat([Bot::Level(Level::Medium); 2]),
            bots: Vec::new(),
            guest: TextInput::new(guest, MAX_NAME_CHARS),
            starter: usual_starter(opponent),
            more: false,
            settings: settings::usual(Variant::TICTACTOE),
            own_clock: None,
            secret: SecretInput::passphrase(),
            purpose: FormFor::Room,
        }
    }

    /// Fills in the choices of the last game against an AI.
    pub fn choose_again(&mut self, last: LastAi) {
        let LastAi { variant, bot, starter } = last;
        (self.ais[Seat::One], self.starter) = (bot, starter);
        match Variant::NAMED.iter().position(|(_, named)| *named == variant) {
            Some(named) => self.variant = VariantChoice::Named(named),
            None => {
                self.custom = variant.into();
                self.variant = VariantChoice::Custom;
            }
        }
    }

    /// Returns the choices to remember; `None` unless the opponent is an AI.
    #[must_use]
    pub fn last_ai(&self) -> Option<LastAi> {
        let variant = self.variant().ok().filter(|_| self.opponent == Opponent::Ai)?;
        Some(LastAi { variant, bot: self.ai(Seat::One), starter: self.starter })
    }

    /// Returns the visible fields, from the top.
    #[must_use]
    pub fn fields(&self) -> Vec<Field> {
        if let FormFor::Change(change) = &self.purpose {
            return self.fields_to_change(change.by);
        }
        let mut fields = self.board_fields();
        fields.push(Field::Opponent);
        match self.opponent {
            Opponent::Ai => fields.extend(self.ai_fields(Seat::One)),
            Opponent::TwoAis => fields.extend(Seat::BOTH.into_iter().flat_map(|seat| self.ai_fields(seat))),
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

    /// Returns the level, and the depth if the engine has a choice of it.
    fn ai_fields(&self, seat: Seat) -> impl Iterator<Item = Field> {
        let depth = self.ai(seat).depths().map(|_| Field::Depth(seat));
        std::iter::once(Field::Level(seat)).chain(depth)
    }

    fn board_fields(&self) -> Vec<Field> {
        let mut fields = vec![Field::Variant];
        if self.variant == VariantChoice::Custom {
            fields.extend([Field::Width, Field::Height, Field::WinLength, Field::Runs]);
        }
        fields
    }

    fn needed<const N: usize>(&self, settings: [Setting; N]) -> impl Iterator<Item = Field> {
        let (opponent, variant) = (self.opponent, self.variant().ok());
        settings.into_iter().filter(move |setting| opponent.needs(*setting, variant)).map(Field::Setting)
    }

    fn often_changed(&self) -> impl Iterator<Item = Field> {
        self.needed([Setting::Opening, Setting::Fouls, Setting::FirstMove, Setting::ThinkTime])
    }

    /// On the local server, nobody else can enter or watch.
    pub(crate) fn seldom_changed(&self) -> Vec<Field> {
        let settings = [Setting::Hints, Setting::Evaluation, Setting::AiGames, Setting::Clock];
        let mut fields: Vec<Field> = self.needed(settings).collect();
        if self.own_clock.is_some() {
            fields.push(Field::OwnClock);
        }
        if self.mode == Mode::Online {
            fields.push(Field::Setting(Setting::Access));
            if self.settings.access == Access::Passphrase {
                fields.push(Field::Passphrase);
            }
            fields.push(Field::Setting(Setting::Spectators));
        }
        fields
    }

    /// The text field under the cursor; `None` if the field is not a text field.
    pub const fn text(&mut self) -> Option<&mut TextInput> {
        match self.cursor {
            Field::Guest => Some(&mut self.guest),
            Field::Passphrase => Some(&mut self.secret.input),
            Field::OwnClock => self.own_clock.as_mut(),
            _ => None,
        }
    }

    /// The row under the cursor, from 0.
    #[must_use]
    pub fn cursor_row(&self) -> usize {
        self.fields().iter().position(|field| *field == self.cursor).unwrap_or(0)
    }

    /// Moves the cursor to `row`, or to the last row if there are fewer.
    pub fn move_to(&mut self, row: usize) {
        let fields = self.fields();
        self.cursor = fields.get(row).or(fields.last()).copied().unwrap_or(Field::Start);
    }

    /// Returns the chosen board.
    ///
    /// # Errors
    /// Returns an error if the board is invalid, which the fields do not allow.
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

    /// Returns the bots that can play the chosen board. Until the server has answered, this is the level that plays
    /// every board.
    fn choices(&self) -> Vec<Bot> {
        if self.bots.is_empty() { vec![Bot::Level(Level::Medium)] } else { self.bots.clone() }
    }

    /// Returns the level or engine of an AI: the chosen one, or the medium level if that cannot play the board.
    #[must_use]
    pub fn ai(&self, seat: Seat) -> Bot {
        let wanted = self.ais[seat];
        let known = self.bots.is_empty() || self.bots.contains(&wanted.without_depth());
        if known { wanted } else { Bot::Level(Level::Medium) }
    }

    /// Returns the settings and seats of the room to create.
    ///
    /// # Errors
    /// Returns an error if the guest's name is missing or invalid.
    pub fn plan(&self) -> Result<(Settings, PerSeat<SeatPlan>), FormError> {
        let players = match self.opponent {
            Opponent::Ai => Players::Ai(self.ai(Seat::One)),
            Opponent::TwoAis => Players::TwoAis(self.ai(Seat::One), self.ai(Seat::Two)),
            Opponent::Open => Players::Other(SeatPlan::Open {}),
            Opponent::Here => Players::Other(SeatPlan::Guest { name: Name::choose(self.guest.text())? }),
        };
        Ok((self.settings()?, players.seats(Some(self.starter == Starter::Me))))
    }

    /// Returns the settings with the chosen board.
    ///
    /// # Errors
    /// Returns an error if the board is invalid, which the fields do not allow.
    pub fn settings(&self) -> Result<Settings, FormError> {
        let mut settings = Settings { variant: self.variant()?, ..self.settings };
        if !settings.opening.fits(settings.variant) {
            settings.opening = Opening::None;
        }
        if let Some(text) = &self.own_clock {
            Setting::Clock.read(&mut settings, text.text()).map_err(|_| FormError::Clock)?;
        }
        Ok(settings)
    }

    /// Whether the room has a passphrase and the form does not change it.
    #[must_use]
    pub fn keeps_secret(&self) -> bool {
        let has_one = self.changed().is_some_and(|change| change.old.access == Access::Passphrase);
        has_one && self.secret.input.text().is_empty()
    }

    /// Fills in a passphrase and shows it, if one is required and the field is empty. Uses up one of `chances`.
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

    /// Returns the new passphrase; `None` if none is required or the room keeps its present one.
    ///
    /// # Errors
    /// Returns an error if a passphrase is required but missing or invalid.
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

impl About for CreateForm {
    fn context(&self) -> Context {
        match self.cursor {
            Field::Guest | Field::OwnClock => Context::FormText,
            Field::Passphrase => Context::FormSecret,
            _ => Context::Form,
        }
    }

    fn title(&self, lang: Lang) -> String {
        match self.changed() {
            None => titled(lang.title_new_room()),
            Some(change) => lang.title_change(&change.screen.code),
        }
    }
}
