//! The client on the test bench: keys in, screen out, a fake server in between.

use std::time::Duration;

use crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::Buffer,
    layout::{Position, Size},
};
use tengen_client::{
    effect::Effect,
    intent::Begin,
    keeper::KeepOrder,
    layout::{BoardLayout, Body, Layout},
    local::LocalNews,
    model::{Init, Model},
    msg::Msg,
    profile::State,
    settings::{Environment, Settings},
    update::update,
    view,
    zone::Zone,
};
use tengen_session::link::{Address, Link, LinkOrder, Loss};
use tengen_shared::{
    game::RunId,
    protocol::{Cmd, Frame, Request, ServerId, ServerMessage},
};
use unicode_width::UnicodeWidthStr;

use crate::{
    fake::{Fake, ME, name},
    wire::{SERVER, Wire},
};

pub(crate) struct Bench {
    pub(crate) model: Model,
    pub(crate) fake: Fake,
    /// Every frame that went out on a connection that stood.
    pub(crate) sent: Vec<Frame>,
    /// Everything else that was to be done.
    pub(crate) effects: Vec<Effect>,
    /// Whether the fake server answers.
    pub(crate) answering: bool,
    /// The far end of the connection.
    pub(crate) wire: Wire,
    /// Where the client has wanted to go.
    pub(crate) dialled: Vec<Address>,
}

impl Bench {
    /// A client that knows its name, not yet connected.
    pub(crate) fn offline(width: u16, height: u16) -> Self {
        Self::new(Self::init(width, height))
    }

    /// Ann, on her way to a server.
    pub(crate) fn init(width: u16, height: u16) -> Init {
        Init {
            begin: Begin::Server { server: Some(Address::default().into()), start: None },
            last_server: None,
            kept: None,
            last: State { has_played: true, ..State::default() },
            chosen: Some(name("Ann")),
            remembered: None,
            suggested: None,
            run: RunId(1),
            chances: vec![1_000_000_007],
            size: Size { width, height },
            settings: Settings::default(),
            environment: Environment::default(),
            zone: Zone::default(),
            on_network: Some(std::net::Ipv4Addr::new(192, 168, 1, 20).into()),
        }
    }

    pub(crate) fn new(init: Init) -> Self {
        let (model, effects) = tengen_client::update::start(init);
        let mut bench = Self {
            model,
            fake: Fake::default(),
            sent: Vec::new(),
            effects: Vec::new(),
            answering: true,
            wire: Wire::default(),
            dialled: Vec::new(),
        };
        bench.run(effects);
        bench
    }

    /// A client on the start screen, with the server inside the program ready.
    pub(crate) fn local(width: u16, height: u16) -> Self {
        let mut bench = Self::new(Init { begin: Begin::Local { start: None }, ..Self::init(width, height) });
        bench.msg(Msg::Local(LocalNews::Ready(Address::default())));
        bench.connect();
        bench
    }

    /// A client that looks at the rooms of its server.
    pub(crate) fn online(width: u16, height: u16) -> Self {
        let mut bench = Self::offline(width, height);
        bench.connect();
        bench
    }

    /// A new connection, up to the welcome.
    pub(crate) fn connect(&mut self) {
        // Whoever has left the server is not brought back to it.
        if *self.model.session.link() == Link::Idle {
            return;
        }
        self.meet(SERVER);
        // The server inside the program may not have been started yet.
        let Link::Greeting { .. } = *self.model.session.link() else { return };
        let welcome = crate::wire::welcome(SERVER, self.sent.last().expect("a hello"), ME, name("Ann"));
        self.feed(welcome);
    }

