//! The state of the page.

use std::time::Duration;

use tengen_session::{
    Session,
    alone::{self, Alone},
    link::{Address, Link},
    room::RoomView,
    text::Lang,
    ticks,
};
use tengen_shared::{
    game::{CommandId, Name, RoomCode, RunId},
    rules::{Bot, Point, Variant},
};
use tengen_worker::Question;

use crate::{
    effect::Effect,
    prefs::Prefs,
    route::Route,
    screen::{
        Screen,
        games::Games,
        new::{NewRoom, Place},
        replay::Replay,
        room::{Purpose, RoomScreen},
        start::Start,
        wall,
    },
};

/// How long the server may be silent before the page says so. A page that was hidden asks for an answer at once, and mostly
/// gets it sooner.
const WORTH_SAYING: Duration = Duration::from_millis(700);
/// How long a notice stays.
const NOTICE: Duration = Duration::from_secs(8);

/// What the page is told when it begins.
#[derive(Clone, Debug)]
pub struct Begin {
    /// Random, so that no two runs of a page have the same.
    pub run: RunId,
    /// The server's address, of which the page came.
    pub address: Address,
    /// The server's address as a link, such as `http://192.168.1.20:5151`.
    pub origin: String,
    /// The path in the address of the page.
    pub path: String,
    /// The name of the user's last visit.
    pub name: Option<Name>,
    pub lang: Lang,
    pub prefs: Prefs,
    /// The rooms where the user had a seat on the last visit.
    pub rooms: Vec<RoomCode>,
}

/// A text that goes away by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    pub text: String,
    pub left: Duration,
}

/// The question that the engine has, and its number.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    pub(crate) number: u32,
    pub(crate) question: Option<Question>,
    /// The local time at which a failed engine is asked again.
    pub(crate) again_at: Option<Duration>,
}

/// The state of the page.
#[derive(Debug)]
pub struct Model {
    pub session: Session,
    pub address: Address,
    pub origin: String,
    pub lang: Lang,
    pub prefs: Prefs,
    /// The name to play under; `None` until the user has chosen one.
    pub name: Option<Name>,
    /// The text in the field for the name.
    pub typed_name: String,
    /// Why the server refuses the last name.
    pub name_fault: Option<String>,
    /// The rooms where the user has a seat, as they are stored.
    pub(crate) rooms: Vec<RoomCode>,
    /// The engine's present question.
    pub(crate) asked: Asked,
    /// A random number, from which the play of an AI on this device varies.
    pub(crate) seed: u64,
    /// The request for a new room that the page waits for.
    pub(crate) making: Option<CommandId>,
    pub screen: Screen,
    /// The last board of the user's own, for a way back to it.
    pub(crate) board: Option<Box<Replay>>,
    pub notice: Option<Notice>,
    pub(crate) effects: Vec<Effect>,
}

impl Model {
    /// Creates the page, and connects to the server if the user's name is known.
    #[must_use]
    pub fn new(begin: Begin) -> Self {
        let Begin { run, address, origin, path, name, lang, prefs, rooms } = begin;
        let mut model = Self {
            session: Session::new(run),
            address,
            origin,
            lang,
            prefs,
            typed_name: name.as_ref().map(ToString::to_string).unwrap_or_default(),
            name,
            name_fault: None,
            rooms,
            asked: Asked::default(),
            seed: run.0,
            making: None,
            screen: Screen::Missing,
            board: None,
            notice: None,
            effects: Vec::new(),
        };
        model.rooms.iter().for_each(|room| model.session.follow(room));
        model.open(Route::of_path(&path));
        if model.name.is_some() {
            model.session.dial(model.address.clone());
        }
        model
    }

    /// Shows the screen of an address; without one, that nothing is there.
    pub(crate) fn open(&mut self, route: Option<Route>) {
        self.making = None;
        self.forget_watched();
        match std::mem::replace(&mut self.screen, Screen::Missing) {
            Screen::Replay(replay) if replay.game.is_none() => self.board = Some(replay),
            _ => {}
        }
        self.screen = match route {
            None => Screen::Missing,
            Some(Route::Start) => Screen::Start(Start::default()),
            Some(Route::New) => Screen::New(Box::default()),
            Some(Route::Alone) if self.session.alone().is_some() => {
                Screen::Room(Box::new(RoomScreen::inside(Alone::code())))
            }
            Some(Route::Alone) => Screen::New(Box::new(NewRoom::alone())),
            Some(Route::Board) => {
                Screen::Replay(self.board.take().unwrap_or_else(|| Box::new(Replay::board())))
            }
            Some(Route::Room(code)) => Screen::Room(Box::new(RoomScreen::new(code, Purpose::Join))),
            Some(Route::Wall) => Screen::Wall,
            Some(Route::Games) => Screen::Games(Games::new(None)),
            Some(Route::Devices) => Screen::Devices(Box::default()),
            Some(Route::GamesOf(code)) => Screen::Games(Games::new(Some(code))),
            Some(Route::Game(game)) => Screen::Replay(Box::new(Replay::of_game(game))),
            Some(Route::Watch(code)) => Screen::Room(Box::new(RoomScreen::new(code, Purpose::Watch))),
        };
    }

