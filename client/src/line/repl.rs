//! The state machine of line mode. It takes typed lines and messages, and returns lines to print and effects.
//! A typed line waits until the commands before it are answered, so a script may write faster than the server
//! answers.

use std::{collections::VecDeque, time::Duration};

use tengen_session::{link::Link, study::Pages};

use super::{
    Awaited, Command, Extent,
    announce::{Announcer, question},
    parse, show, wording,
};
use crate::{
    effect::Effect,
    intent::Mode,
    model::{Model, Tone},
    msg::Msg,
    screen::{Screen, about::Wait, find::LISTEN},
    update::update,
};

/// The maximum number of typed lines that wait. While there are so many, no more are read.
pub const MAX_LINES: usize = 64;
/// How long the program waits for a connection or a search for a room before it ends.
pub const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);
/// How long the program waits for an answer before it ends. The answer may need an AI to think.
pub const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);
/// The maximum number of lines of output that `wait for` searches.
const MAX_RECENT: usize = 1_000;

/// An input from standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A line without its newline.
    Text(String),
    /// A line that was too long and was dropped.
    TooLong,
    /// The end of the input.
    Ended,
}

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The user, the system or the end of the input ended the program.
    Asked,
    /// Commands or lines were lost, because the server was disconnected or did not answer in time.
    Unanswered,
}

/// The content to show when its answer arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShowNext {
    /// The rooms of the server.
    Rooms,
    /// The servers on this network.
    Servers,
    /// The list of games from this index on.
    Games(usize),
    /// The game whose replay was opened.
    Replay,
    /// The search tree of an AI.
    SearchTree(Extent),
    /// The chat, with the older lines that were loaded.
    Chat,
    /// The user's devices.
    Devices,
    /// The code for another device.
    DeviceCode,
}

/// A `wait` command in progress.
#[derive(Clone, Debug)]
pub(super) struct Waiting {
    pub(super) awaited: Awaited,
    pub(super) limit: Option<Duration>,
    pub(super) passed: Duration,
}

/// Line mode without input and output.
#[derive(Debug)]
pub struct Repl {
    pub model: Model,
    pub(super) announcer: Announcer,
    pub(super) then: Option<ShowNext>,
    pub(super) waiting: Option<Waiting>,
    pub(super) recent: VecDeque<String>,
    pub(super) exit: Option<Exit>,
    /// How much longer to listen for servers on this network before they are shown.
    pub(super) listening: Duration,
    lines: VecDeque<Line>,
    out: Vec<String>,
    effects: Vec<Effect>,
    /// The time for which only the server, or the search for one, has delayed the end of the program. Each line that is
    /// carried out resets it.
    blocked_for: Duration,
}

impl Repl {
    /// Creates line mode for this client, with a welcome as its first output.
    #[must_use]
    pub fn new(model: Model) -> Self {
        let mut repl = Self {
            // A script may start before its server.
            model: Model { keeps_dialling: true, ..model },
            announcer: Announcer::default(),
            then: None,
            waiting: None,
            recent: VecDeque::new(),
            exit: None,
            listening: Duration::ZERO,
            lines: VecDeque::new(),
            out: Vec::new(),
            effects: Vec::new(),
            blocked_for: Duration::ZERO,
        };
        let lang = repl.model.lang;
        repl.say(lang.told_welcome());
        if let Some(kept) = &repl.model.offered {
            let code = kept.room.to_string();
            repl.say(lang.shown_kept(&code));
        }
        repl.announce();
        repl
    }

    /// Takes in a message, and returns the effects to carry out.
    pub fn msg(&mut self, msg: Msg) -> Vec<Effect> {
        if let Msg::Tick(elapsed) = &msg {
            self.pass(*elapsed);
        }
        self.update(msg);
        self.settle()
    }

    /// Takes in a typed line, and returns the effects to carry out.
    pub fn line(&mut self, line: Line) -> Vec<Effect> {
        self.lines.push_back(line);
        self.settle()
    }

