//! A repl with a fake server behind it.

use std::time::Duration;

use ratatui::layout::Size;
use tengen_client::{
    effect::Effect,
    intent::Begin,
    line::{Line, Repl},
    model::Init,
    msg::Msg,
    profile::State,
    settings::{Environment, Language, Settings},
    zone::Zone,
};
use tengen_session::{
    link::{Address, Link, LinkOrder, Loss},
    text::Lang,
};
use tengen_shared::{
    game::{Name, RunId, SeatPlan},
    protocol::{Cmd, Frame, Request, ServerMessage},
};

use crate::{
    fake::{Fake, ME, OTHER, name},
    wire::{self, SERVER, Wire},
};

pub(crate) struct Script {
    pub(crate) repl: Repl,
    pub(crate) fake: Fake,
    pub(crate) sent: Vec<Frame>,
    /// Whether the fake server answers.
    pub(crate) answering: bool,
    pub(crate) wire: Wire,
}

impl Script {
    pub(crate) fn new(begin: Begin, lang: Lang) -> Self {
        Self::named(begin, lang, Some(name("Ann")))
    }

    /// Somebody of whom nothing is known, on the start screen.
    pub(crate) fn nameless() -> Self {
        Self::named(Begin::Menu, Lang::English, None)
    }

    fn named(begin: Begin, lang: Lang, chosen: Option<Name>) -> Self {
        let init = Init {
            begin,
            last_server: None,
            kept: None,
            last: State { has_played: true, ..State::default() },
            chosen,
            remembered: None,
            suggested: None,
            run: RunId(1),
            chances: Vec::new(),
            size: Size { width: 80, height: 24 },
            settings: Settings { language: Language::Chosen(lang), ..Settings::default() },
            environment: Environment::default(),
            zone: Zone::default(),
            on_network: None,
        };
        let (model, effects) = tengen_client::update::start(init);
        let repl = Repl::new(model);
        let mut script =
            Self { repl, fake: Fake::default(), sent: Vec::new(), answering: true, wire: Wire::default() };
        script.run(effects);
        script
    }

    fn to_server(lang: Lang) -> Self {
        Self::new(Begin::Server { server: Some(Address::default().into()), start: None }, lang)
    }

    /// Ann, on her way to a server.
    pub(crate) fn offline() -> Self {
        Self::to_server(Lang::English)
    }

    /// Ann on a server, in no room.
    pub(crate) fn online() -> Self {
        let mut script = Self::offline();
        script.connect();
        script.repl.take_out();
        script
    }

    pub(crate) fn in_chinese() -> Self {
        let mut script = Self::to_server(Lang::Chinese);
        script.connect();
        script.repl.take_out();
        script
    }

    /// Ann against Bob, who has sat down; Ann begins.
    pub(crate) fn with_bob(line: &str) -> Self {
        let mut script = Self::online();
        script.line(line);
        script.other(&tengen_shared::game::Command::Join { passphrase: None });
        script.repl.take_out();
        script
    }

    /// Ann watches a game of others.
    pub(crate) fn watching() -> Self {
        let mut script = Self::online();
        let settings = tengen_shared::game::Settings::new("tictactoe".parse().unwrap());
        let seats = [SeatPlan::Me {}, SeatPlan::Guest { name: name("Gus") }];
        script.fake.open(settings, &seats, OTHER, "Bob");
        script.line("watch amber-fox-42");
        script.repl.take_out();
        script
    }

    pub(crate) fn connect(&mut self) -> Vec<String> {
        if let Link::Down { retry_in: Some(left), .. } = *self.repl.model.session.link() {
            self.msg(Msg::Tick(left));
        }
        let begin = [self.wire.opened(), self.wire.first_words(SERVER), self.wire.found(SERVER)];
        let mut told: Vec<String> = begin.into_iter().flat_map(|msg| self.msg(msg)).collect();
        let hello =
            self.sent.iter().rfind(|frame| matches!(frame.cmd, Cmd::Request(Request::Hello { .. }))).unwrap();
        let welcome = wire::welcome(SERVER, hello, ME, name("Ann"));
        told.extend(self.feed(welcome));
        told
    }

    pub(crate) fn disconnect(&mut self) -> Vec<String> {
        self.msg(self.wire.lost(Loss::Closed))
    }

    pub(crate) fn pass(&mut self, ms: u64) -> Vec<String> {
        self.fake.passed += ms;
        let told = self.msg(Msg::Tick(Duration::from_millis(ms)));
        self.msg(self.wire.ping());
        told
    }

    #[allow(clippy::needless_pass_by_value, reason = "most callers make the message in place")]
    pub(crate) fn feed(&mut self, message: ServerMessage) -> Vec<String> {
        self.msg(self.wire.message(&message))
    }

    /// Bob does something.
    pub(crate) fn other(&mut self, command: &tengen_shared::game::Command) -> Vec<String> {
        let message = self.fake.other(OTHER, "Bob", command);
        self.feed(message)
    }

    pub(crate) fn bob_places(&mut self, point: &str) -> Vec<String> {
        let message = self.fake.other_places(OTHER, point);
        self.feed(message)
    }

    /// Types a line; gives what is told then.
    pub(crate) fn line(&mut self, line: &str) -> Vec<String> {
        self.take(Line::Text(line.to_owned()))
    }

    pub(crate) fn take(&mut self, line: Line) -> Vec<String> {
        let effects = self.repl.line(line);
        self.run(effects);
        self.repl.take_out()
    }

    pub(crate) fn msg(&mut self, msg: Msg) -> Vec<String> {
        let effects = self.repl.msg(msg);
        self.run(effects);
        self.repl.take_out()
    }

    /// Lets the fake server answer until it has nothing more to say.
    fn run(&mut self, effects: Vec<Effect>) {
        let mut effects = effects;
        while !effects.is_empty() {
            let mut answers = Vec::new();
            for effect in effects {
                match effect {
                    Effect::Link(LinkOrder::Open { link, .. }) => self.wire.link = link,
                    Effect::Link(LinkOrder::Send { link, bytes }) => {
                        let frame = self.wire.frame(link, &bytes);
                        if self.answering {
                            answers.extend(self.answer(&frame));
                        }
                        self.sent.push(frame);
                    }
                    _ => {}
                }
            }
            let messages: Vec<Msg> = answers.iter().map(|answer| self.wire.message(answer)).collect();
            effects = messages.into_iter().flat_map(|message| self.repl.msg(message)).collect();
        }
    }

    fn answer(&mut self, frame: &Frame) -> Vec<ServerMessage> {
        let mut answers = self.fake.answer(frame);
        if matches!(frame.cmd, Cmd::Request(Request::ListRooms {})) {
            let update = tengen_shared::protocol::ListUpdate::Full { rooms: Vec::new() };
            answers.push(ServerMessage::Rooms { update });
        }
        answers
    }

    /// The commands sent since the last look, without those that are no action of the user's.
    pub(crate) fn actions(&mut self) -> Vec<Cmd> {
        let quiet = |cmd: &Cmd| {
            matches!(
                cmd,
                Cmd::Request(
                    Request::Hello { .. }
                        | Request::Ping {}
                        | Request::ListRooms {}
                        | Request::UnlistRooms {}
                        | Request::ListBots { .. }
                )
            )
        };
        self.sent.drain(..).map(|frame| frame.cmd).filter(|cmd| !quiet(cmd)).collect()
    }
}

/// Whether a line with this is among those told.
pub(crate) fn tells(lines: &[String], part: &str) {
    assert!(lines.iter().any(|line| line.contains(part)), "{part:?} is not told:\n{}", lines.join("\n"));
}