    /// Stops following the room on the screen if the user has no seat there. A seat stays the user's on every screen.
    fn forget_watched(&mut self) {
        let Some(code) = self.code().filter(|code| !Alone::is(code)).cloned() else { return };
        // Until the room is known, the user may have a seat in it.
        let watches =
            |view: &RoomView| view.room().is_some() && view.my_seats(self.session.player()).is_empty();
        if !self.rooms.contains(&code) && self.session.room(&code).is_some_and(watches) {
            // With a full outbox, the server still sends events, which the session ignores.
            let _ = self.session.leave(&code);
        }
    }

    /// Shows a room that the user has entered.
    pub(crate) fn enter(&mut self, code: RoomCode) {
        let route = if Alone::is(&code) { Route::Alone } else { Route::Room(code.clone()) };
        self.effects.push(Effect::Show(route));
        self.screen = Screen::Room(Box::new(RoomScreen::inside(code)));
    }

    /// Goes to an address, as a new step in the browser's history.
    pub(crate) fn go(&mut self, route: Route) {
        self.effects.push(Effect::Show(route.clone()));
        self.open(Some(route));
    }

    /// Whether a game on this device is on, which ends with the page.
    #[must_use]
    pub fn has_unstored_game(&self) -> bool {
        let room = self.session.alone().and_then(|alone| alone.view().room());
        room.is_some_and(|room| room.game().is_some_and(|game| game.ply() > 0 && game.end().is_none()))
    }

    /// Whether what the page shows may be out of date, because the server does not answer.
    #[must_use]
    pub fn is_stale(&self) -> bool {
        match self.session.silent_for() {
            Some(silent) => silent >= WORTH_SAYING,
            None => *self.session.link() != Link::Online,
        }
    }

    /// Shows a text for a few seconds.
    pub(crate) fn tell(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice { text: text.into(), left: NOTICE });
    }

    /// The code of the room on the screen.
    #[must_use]
    pub fn code(&self) -> Option<&RoomCode> {
        match &self.screen {
            Screen::Room(room) => Some(&room.code),
            _ => None,
        }
    }

    /// Returns the AIs that can play `variant` on the server, or on this device if the screen is of a game there.
    #[must_use]
    pub(crate) fn bots(&self, variant: Variant) -> Vec<Bot> {
        let is_here = match &self.screen {
            Screen::Room(room) => room.is_alone(),
            Screen::New(form) => form.place == Place::Device,
            _ => false,
        };
        if is_here {
            return alone::bots(variant).iter().collect();
        }
        self.session.bots(variant).unwrap_or_default().to_vec()
    }

    /// Returns the time until the page changes by itself; `None` if it does not.
    #[must_use]
    pub fn next_change(&self) -> Option<Duration> {
        let notice = self.notice.as_ref().map(|notice| notice.left);
        let clock =
            self.code().and_then(|code| self.session.viewer(code)).and_then(|viewer| viewer.next_tick());
        let link = match (self.session.link(), self.session.silent_for()) {
            (Link::Down { retry_in: Some(left), .. }, _) => ticks::to_next_second(*left),
            (_, Some(silent)) if silent < WORTH_SAYING => Some(WORTH_SAYING - silent),
            (Link::Silent { last_heard_at }, _) => {
                let silence = self.session.time().local().saturating_sub(*last_heard_at);
                Some(Duration::from_secs(1) - Duration::from_nanos(silence.subsec_nanos().into()))
            }
            _ => None,
        };
        let hand = match &self.screen {
            Screen::Room(room) => room.aim.hand,
            Screen::Replay(replay) => replay.aim.hand,
            _ => None,
        };
        let devices = match &self.screen {
            Screen::Devices(screen) => screen.devices.next_change(),
            _ => None,
        };
        let wall = matches!(self.screen, Screen::Wall).then(|| wall::next_tick(&self.session)).flatten();
        let hand = hand.and_then(|hand| hand.loupe_in(self.session.time().local()));
        let again = self.asked.again_at.map(|again| again.saturating_sub(self.session.time().local()));
        [self.session.next_change(), notice, clock, wall, devices, link, hand, again]
            .into_iter()
            .flatten()
            .min()
    }
}

/// Returns the id of the element of a point.
pub(crate) fn cell_id(point: Point) -> String {
    format!("p-{point}")
}