    /// A new connection to this server, up to the hello.
    pub(crate) fn meet(&mut self, server: ServerId) {
        if let Link::Down { retry_in: Some(left), .. } = *self.model.session.link() {
            self.msg(Msg::Tick(left));
        }
        if self.model.session.link().is_online() {
            // Tests want another connection whether or not the old one is lost.
            self.msg(self.wire.lost(Loss::Closed));
            return self.meet(server);
        }
        for msg in [self.wire.opened(), self.wire.first_words(server), self.wire.found(server)] {
            self.msg(msg);
        }
    }

    /// Time passes, here and at the server.
    pub(crate) fn pass(&mut self, ms: u64) {
        self.hush(ms);
        self.msg(self.wire.ping());
    }

    /// Time passes, and the server gives no sign of life.
    pub(crate) fn hush(&mut self, ms: u64) {
        self.fake.passed += ms;
        self.msg(Msg::Tick(Duration::from_millis(ms)));
    }

    /// The connection is lost, and so often that the next attempt comes in about three seconds.
    pub(crate) fn disconnect(&mut self) {
        for _ in 0..100 {
            self.msg(self.wire.lost(Loss::Closed));
            match *self.model.session.link() {
                Link::Down { retry_in: Some(left), .. } if left.as_secs_f64().ceil() == 3.0 => return,
                Link::Down { retry_in: Some(left), .. } => self.msg(Msg::Tick(left)),
                _ => return,
            }
        }
        panic!("no wait is about three seconds");
    }

    pub(crate) fn msg(&mut self, msg: Msg) {
        let effects = update(&mut self.model, msg);
        self.run(effects);
    }

    /// Lets the fake server answer until it has nothing more to say.
    fn run(&mut self, effects: Vec<Effect>) {
        let mut todo = effects;
        while !todo.is_empty() {
            let mut answers = Vec::new();
            for effect in todo {
                match effect {
                    Effect::Link(LinkOrder::Send { link, bytes }) => {
                        let frame = self.wire.frame(link, &bytes);
                        if self.answering {
                            answers.extend(self.fake.answer(&frame));
                        }
                        self.sent.push(frame);
                    }
                    Effect::Link(LinkOrder::Open { link, address }) => {
                        self.wire.link = link;
                        self.dialled.push(address);
                    }
                    Effect::Link(LinkOrder::Close { .. }) | Effect::Keep(KeepOrder::LookUp(_)) => {}
                    other => self.effects.push(other),
                }
            }
            todo = answers.into_iter().flat_map(|answer| self.take(&answer)).collect();
        }
    }

    fn take(&mut self, message: &ServerMessage) -> Vec<Effect> {
        update(&mut self.model, self.wire.message(message))
    }

    /// A message of the server.
    #[allow(clippy::needless_pass_by_value, reason = "most callers make the message in place")]
    pub(crate) fn feed(&mut self, message: ServerMessage) {
        self.msg(self.wire.message(&message));
    }

