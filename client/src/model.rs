//! The state of the client, as plain data without a clock, a socket or a terminal.

mod context;
mod menu_state;
mod notice;
mod notifier;
mod overlay;
mod room_standing;
mod talk;
mod time;
mod waiting;

use std::{net::IpAddr, time::Duration};

use ratatui::layout::Size;
use tengen_session::{
    Session,
    link::{Address, Addresses},
    room::RoomView,
    text::Lang,
};
use tengen_shared::{
    game::{Name, Passphrase, RoomCode, RunId, Stamped},
    rules::Point,
};

use crate::{
    intent::{Begin, MenuItem, Mode, Start},
    keymap::{Context, Keymap},
    profile::{KeptSeat, State},
    screen::{Screen, menu::MenuScreen, room::RoomScreen},
    settings::{Environment, Loaded, NamedTheme, Problem, Settings},
    target::Target,
    theme::Theme,
    zone::Zone,
};

pub use context::{context, helped_context};
pub use menu_state::{MenuLine, MenuState};
pub(crate) use notice::sentence;
pub use notice::{Notice, Tone};
pub use notifier::Notifier;
pub use overlay::{Confirmed, LevelsFor, Overlay};
pub use room_standing::{Standing, choice_digit};
pub use waiting::Waiting;

/// The names that the user goes by, by where they come from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Me {
    /// The name chosen in this run, on the command line or on the screen.
    pub chosen: Option<Name>,
    /// The name stored in the profile or for the server.
    pub remembered: Option<Name>,
    /// A name to suggest, such as the user's name on the system.
    pub suggested: Option<Name>,
}

impl Me {
    /// Returns the name to play under: the chosen one, else the stored one. Returns `None` if the client must
    /// ask the user.
    #[must_use]
    pub fn name(&self) -> Option<&Name> {
        self.chosen.as_ref().or(self.remembered.as_ref())
    }

    /// Returns the name to play under on this machine, where the client does not ask the user.
    #[must_use]
    pub fn here(&self) -> Name {
        let known = self.name().or(self.suggested.as_ref()).cloned();
        known.unwrap_or_else(|| "Player".parse().expect("invariant: this is a name"))
    }
}

/// The input for a new model.
#[derive(Clone, Debug)]
pub struct Init {
    /// The first step, from the command line.
    pub begin: Begin,
    /// The server last used.
    pub last_server: Option<Address>,
    /// The room that keeps a seat for the user since an earlier run.
    pub kept: Option<KeptSeat>,
    /// The last choices on the start screen.
    pub last: State,
    /// The name given on the command line.
    pub chosen: Option<Name>,
    /// The name stored in the profile.
    pub remembered: Option<Name>,
    /// A name to suggest, such as the user's name on the system.
    pub suggested: Option<Name>,
    /// 64 random bits, different for each run of the program.
    pub run: RunId,
    /// Random numbers for the passphrases that the form suggests. The client uses each number once.
    pub chances: Vec<u64>,
    /// The size of the terminal, in columns and rows.
    pub size: Size,
    /// The settings of the program, as the files and the command line give them.
    pub settings: Settings,
    /// The environment's information about terminal and language.
    pub environment: Environment,
    /// The time zone of the user.
    pub zone: Zone,
    /// This machine's address on the network, for links that other machines can open.
    pub on_network: Option<IpAddr>,
}

/// The whole state of the client.
#[derive(Clone, Debug)]
pub struct Model {
    /// The kind of server that the client talks to.
    pub mode: Mode,
    /// The addresses of that server, as they were dialled.
    pub server: Addresses,
    /// The name that the user goes by, and where it comes from.
    pub me: Me,
    /// Random numbers for the passphrases that the form suggests. The client uses each number once.
    pub chances: Vec<u64>,
    /// The conversation with the server.
    pub session: Session,
    /// Whether to keep dialling a server that has never answered. Line mode does; the screens ask for another
    /// address.
    pub keeps_dialling: bool,
    /// The room that was on the screen when another server answered at its address.
    pub left_behind: Option<RoomCode>,
    /// The new events of the last message, with their room.
    pub new_events: Option<(RoomCode, Vec<Stamped>)>,
    /// The screen under the overlay.
    pub screen: Screen,
    /// The overlay on the screen.
    pub overlay: Option<Overlay>,
    /// The last message for the user, until its time is over.
    pub notice: Option<Notice>,
    /// The target under the mouse when the user pressed the left button. Only a release there is a click.
    pub pressed: Option<(Context, Target)>,
    /// The next step after the server has answered `hello`.
    pub start: Option<Start>,
    /// The passphrase that the user has set last, and its room.
    pub passphrase: Option<(RoomCode, Passphrase)>,
    /// The server that the user left for one that has not answered yet.
    pub came_from: Option<Address>,
    /// The server last used.
    pub last_server: Option<Address>,
    /// The last choices on the start screen.
    pub last: State,
    /// The room that keeps a seat for the user and that the start screen offers to resume.
    pub offered: Option<KeptSeat>,
    /// The room that the keeper has stored for the next start.
    pub stored_room: Option<KeptSeat>,
    /// Whether the client listens for servers on this network.
    pub listening: bool,
    /// The event that the user waits for, and the start of the wait.
    pub waiting: Option<Waiting>,
    /// The size of the terminal, in columns and rows.
    pub size: Size,
    /// The settings of the program, as they apply now.
    pub settings: Settings,
    /// The environment's information about terminal and language.
    pub environment: Environment,
    /// The time zone of the user.
    pub zone: Zone,
    /// This machine's address on the network, for links that other machines can open.
    pub on_network: Option<IpAddr>,
    /// The language, from the settings and the environment.
    pub lang: Lang,
    /// The colours and characters, from the settings and the environment.
    pub theme: Theme,
    /// The keys, from the settings.
    pub keymap: Keymap,
    /// The built-in themes and those in the settings folder.
    pub themes: Vec<NamedTheme>,
    /// The errors in the settings files.
    pub problems: Vec<Problem>,
    /// The times of the user's last activity and of the last call.
    pub notifier: Notifier,
}