    /// Whether to read no more lines, because the queue is full or the input has ended.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.lines.len() >= MAX_LINES || self.lines.contains(&Line::Ended)
    }

    /// Returns the lines to print since the last call.
    pub fn take_out(&mut self) -> Vec<String> {
        std::mem::take(&mut self.out)
    }

    /// Returns how the program ends; `None` while it goes on.
    #[must_use]
    pub const fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// Returns the time until something happens without a message or a line; `None` for never.
    #[must_use]
    pub fn next_change(&self) -> Option<Duration> {
        let waiting = self.waiting.as_ref();
        let limit = waiting.and_then(|waiting| Some(waiting.limit?.saturating_sub(waiting.passed)));
        let grace = self.patience().map(|patience| patience.saturating_sub(self.blocked_for));
        let listening = (!self.listening.is_zero()).then_some(self.listening);
        let screen = self.model.screen.about().next_change();
        let gone = self.model.standing().and_then(|standing| {
            let left = standing.opponent().and_then(|seat| standing.kept_for(seat));
            left.filter(|left| !left.is_zero())
        });
        let all = [limit, grace, listening, screen, gone];
        all.into_iter().flatten().min().map(|wait| wait.max(Duration::from_millis(10)))
    }

    fn pass(&mut self, elapsed: Duration) {
        if let Some(waiting) = &mut self.waiting {
            waiting.passed += elapsed;
        }
        self.listening = self.listening.saturating_sub(elapsed);
        let patience = self.patience();
        self.blocked_for = if patience.is_some() { self.blocked_for + elapsed } else { Duration::ZERO };
        if patience.is_some_and(|patience| self.blocked_for >= patience) {
            self.give_up();
        }
    }

    /// Returns how long the program waits before it gives up. Returns `None` unless it is about to end, and
    /// only the server, or the search for one, keeps it from ending.
    fn patience(&self) -> Option<Duration> {
        let quits = |line: &Line| match line {
            Line::Text(text) => matches!(parse::command(text), Ok(Command::Quit(_))),
            Line::TooLong => false,
            Line::Ended => true,
        };
        let link = self.model.session.link();
        let seeks = matches!(self.model.screen, Screen::Seek(_));
        let dials = !matches!(link, Link::Idle) && !link.is_online();
        let patience =
            if seeks || dials { Some(CONNECT_TIMEOUT) } else { self.is_awaiting().then_some(ANSWER_TIMEOUT) };
        // A full queue may hide the end of the input behind it.
        patience.filter(|_| self.lines.len() >= MAX_LINES || self.lines.iter().any(quits))
    }

    fn give_up(&mut self) {
        let lang = self.model.lang;
        let lines = self.lines.iter().filter(|line| **line != Line::Ended).count();
        let unanswered = self.model.session.waiting().count();
        if lines > 0 {
            self.refuse(lang.told_lines_lost(lines));
        }
        if unanswered > 0 {
            self.refuse(lang.told_unanswered(unanswered));
        }
        self.exit = Some(Exit::Unanswered);
    }

    /// Applies a message to the model, and announces what has changed.
    pub(super) fn update(&mut self, msg: Msg) {
        let effects = update(&mut self.model, msg);
        self.queue_effects(effects);
        self.announce();
    }

    /// Stores effects for the caller. Carries out the end of the program itself.
    pub(super) fn queue_effects(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Exit => self.quit(),
                other => self.effects.push(other),
            }
        }
    }

    fn announce(&mut self) {
        let retold = self.model.new_events.is_some();
        let lines = self.announcer.tell(&self.model);
        lines.into_iter().for_each(|line| self.say(line));
        // The announcer has told the events one by one, so the model's message about them adds nothing.
        match self.model.notice.take() {
            Some(notice) if notice.tone == Tone::Problem => self.refuse(notice.text),
            Some(notice) if !retold => self.say(notice.text),
            Some(_) | None => {}
        }
    }

    /// Prints a line.
    pub(super) fn say(&mut self, line: impl AsRef<str>) {
        let line = wording::harmless(line.as_ref());
        self.recent.push_back(line.clone());
        if self.recent.len() > MAX_RECENT {
            self.recent.pop_front();
        }
        self.out.push(line);
    }

    /// Prints why something is not possible.
    pub(super) fn refuse(&mut self, why: impl AsRef<str>) {
        self.say(self.model.lang.told_error(why.as_ref()));
    }

    /// Shows the awaited content and carries out all lines that need not wait. Returns the effects.
    fn settle(&mut self) -> Vec<Effect> {
        while self.exit.is_none() {
            if self.is_awaiting() && !self.is_offline() {
                break;
            }
            if !self.is_awaiting()
                && let Some(then) = self.then.take()
            {
                self.show(then);
                continue;
            }
            if self.waiting.is_some() && !self.end_wait() {
                break;
            }
            if !self.next_line() {
                break;
            }
            self.blocked_for = Duration::ZERO;
        }
        std::mem::take(&mut self.effects)
    }

    /// Carries out the next line. Returns false if there is none, or it must wait.
    fn next_line(&mut self) -> bool {
        match self.lines.front() {
            None => return false,
            Some(Line::Ended) if self.is_offline() => return false,
            Some(Line::Ended) => self.exit = Some(Exit::Asked),
            Some(Line::TooLong) => self.refuse(super::Complaint::TooLong.text(self.model.lang)),
            Some(Line::Text(text)) => {
                let text = text.trim().to_owned();
                if text.starts_with('#') || (text.is_empty() && !matches!(self.model.screen, Screen::Name(_)))
                {
                    self.lines.pop_front();
                    return true;
                }
                return self.take_line(&text);
            }
        }
        self.lines.pop_front();
        true
    }

    fn take_line(&mut self, text: &str) -> bool {
        let command = match (&self.model.screen, text) {
            (Screen::Name(screen), "") => parse::command(&format!("name \"{}\"", screen.input.text())),
            _ => parse::command(text),
        };
        match command {
            Ok(command) if self.is_offline() && self.needs_server(&command) => return false,
            Ok(command) => {
                self.lines.pop_front();
                if !matches!(command, Command::Wait(..)) {
                    self.recent.clear();
                }
                self.carry_out(command);
            }
            Err(complaint) => {
                self.lines.pop_front();
                self.recent.clear();
                self.refuse(complaint.text(self.model.lang));
                self.ask_again();
            }
        }
        true
    }

    /// Repeats a question that is still open.
    pub(super) fn ask_again(&mut self) {
        if let Some(question) = question(&self.model) {
            self.say(question);
        }
    }

    /// Whether the connection to the server is lost.
    pub(super) fn is_offline(&self) -> bool {
        self.model.session.link().is_lost()
    }

    /// Whether an answer, a connection or a search is under way.
    fn is_awaiting(&self) -> bool {
        let model = &self.model;
        let on_the_way = self.is_offline() || model.session.link().is_beginning();
        let screen = match &model.screen {
            Screen::Find(find) => find.auto.is_some(),
            Screen::List(_) => model.session.list().is_awaited() && model.mode == Mode::Online,
            Screen::History(history) => match history.list.pages() {
                Pages::Asked(_) => true,
                Pages::Partial => history.wants_more(),
                Pages::Whole | Pages::Refused(_) => false,
            },
            // The players may never let a spectator in.
            screen => screen.about().wait().is_some_and(|wait| !matches!(wait, Wait::Permission(_))),
        };
        // A hint takes an AI a while. Only the player who asked for it waits.
        let hint = model
            .standing()
            .and_then(|standing| standing.room.hint_wanted().filter(|seat| standing.mine().contains(seat)));
        on_the_way
            || screen
            || hint.is_some()
            || model.session.waiting().next().is_some()
            || !self.listening.is_zero()
    }

    /// Writes what the last command asked for, now that it is on the screen.
    fn show(&mut self, then: ShowNext) {
        let lang = self.model.lang;
        let lines = match (then, &self.model.screen) {
            (ShowNext::Rooms, Screen::List(_)) => show::rooms(self.model.session.list(), lang),
            (ShowNext::Servers, Screen::Find(find)) => show::servers(find, lang),
            (ShowNext::Games(first), Screen::History(history)) => {
                show::list(history, first, lang, &self.model.zone)
            }
            (ShowNext::Replay, Screen::Replay(replay)) => show::opened(replay, &self.model),
            (ShowNext::SearchTree(extent), Screen::SearchTree(thinking)) => {
                show::tree(thinking, extent, self.model.settings.evaluation, lang)
            }
            (ShowNext::Devices, Screen::Devices(screen)) => show::devices(screen, &self.model),
            (ShowNext::DeviceCode, Screen::Devices(screen)) => show::device_code(screen, lang),
            (ShowNext::Chat, _) => show::talk(&self.model, Extent::All),
            // The screen has changed since the command, and a message has said why.
            _ => Vec::new(),
        };
        lines.iter().for_each(|line| self.say(line));
    }

    /// Listens for servers on this network for the time [`LISTEN`], then lists them.
    pub(super) fn listen(&mut self) {
        self.listening = LISTEN;
        self.then = Some(ShowNext::Servers);
    }
}
