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
    effect::{Effect, NetOrder},
    layout::{BoardLayout, Body, Layout},
    model::{Begin, Init, Model},
    msg::{Greeting, LocalNews, Msg, NetEvent},
    profile::State,
    settings::{Settings, Surroundings},
    update::update,
    view,
};
use tengen_session::{
    link::{Address, Link, LinkId, Loss},
    room::Muted,
};
use tengen_shared::{
    game::RunId,
    protocol::{Cmd, Frame, PlayerKey, Request, ServerFrame, ServerId, ServerMessage},
};
use unicode_width::UnicodeWidthStr;

use crate::fake::{Fake, ME, name};

pub(crate) const KEY: PlayerKey = PlayerKey::from_bytes([9; 16]);
pub(crate) const SERVER: ServerId = ServerId(0xfeed);

pub(crate) struct Bench {
    pub(crate) model: Model,
    pub(crate) fake: Fake,
    /// Every frame that went out on a connection that stood.
    pub(crate) sent: Vec<Frame>,
    /// Everything else that was to be done.
    pub(crate) effects: Vec<Effect>,
    /// Whether the fake server answers.
    pub(crate) answering: bool,
    /// What the profile has kept of whom not to hear.
    pub(crate) muted: Muted,
    link: LinkId,
}

impl Bench {
    /// A client that knows its name, not yet connected.
    pub(crate) fn offline(width: u16, height: u16) -> Self {
        Self::new(Self::init(width, height))
    }

    /// Ann, on her way to a server.
    pub(crate) fn init(width: u16, height: u16) -> Init {
        Init {
            begin: Begin::Server { address: Some(Address::default()), start: None },
            last_server: None,
            kept: None,
            last: State::default(),
            chosen: Some(name("Ann")),
            remembered: None,
            suggested: None,
            run: RunId(1),
            chances: vec![1_000_000_007],
            size: Size { width, height },
            settings: Settings::default(),
            around: Surroundings::default(),
        }
    }

    pub(crate) fn new(init: Init) -> Self {
        let (model, effects) = Model::new(init);
        let link = LinkId(0);
        Self {
            model,
            fake: Fake::default(),
            sent: Vec::new(),
            effects,
            answering: true,
            muted: Muted::default(),
            link,
        }
    }

    /// A client on the start screen, with the server inside the program ready.
    pub(crate) fn local(width: u16, height: u16) -> Self {
        let mut bench = Self::new(Init { begin: Begin::Local, ..Self::init(width, height) });
        bench.msg(Msg::Local(LocalNews::Ready { address: Address::default() }));
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
        if self.model.link == Link::Idle {
            return;
        }
        self.link = LinkId(self.link.0 + 1);
        let greeting =
            Greeting { server: SERVER, key: None, name: None, muted: self.muted.clone(), notice: None };
        self.msg(Msg::Net(NetEvent::Up { link: self.link, greeting: Box::new(greeting) }));
        let hello = self.sent.last().unwrap();
        assert!(matches!(hello.cmd, Cmd::Request(Request::Hello { .. })), "{hello:?}");
        let id = hello.id;
        self.feed(ServerMessage::Welcome { id, player: ME, key: KEY, name: name("Ann"), now: 1_000 });
    }

    /// Time passes, here and at the server.
    pub(crate) fn pass(&mut self, ms: u64) {
        self.fake.passed += ms;
        self.msg(Msg::Tick(Duration::from_millis(ms)));
    }

    pub(crate) fn disconnect(&mut self) {
        let why = Loss::Closed;
        self.msg(Msg::Net(NetEvent::Down { why, retry_in: Duration::from_secs(3) }));
    }

    pub(crate) fn msg(&mut self, msg: Msg) {
        let mut todo = update(&mut self.model, msg);
        while !todo.is_empty() {
            let mut answers = Vec::new();
            for effect in todo {
                match effect {
                    Effect::Net(NetOrder::Send { link, frame }) => {
                        assert_eq!(link, self.link);
                        if self.answering {
                            answers.extend(self.fake.answer(&frame));
                        }
                        self.sent.push(frame);
                    }
                    other => self.effects.push(other),
                }
            }
            todo = answers.into_iter().flat_map(|answer| self.take(answer)).collect();
        }
    }

    fn take(&mut self, message: ServerMessage) -> Vec<Effect> {
        let frame = ServerFrame::Known(Box::new(message));
        update(&mut self.model, Msg::Net(NetEvent::Frame { link: self.link, frame }))
    }

    /// A message of the server.
    pub(crate) fn feed(&mut self, message: ServerMessage) {
        let frame = ServerFrame::Known(Box::new(message));
        self.msg(Msg::Net(NetEvent::Frame { link: self.link, frame }));
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
            Body::Room { board, .. } => board,
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
        let Some(Layout { body: Body::Room { panels, .. }, .. }) = Layout::of(&self.model) else {
            return String::new();
        };
        let terminal = self.terminal();
        let cell = |at| terminal.backend().buffer().cell(at).unwrap().symbol().to_owned();
        let line = |row: ratatui::layout::Rect| {
            row.positions().map(cell).collect::<String>().trim().replace('\u{a0}', " ")
        };
        let lines: Vec<String> = panels.banner.rows().map(line).filter(|line| !line.is_empty()).collect();
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
