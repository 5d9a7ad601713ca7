//! A server for one room, made of the real room machine, answering at once.

use tengen_shared::{
    game::{
        AccessCheck, Command, CommandId, Context, Event, GameId, GameRecord, Input, Name, Passphrase,
        PerSeat, PlayerId, Presence, Reject, RejectCode, Room, RoomCode, RoomPlan, Said, SeatPlan, Seq,
        Settings, Stamped, Thinking,
    },
    protocol::{
        Cmd, Frame, GAMES_PAGE, GameSummary, ListedKey, PairingCode, Request, SafeText, ServerMessage,
    },
    rules::{
        BotChoices, EngineName, Level, Outlook, Pace, Point, Value,
        search::{Parts, Tree},
    },
};

pub(crate) const ME: PlayerId = PlayerId(1);
pub(crate) const OTHER: PlayerId = PlayerId(2);

pub(crate) fn code() -> RoomCode {
    "amber-fox-42".parse().unwrap()
}

pub(crate) fn name(text: &str) -> Name {
    text.parse().unwrap()
}

const BOTS: BotChoices = BotChoices { levels: &Level::ALL, engines: &[], former: &[] };

/// Why a server shows nothing of an AI.
const NOT_EXPLAINED: &str = "nothing is explained here";

/// The server's side of a test.
#[derive(Default)]
pub(crate) struct Fake {
    pub(crate) room: Option<Room>,
    pub(crate) log: Vec<Stamped>,
    /// How every AI thinks about every position, if it can be shown.
    pub(crate) tree: Option<Tree>,
    /// What every static value is made of, if it can be shown.
    pub(crate) parts: Option<Parts>,
    /// The engines that the server lists beside the levels.
    pub(crate) engines: &'static [EngineName],
    /// What the server's clock shows, beyond the second with which it begins.
    pub(crate) passed: u64,
    /// Who is there.
    pub(crate) attendance: Presence,
    /// The secret of the room.
    pub(crate) secret: Option<Passphrase>,
    /// The games that have finished, oldest first; the game's number is its place.
    pub(crate) games: Vec<GameRecord>,
    /// The user's keys.
    pub(crate) keys: Vec<ListedKey>,
}

impl Fake {
    fn context(&self) -> Context {
        Context {
            now: 1_000 + self.passed,
            bots: |_| BotChoices { engines: &EngineName::ALL, ..BOTS },
            lag: 0,
            attendance: self.attendance,
        }
    }

    /// Opens the room as `host` plans it.
    pub(crate) fn open(
        &mut self,
        settings: Settings,
        seats: &[SeatPlan; 2],
        host: PlayerId,
        host_name: &str,
    ) -> Vec<Stamped> {
        let plan = RoomPlan { settings, host, quick: false };
        let events =
            Room::decide_creation(&plan, &PerSeat(seats.clone()), &name(host_name), &self.context()).unwrap();
        let stamped = Room::stamp_creation(events, 1_000);
        let mut room = Room::open(code(), &stamped[0]).unwrap();
        stamped[1..].iter().for_each(|event| room.apply(event).unwrap());
        self.room = Some(room);
        self.log = stamped.clone();
        stamped
    }

    fn carry_out(&mut self, input: Input<'_>) -> Result<Vec<Stamped>, Reject> {
        let context = self.context();
        let room = self.room.as_mut().unwrap();
        let events = room.decide(input, &context)?;
        let stamped = room.stamp(events, context.now);
        stamped.iter().for_each(|event| room.apply(event).unwrap());
        self.log.extend(stamped.clone());
        if stamped.iter().any(|event| matches!(event.event, Event::GameOver { .. })) {
            self.games.extend(room.finished_game());
        }
        Ok(stamped)
    }

    /// Something that another player does.
    pub(crate) fn other(&mut self, player: PlayerId, who: &str, command: &Command) -> ServerMessage {
        let events = self.carry_out(Input::Command { player, name: &name(who), command }).unwrap();
        ServerMessage::Events { room: code(), events }
    }

    /// Something that another player tries; none if it is refused.
    pub(crate) fn try_other(
        &mut self,
        player: PlayerId,
        who: &str,
        command: &Command,
    ) -> Option<ServerMessage> {
        let events = self.carry_out(Input::Command { player, name: &name(who), command }).ok()?;
        Some(ServerMessage::Events { room: code(), events })
    }

    /// A player has said the passphrase.
    pub(crate) fn let_through(&mut self, player: PlayerId) {
        self.carry_out(Input::Admit { player, door: AccessCheck::Passphrase }).unwrap();
    }

