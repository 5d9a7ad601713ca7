//! Everything the client knows, as plain data: no clock, no socket, no terminal.

mod caller;
mod context;
mod deeds;
mod notice;
mod overlay;
mod standing;
mod talk;
mod time;
mod waiting;

use std::time::Duration;

use ratatui::layout::Size;
use tengen_session::{Session, link::Address, room::RoomView, text::Lang};
use tengen_shared::{
    game::{Name, RoomCode, RunId, Stamped},
    rules::Point,
};

use crate::{
    intent::{Begin, MenuItem, Mode, Start},
    keymap::{Context, Keymap},
    profile::{Kept, State},
    screen::{Screen, menu::MenuScreen, room::RoomScreen},
    settings::{Loaded, NamedTheme, Problem, Settings, Surroundings},
    target::Target,
    theme::Theme,
    zone::Zone,
};

pub use caller::Caller;
pub use context::{context, helped_context, screen_context};
pub use deeds::{MenuLine, MenuState};
pub use notice::{Notice, Tone};
pub use overlay::{Confirmed, LevelsFor, Overlay};
pub use standing::{Standing, seat_label};
pub use waiting::{Wait, Waiting};

/// Who the user is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Me {
    /// The name chosen in this run, on the command line or on the screen.
    pub chosen: Option<Name>,
    /// The name that the slot remembers.
    pub remembered: Option<Name>,
    /// A name to offer, such as the one that the system knows.
    pub suggested: Option<Name>,
}

impl Me {
    /// The name to play under.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        self.chosen.as_ref().or(self.remembered.as_ref())
    }

    /// The name to play under on this machine, where none is asked for.
    #[must_use]
    pub fn here(&self) -> Name {
        let known = self.name().or(self.suggested.as_ref()).cloned();
        known.unwrap_or_else(|| "Player".parse().expect("invariant: this is a name"))
    }
}

/// What a model begins with.
#[derive(Clone, Debug)]
pub struct Init {
    /// What the command line asked for.
    pub begin: Begin,
    /// The server last used.
    pub last_server: Option<Address>,
    /// A room in which a seat is kept from an earlier run.
    pub kept: Option<Kept>,
    /// What was chosen last.
    pub last: State,
    /// The name given on the command line.
    pub chosen: Option<Name>,
    /// The name that the profile remembers.
    pub remembered: Option<Name>,
    /// A name to offer if there is none, such as the one that the system knows.
    pub suggested: Option<Name>,
    /// 64 random bits.
    pub run: RunId,
    /// Random numbers from which passphrases are made that the form offers; each is used once.
    pub chances: Vec<u64>,
    /// The terminal's size.
    pub size: Size,
    /// What the user has chosen once for all.
    pub settings: Settings,
    /// What the environment says of terminal and language.
    pub around: Surroundings,
    /// The time zone of the user.
    pub zone: Zone,
}

/// The whole state of the client.
#[derive(Clone, Debug)]
pub struct Model {
    /// Which kind of server.
    pub mode: Mode,
    /// Where it is.
    pub address: Address,
    /// Who the user is.
    pub me: Me,
    /// Random numbers from which passphrases are made that the form offers; each is used once.
    pub chances: Vec<u64>,
    /// The conversation with the server, and all that it has told.
    pub session: Session,
    /// The events that the last message has brought, with their room.
    pub heard: Option<(RoomCode, Vec<Stamped>)>,
    /// What fills the terminal.
    pub screen: Screen,
    /// What lies over it.
    pub overlay: Option<Overlay>,
    /// What the user was told last.
    pub notice: Option<Notice>,
    /// Where the left button of the mouse went down: only if it is let go there, it means something.
    pub pressed: Option<(Context, Target)>,
    /// What the command line asked for and is still to be done.
    pub start: Option<Start>,
    /// The server last used.
    pub last_server: Option<Address>,
    /// What was chosen last.
    pub last: State,
    /// A room in which a seat is kept from an earlier run, and which the start screen offers to go on in.
    pub offered: Option<Kept>,
    /// What is remembered for the next start.
    pub noted: Option<Kept>,
    /// Whether the network is listened to.
    pub listening: bool,
    /// What is waited for, and since when.
    pub waiting: Option<Waiting>,
    /// The terminal's size.
    pub size: Size,
    /// What the user has chosen once for all.
    pub settings: Settings,
    /// What the environment says of terminal and language.
    pub around: Surroundings,
    /// The time zone of the user.
    pub zone: Zone,
    /// The language that the settings and the environment lead to.
    pub lang: Lang,
    /// The looks that they lead to.
    pub theme: Theme,
    /// The keys that they lead to.
    pub keymap: Keymap,
    /// The themes that can be chosen.
    pub themes: Vec<NamedTheme>,
    /// What is wrong in the files of the settings.
    pub problems: Vec<Problem>,
    /// When the user did something last, and when they were called.
    pub caller: Caller,
}