impl Model {
    /// Returns the address at which the server is, or was last sought.
    #[must_use]
    pub fn address(&self) -> &Address {
        self.session.address().unwrap_or(self.server.current())
    }

    /// Creates the state at the start. [`crate::update::start`] also carries out the command line.
    #[must_use]
    pub fn new(init: Init) -> Self {
        let Init { last_server, kept, last, chosen, remembered, suggested, .. } = init;
        let Init { run, chances, size, settings, environment, zone, on_network, .. } = init;
        let mut model = Self {
            mode: Mode::Local,
            server: Address::default().into(),
            me: Me { chosen, remembered, suggested },
            chances,
            session: Session::new(run),
            keeps_dialling: false,
            left_behind: None,
            new_events: None,
            screen: Screen::Menu(MenuScreen { item: MenuItem::PlayAi }),
            overlay: None,
            notice: None,
            pressed: None,
            waiting: None,
            start: None,
            came_from: None,
            passphrase: None,
            last_server,
            last,
            stored_room: kept.clone(),
            offered: kept,
            listening: false,
            size,
            lang: Lang::default(),
            theme: Theme::default(),
            keymap: Keymap::default(),
            themes: NamedTheme::built_in(),
            problems: Vec::new(),
            notifier: Notifier::default(),
            settings: Settings::default(),
            environment,
            zone,
            on_network,
        };
        model.apply_settings(settings);
        model
    }

    /// Applies these settings, which determine language, colours, characters and keys.
    pub fn apply_settings(&mut self, settings: Settings) {
        self.lang = settings.lang(&self.environment);
        self.theme = settings.look(&self.environment);
        self.keymap = Keymap::new(&settings.keys, self.lang, self.theme.charset);
        self.settings = settings;
    }

    /// Applies the content of the settings files and warns of the first error in them.
    pub fn apply_files(&mut self, loaded: Loaded) {
        let Loaded { settings, themes, problems } = loaded;
        (self.themes, self.problems) = (themes, problems);
        self.apply_settings(settings);
        match self.problems.as_slice() {
            [] => {}
            [problem] => self.warn(problem.text(self.lang)),
            [problem, more @ ..] => self.warn(self.lang.settings_more(&problem.text(self.lang), more.len())),
        }
    }

    /// Returns the start screen. The cursor is on the room to resume, or on the last choice.
    #[must_use]
    pub fn start_screen(&self) -> Screen {
        let last = self.last.item.unwrap_or(MenuItem::PlayAi);
        Screen::Menu(MenuScreen { item: if self.offered.is_some() { MenuItem::GoOn } else { last } })
    }

    /// Returns the room on the screen or behind it, if the session follows it.
    #[must_use]
    pub fn room_on_screen(&self) -> Option<(&RoomScreen, &RoomView)> {
        let screen = self.screen.room()?;
        Some((screen, self.session.room(&screen.code)?))
    }

    /// Shows a message in place of the last one, without marking a point.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::new(text, Tone::Info));
    }

    /// Shows a warning, such as the reason why an action is not possible.
    pub fn warn(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::new(text, Tone::Problem));
    }

    /// Shows the reason why `point` cannot take a stone. Marks the point as long as the message is visible.
    pub fn refuse(&mut self, point: Point, text: impl Into<String>) {
        self.notice = Some(Notice { point: Some(point), ..Notice::new(text, Tone::Problem) });
    }

    /// Advances the time by `elapsed`.
    pub fn advance(&mut self, elapsed: Duration) {
        self.session.pass(elapsed);
        if let Some(notice) = &mut self.notice {
            notice.left = notice.left.saturating_sub(elapsed);
            if notice.left.is_zero() {
                self.notice = None;
            }
        }
    }

    /// Returns the room that keeps a seat for the user after the end of the program: the current room, else
    /// the one to resume.
    #[must_use]
    pub fn kept_room(&self) -> Option<KeptSeat> {
        let sits = |code: &&RoomCode| {
            let room = self.session.room(code).and_then(RoomView::room);
            room.is_some_and(|room| {
                self.session.player().is_some_and(|me| room.seats().held_by(me).next().is_some())
            })
        };
        let room = self.screen.room().map(|screen| &screen.code).filter(sits);
        room.map(|room| self.kept_as(room.clone())).or_else(|| self.offered.clone())
    }

    /// Returns the room to resume, if it is on the present server.
    #[must_use]
    pub fn offered_here(&self) -> Option<RoomCode> {
        let kept = self.offered.as_ref()?;
        (*kept == self.kept_as(kept.room.clone())).then(|| kept.room.clone())
    }

    /// Describes a room of the present server for storage.
    #[must_use]
    pub fn kept_as(&self, room: RoomCode) -> KeptSeat {
        KeptSeat { room, address: (self.mode == Mode::Online).then(|| self.address().clone()) }
    }
}