    /// The server has been down.
    pub(crate) fn hold(&mut self) -> ServerMessage {
        let events = self.carry_out(Input::Hold).unwrap();
        ServerMessage::Events { room: code(), events }
    }

    /// Time passes at the server.
    pub(crate) fn tick(&mut self) -> ServerMessage {
        let events = self.carry_out(Input::Tick).unwrap();
        ServerMessage::Events { room: code(), events }
    }

    /// The other player places a stone.
    pub(crate) fn other_places(&mut self, player: PlayerId, point: &str) -> ServerMessage {
        let room = self.room.as_ref().unwrap();
        let seat = room.turn().unwrap();
        let command = Command::Place { seat, point: point.parse().unwrap(), at: room.at() };
        self.other(player, "Bob", &command)
    }

    /// The computer places a stone.
    pub(crate) fn ai_places(&mut self, point: &str) -> ServerMessage {
        self.ai_moves(point, None)
    }

    /// The computer places a stone after a search of that depth and so many nodes.
    pub(crate) fn ai_thinks(&mut self, point: &str, depth: u8, nodes: u64) -> ServerMessage {
        let thinking = Thinking { value: Value::Estimate(7), depth, nodes, pace: Pace::Full };
        self.ai_moves(point, Some(thinking))
    }

    pub(crate) fn ai_moves(&mut self, point: &str, thinking: Option<Thinking>) -> ServerMessage {
        let room = self.room.as_ref().unwrap();
        let (seat, _) = room.ai_to_move().unwrap();
        let point: Point = point.parse().unwrap();
        let at = room.at();
        let events = self.carry_out(Input::AiMove { seat, point, at, thinking }).unwrap();
        ServerMessage::Events { room: code(), events }
    }

    /// The hint that was asked for is found.
    pub(crate) fn hints(&mut self, point: &str) -> ServerMessage {
        let room = self.room.as_ref().unwrap();
        let (seat, at) = (room.hint_wanted().unwrap(), room.at());
        let (point, outlook) = (point.parse().unwrap(), Outlook::Better {});
        let events = self.carry_out(Input::HintFound { seat, at, point, outlook }).unwrap();
        ServerMessage::Events { room: code(), events }
    }

    pub(crate) fn snapshot(&self) -> ServerMessage {
        ServerMessage::Snapshot { room: Box::new(self.room.clone().unwrap()) }
    }

    /// The answers to a frame of the client.
    pub(crate) fn answer(&mut self, frame: &Frame) -> Vec<ServerMessage> {
        let id = frame.id;
        let done = |seq, events| ServerMessage::Accepted { id, room: Some(code()), seq, events };
        let simply_done =
            || vec![ServerMessage::Accepted { id, room: None, seq: Seq(0), events: Vec::new() }];
        let refused = |code, text: &str| vec![rejected(Some(id), frame.room.clone(), code, text)];
        let command = match frame.cmd.clone() {
            Cmd::Request(Request::Hello { .. }) => return Vec::new(),
            Cmd::Request(Request::Ping {}) => {
                return vec![ServerMessage::Pong { id, now: 1_000 + self.passed }];
            }
            Cmd::Request(Request::ListRooms {} | Request::UnlistRooms {}) => return simply_done(),
            Cmd::Request(Request::WatchWall {} | Request::UnwatchWall {}) => return simply_done(),
            Cmd::Request(Request::Create { settings, seats, passphrase }) => {
                self.secret = passphrase;
                let events = self.open(settings, &seats.0, ME, "Ann");
                return vec![self.snapshot(), done(self.seq(), events)];
            }
            Cmd::Request(Request::ListBots { variant }) => {
                let choices = BotChoices { engines: self.engines, ..BOTS };
                return vec![ServerMessage::Bots { id, variant, bots: choices.iter().collect() }];
            }
            Cmd::Request(Request::ListGames { before, .. }) => return vec![self.list_games(id, before)],
            Cmd::Request(request @ (Request::Pair {} | Request::ListKeys {} | Request::RevokeKey { .. })) => {
                return vec![self.about_keys(id, &request)];
            }
            Cmd::Request(Request::ShowGame { game }) => return vec![self.show_game(id, game)],
            // Nobody has made it yet.
            _ if self.room.is_none() => {
                return refused(RejectCode::NoSuchRoom, "there is no such room: check the code");
            }
            Cmd::Room(Command::Join { passphrase }) | Cmd::Request(Request::Watch { passphrase })
                if self.secret.is_some() && self.secret != passphrase =>
            {
                return refused(RejectCode::Passphrase, "this is not the passphrase of the room");
            }
            Cmd::Request(Request::Watch { .. })
                if self.room.as_ref().is_some_and(|room| room.check_watch(ME).is_err()) =>
            {
                return refused(RejectCode::NeedsConsent, "the players must let you in");
            }
            Cmd::Request(Request::QuickMatch { .. } | Request::Watch { .. } | Request::Snapshot {}) => {
                return vec![self.snapshot(), done(self.seq(), Vec::new())];
            }
            Cmd::Room(command @ Command::Join { .. }) => {
                let answer = self.judge(id, &command);
                return vec![self.snapshot(), answer];
            }
            Cmd::Request(request @ (Request::Explain { .. } | Request::TakeApart { .. })) => {
                let none = || rejected(Some(id), frame.room.clone(), RejectCode::NotExplained, NOT_EXPLAINED);
                return vec![self.about_thinking(id, request).unwrap_or_else(none)];
            }
            Cmd::Request(Request::ListChat { before }) => return vec![self.list_chat(id, before)],
            Cmd::Room(command) => command,
        };
        vec![self.judge(id, &command)]
    }