impl Model {
    /// The state before anything is done; [`crate::update::start`] does what the command line asks for.
    #[must_use]
    pub fn new(init: Init) -> Self {
        let Init { last_server, kept, last, chosen, remembered, suggested, .. } = init;
        let Init { run, chances, size, settings, around, zone, .. } = init;
        let mut model = Self {
            mode: Mode::Local,
            address: Address::default(),
            me: Me { chosen, remembered, suggested },
            chances,
            session: Session::new(run),
            heard: None,
            screen: Screen::Menu(MenuScreen { item: MenuItem::PlayAi }),
            overlay: None,
            notice: None,
            pressed: None,
            waiting: None,
            start: None,
            last_server,
            last,
            noted: kept.clone(),
            offered: kept,
            listening: false,
            size,
            lang: Lang::default(),
            theme: Theme::default(),
            keymap: Keymap::default(),
            themes: NamedTheme::built_in(),
            problems: Vec::new(),
            caller: Caller::default(),
            settings: Settings::default(),
            around,
            zone,
        };
        model.choose(settings);
        model
    }

    /// Lets other settings be in force.
    pub fn choose(&mut self, settings: Settings) {
        self.lang = settings.lang(&self.around);
        self.theme = settings.look(&self.around);
        self.keymap = Keymap::new(&settings.keys, self.lang, self.theme.charset);
        self.settings = settings;
    }

    /// Lets what the files of the settings say be in force, and tells the first thing that is wrong with them.
    pub fn learn(&mut self, loaded: Loaded) {
        let Loaded { settings, themes, problems } = loaded;
        (self.themes, self.problems) = (themes, problems);
        self.choose(settings);
        match self.problems.as_slice() {
            [] => {}
            [problem] => self.warn(problem.text(self.lang)),
            [problem, more @ ..] => self.warn(self.lang.settings_more(&problem.text(self.lang), more.len())),
        }
    }

    /// The start screen, with the cursor on what was chosen last, or on the way back to a game that is kept.
    #[must_use]
    pub fn start_screen(&self) -> Screen {
        let last = self.last.item.unwrap_or(MenuItem::PlayAi);
        Screen::Menu(MenuScreen { item: if self.offered.is_some() { MenuItem::GoOn } else { last } })
    }

    /// The room on the screen or behind it, once it is known.
    #[must_use]
    pub fn room_on_screen(&self) -> Option<(&RoomScreen, &RoomView)> {
        let screen = self.screen.room()?;
        Some((screen, self.session.room(&screen.code)?))
    }

    /// Tells the user something that is not a problem.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::new(text, Tone::Info));
    }

    /// Tells the user why something cannot be done.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::new(text, Tone::Problem));
    }

    /// Tells the user why no stone can be placed on `point`, which is marked as long as that is said.
    pub fn refuse(&mut self, point: Point, text: impl Into<String>) {
        self.notice = Some(Notice { point: Some(point), ..Notice::new(text, Tone::Problem) });
    }

    /// Lets time pass.
    pub fn pass(&mut self, elapsed: Duration) {
        self.session.pass(elapsed);
        if let Some(notice) = &mut self.notice {
            notice.left = notice.left.saturating_sub(elapsed);
            if notice.left.is_zero() {
                self.notice = None;
            }
        }
    }

    /// The room that keeps a seat for the user after the program has ended.
    #[must_use]
    pub fn kept_room(&self) -> Option<Kept> {
        let sits = |code: &&RoomCode| {
            let room = self.session.room(code).and_then(RoomView::room);
            room.is_some_and(|room| {
                self.session.player().is_some_and(|me| room.seats().held_by(me).next().is_some())
            })
        };
        let room = self.screen.room().map(|screen| &screen.code).filter(sits);
        room.map(|room| self.kept_as(room.clone())).or_else(|| self.offered.clone())
    }

    /// A room of this server, as it is remembered.
    #[must_use]
    pub fn kept_as(&self, room: RoomCode) -> Kept {
        Kept { room, address: (self.mode == Mode::Online).then(|| self.address.clone()) }
    }
}
