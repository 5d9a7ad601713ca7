//! The form for a new room, and for other settings of a room.

pub(crate) mod update;
pub(crate) mod view;

use tengen_session::{
    form::{FormError, Players},
    opponent::Opponent,
    settings::{self, Setting},
};
use tengen_shared::{
    game::{Access, Name, Passphrase, PerSeat, Room, SeatPlan, Settings},
    protocol::Request,
    rules::{Bot, Level, Opening, RuleSet, Variant, VariantError},
};

/// A board of the user's own. Its numbers may be out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnBoard {
    pub width: u8,
    pub height: u8,
    pub win_length: u8,
    pub rules: RuleSet,
}

/// A number of a board of the user's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    Width,
    Height,
    WinLength,
}

impl From<Variant> for OwnBoard {
    fn from(variant: Variant) -> Self {
        Self {
            width: variant.width(),
            height: variant.height(),
            win_length: variant.win_length(),
            rules: variant.runs(),
        }
    }
}

impl OwnBoard {
    pub(crate) fn variant(self) -> Result<Variant, VariantError> {
        Variant::new(self.width, self.height, self.win_length, self.rules)
    }
}

/// Where the room is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    #[default]
    Server,
    /// On this device, without a server.
    Device,
}

/// The state of the form.
#[derive(Clone, Debug)]
pub struct NewRoom {
    pub place: Place,
    /// The settings, with the board.
    pub settings: Settings,
    /// The board of the user's own, if it is chosen. The settings have the last one that was in range.
    pub own_board: Option<OwnBoard>,
    /// The text of a clock that is not among those to choose from; empty if one of those counts.
    pub own_clock: String,
    pub opponent: Opponent,
    /// The AI, and the other one if two AIs play.
    pub bots: [Bot; 2],
    /// Whether the user moves first in the first game.
    pub begins: bool,
    /// The name of a friend at the same device.
    pub guest: String,
    pub passphrase: String,
    /// What is wrong with the form.
    pub fault: Option<String>,
    /// The settings of the room that the form changes; `None` if it makes one.
    pub old: Option<Settings>,
}

impl Default for NewRoom {
    fn default() -> Self {
        Self {
            place: Place::Server,
            settings: settings::usual(Variant::GOMOKU15),
            own_board: None,
            own_clock: String::new(),
            opponent: Opponent::Open,
            bots: [Bot::Level(Level::Medium); 2],
            begins: true,
            guest: String::new(),
            passphrase: String::new(),
            fault: None,
            old: None,
        }
    }
}

impl NewRoom {
    /// Creates the form for a game on this device.
    #[must_use]
    pub(crate) fn alone() -> Self {
        Self { place: Place::Device, opponent: Opponent::Ai, ..Self::default() }
    }

    /// Creates the form that changes `room`.
    #[must_use]
    pub(crate) fn changing(room: &Room, place: Place) -> Self {
        let (settings, opponent) = (*room.settings(), Opponent::in_room(room));
        let is_named = Variant::NAMED.iter().any(|(_, named)| *named == settings.variant);
        let own_board = (!is_named).then(|| settings.variant.into());
        Self { place, settings, own_board, opponent, old: Some(settings), ..Self::default() }
    }

    /// Returns the settings that matter for the chosen board and players, in the order of the form.
    pub(crate) fn shown(&self) -> impl Iterator<Item = Setting> {
        let variant = Some(self.settings.variant);
        let is_here = |setting: &Setting| {
            let of_server = matches!(setting, Setting::Clock | Setting::Access | Setting::Spectators);
            self.place == Place::Server || !of_server
        };
        let needed = move |setting: &Setting| self.opponent.needs(*setting, variant);
        Setting::ALL.iter().copied().filter(is_here).filter(needed)
    }

    /// Returns the settings without what the board does not allow.
    pub(crate) fn settings(&self) -> Result<Settings, FormError> {
        let mut settings = self.settings;
        if let Some(own) = self.own_board {
            settings.variant = own.variant()?;
        }
        if !self.own_clock.trim().is_empty() {
            Setting::Clock.read(&mut settings, self.own_clock.trim()).map_err(|_| FormError::Clock)?;
        }
        if !settings.opening.fits(settings.variant) {
            settings.opening = Opening::None;
        }
        Ok(settings)
    }

    /// Returns the new passphrase; `None` if the room needs none, or keeps the one that it has.
    pub(crate) fn passphrase(&self) -> Result<Option<Passphrase>, FormError> {
        let has_one = self.old.is_some_and(|old| old.access == Access::Passphrase);
        match self.settings.access {
            Access::Passphrase if has_one && self.passphrase.is_empty() => Ok(None),
            Access::Passphrase => {
                let passphrase: Passphrase = self.passphrase.parse()?;
                passphrase.check_new()?;
                Ok(Some(passphrase))
            }
            Access::Listed | Access::Unlisted => Ok(None),
        }
    }

    /// Returns what the server needs to make the room.
    pub(crate) fn request(&self) -> Result<Request, FormError> {
        let (settings, seats) = self.plan()?;
        Ok(Request::Create { settings, seats, passphrase: self.passphrase()? })
    }

    /// Returns the settings and the plan of the seats.
    pub(crate) fn plan(&self) -> Result<(Settings, PerSeat<SeatPlan>), FormError> {
        let [bot, other] = self.bots;
        let players = match self.opponent {
            Opponent::Ai => Players::Ai(bot),
            Opponent::TwoAis => Players::TwoAis(bot, other),
            Opponent::Open => Players::Other(SeatPlan::Open {}),
            Opponent::Here => Players::Other(SeatPlan::Guest { name: Name::choose(&self.guest)? }),
        };
        Ok((self.settings()?, players.seats(Some(self.begins))))
    }
}

/// What the user does on the form.
#[derive(Clone, Debug)]
pub enum Msg {
    /// A board of the list, or `own`.
    Board(String),
    Side(Side, String),
    Rules(String),
    OwnClock(String),
    Opponent(Opponent),
    /// Another AI; the index is 0 or 1.
    Bot(usize, String),
    Begins(bool),
    Guest(String),
    Passphrase(String),
    /// The next value of a setting, or with `false` the previous one.
    Step(Setting, bool),
    /// Make the room, or change it.
    Send,
    /// Close the form that changes a room.
    Close,
}