    /// The search of an AI, or the parts of a value in it, if that can be shown.
    fn about_thinking(&self, id: CommandId, request: Request) -> Option<ServerMessage> {
        let room = code();
        match request {
            Request::Explain { ply, bot, .. } => {
                let tree = Box::new(self.tree.clone()?);
                Some(ServerMessage::Explanation { id, room, ply, bot, tree })
            }
            Request::TakeApart { ply, bot, path } => {
                let parts = Box::new(self.parts.clone()?);
                Some(ServerMessage::Parts { id, room, ply, bot, path, parts })
            }
            _ => None,
        }
    }

    fn about_keys(&mut self, id: CommandId, request: &Request) -> ServerMessage {
        match request {
            Request::Pair {} => {
                ServerMessage::PairingCode { id, code: PairingCode::from_bits(7), valid_ms: 600_000 }
            }
            Request::RevokeKey { key } => {
                self.keys.retain(|known| known.key != *key);
                ServerMessage::Accepted { id, room: None, seq: Seq(0), events: Vec::new() }
            }
            _ => ServerMessage::Keys { id, keys: self.keys.clone() },
        }
    }

    fn list_games(&self, id: CommandId, before: Option<GameId>) -> ServerMessage {
        let numbered: Vec<_> = (1..).map(GameId).zip(&self.games).collect();
        let older = numbered.into_iter().rev().filter(|(game, _)| before.is_none_or(|before| *game < before));
        let games = older.take(GAMES_PAGE).map(|(game, record)| GameSummary::new(game, record)).collect();
        ServerMessage::Games { id, games }
    }

    fn show_game(&self, id: CommandId, game: GameId) -> ServerMessage {
        match self.games.get(game.0 as usize - 1) {
            Some(record) => ServerMessage::Game { id, game, record: Box::new(record.clone()) },
            None => rejected(Some(id), None, RejectCode::NoSuchGame, "there is no such game"),
        }
    }

    fn list_chat(&self, id: CommandId, before: Seq) -> ServerMessage {
        let room = self.room.as_ref().unwrap();
        let channel = room.channel_of(ME);
        let lines = room.chat().iter().rev();
        let lines = lines.filter(|said| said.line.channel == channel && said.seq < before).take(20);
        let mut lines: Vec<Said> = lines.cloned().collect();
        lines.reverse();
        ServerMessage::Chat { id, room: code(), lines }
    }

    fn seq(&self) -> Seq {
        self.room.as_ref().unwrap().seq()
    }

    fn judge(&mut self, id: CommandId, command: &Command) -> ServerMessage {
        let room = Some(code());
        match self.carry_out(Input::Command { player: ME, name: &name("Ann"), command }) {
            Ok(events) => ServerMessage::Accepted { id, room, seq: self.seq(), events },
            Err(reject) => rejected(Some(id), room, reject.code(), reject.to_string()),
        }
    }
}

/// A refusal of the server.
pub(crate) fn rejected(
    id: Option<CommandId>,
    room: Option<RoomCode>,
    code: RejectCode,
    text: impl Into<SafeText>,
) -> ServerMessage {
    ServerMessage::Rejected { id, room, code, text: text.into(), data: None }
}