    /// A message about the room that is newer than this client.
    pub(crate) fn unknown(&mut self) {
        let text = format!(r#"{{"weather": {{"room": "{}"}}}}"#, crate::fake::code());
        self.msg(self.wire.bytes(text.into_bytes()));
    }

    pub(crate) fn key(&mut self, code: KeyCode) {
        self.msg(Msg::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Types characters; `\n` is Enter and `\x1b` is Esc.
    pub(crate) fn keys(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '\n' => self.key(KeyCode::Enter),
                '\x1b' => self.key(KeyCode::Esc),
                c => self.key(KeyCode::Char(c)),
            }
        }
    }

    /// A key that is let go, which means nothing.
    pub(crate) fn key_release(&mut self, code: KeyCode) {
        let event = KeyEvent::new_with_kind(code, KeyModifiers::NONE, KeyEventKind::Release);
        self.msg(Msg::Key(event));
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, at: Position) {
        let event = MouseEvent { kind, column: at.x, row: at.y, modifiers: KeyModifiers::NONE };
        self.msg(Msg::Mouse(event));
    }

    pub(crate) fn click(&mut self, at: Position) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), at);
        self.mouse(MouseEventKind::Up(MouseButton::Left), at);
    }

    pub(crate) fn board(&self) -> BoardLayout {
        match Layout::of(&self.model).unwrap().body {
            Body::Room(parts) => parts.board,
            other => panic!("no room is up but {other:?}"),
        }
    }

    /// Where a point stands.
    pub(crate) fn spot(&self, point: &str) -> Position {
        self.board().centre(point.parse().unwrap()).unwrap()
    }

    /// Where a text stands on the screen.
    pub(crate) fn find(&self, text: &str) -> Position {
        let screen = self.screen();
        let found = screen.lines().enumerate().find_map(|(y, line)| Some((y, line.find(text)?, line)));
        let (y, at, line) = found.unwrap_or_else(|| panic!("{text:?} is not on:\n{screen}"));
        let x = line[..at].width();
        Position::new(u16::try_from(x).unwrap(), u16::try_from(y).unwrap())
    }

    /// That a text is on the screen, perhaps broken into lines in the banner.
    pub(crate) fn shows(&self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text) || self.banner().contains(text), "{text:?} is not on:\n{screen}");
    }

    /// What the banner of a room says, in one line.
    pub(crate) fn banner(&self) -> String {
        let Some(Layout { body: Body::Room(parts), .. }) = Layout::of(&self.model) else {
            return String::new();
        };
        let terminal = self.terminal();
        let cell = |at| terminal.backend().buffer().cell(at).unwrap().symbol().to_owned();
        let line = |row: ratatui::layout::Rect| {
            row.positions().map(cell).collect::<String>().trim().replace('\u{a0}', " ")
        };
        let lines: Vec<String> =
            parts.panels.banner.rows().map(line).filter(|line| !line.is_empty()).collect();
        lines.join(" ")
    }

    pub(crate) fn terminal(&self) -> Terminal<TestBackend> {
        let Size { width, height } = self.model.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        let drawn = terminal.draw(|frame| view::draw(frame, &self.model)).unwrap();
        nothing_is_hidden(drawn.buffer);
        terminal
    }

    /// What is drawn, line by line.
    pub(crate) fn screen(&self) -> String {
        let terminal = self.terminal();
        let buffer = terminal.backend().buffer();
        let lines = buffer.content.chunks(usize::from(buffer.area.width).max(1));
        let text = |line: &[ratatui::buffer::Cell]| {
            let mut text = String::new();
            let mut cells = line.iter().map(ratatui::buffer::Cell::symbol);
            while let Some(symbol) = cells.next() {
                text.push_str(symbol);
                // A wide character covers the cells after it.
                (1..symbol.width()).for_each(|_| _ = cells.next());
            }
            text.trim_end().to_owned()
        };
        lines.map(text).collect::<Vec<_>>().join("\n")
    }

    /// The number of the command sent last.
    pub(crate) fn last_id(&self) -> tengen_shared::game::CommandId {
        self.sent.last().unwrap().id
    }

    /// The commands sent since the last look, without hello.
    pub(crate) fn take_sent(&mut self) -> Vec<Cmd> {
        let told = |cmd: &Cmd| {
            !matches!(
                cmd,
                Cmd::Request(Request::Hello { .. } | Request::ListRooms {} | Request::UnlistRooms {})
            )
        };
        self.sent.drain(..).map(|frame| frame.cmd).filter(told).collect()
    }
}

/// Nothing was drawn where a wide character lies, since a terminal does not show it there.
fn nothing_is_hidden(buffer: &Buffer) {
    for line in buffer.content.chunks(usize::from(buffer.area.width).max(1)) {
        let mut cells = line.iter().map(ratatui::buffer::Cell::symbol);
        while let Some(symbol) = cells.next() {
            for hidden in cells.by_ref().take(symbol.width().saturating_sub(1)) {
                assert!(hidden.trim().is_empty(), "{hidden:?} is hidden by {symbol:?}");
            }
        }
    }
}
