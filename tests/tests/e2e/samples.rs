//! The values in the fixtures: one evening in room amber-fox-42, where Ann and Bo play tic-tac-toe.

use tengen_shared::{
    game::{
        Access, Audience, Command, CommandId, EndReason, Event, Features, FirstMove, GameEnd, Hint, HintMark,
        Name, Occupant, PerSeat, PlayerId, RejectCode, Room, RoomCode, RunId, Seat, SeatPlan, Seq, Settings,
        Stamped, ThinkTime, Thinking, Thought,
    },
    protocol::{
        Attending, Cmd, Connected, Frame, Limits, ListState, ListUpdate, ListedSeat, PlayerKey, RefusalData,
        Request, Resume, RoomListing, SeenRoom, ServerId, ServerMessage, Spectators,
    },
    rules::{
        Bot, Level, Opening, Outlook, Pace, Point, Value, Variant,
        search::{Cuts, End, Node, Side, Totals, Tree},
    },
};

use super::{samples_keys, samples_life, samples_opening, samples_parts, samples_wall};

/// The content of a fixture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sample {
    /// A frame from a client.
    Client(Frame),
    /// A message from a server.
    Server(ServerMessage),
}

const RUN: RunId = RunId(0x9c2f_41d0_7be8_56a3);
pub(crate) const EVENING: u64 = 1_767_294_000_000;

pub(crate) fn room() -> RoomCode {
    "amber-fox-42".parse().unwrap()
}

pub(crate) fn name(text: &str) -> Name {
    text.parse().unwrap()
}

pub(crate) fn point(text: &str) -> Point {
    text.parse().unwrap()
}

pub(crate) fn id(n: u32) -> CommandId {
    CommandId(RUN, n)
}

pub(crate) fn key() -> PlayerKey {
    "5d41402abc4b2a76b9719d911017c592".parse().unwrap()
}

pub(crate) fn settings() -> Settings {
    Settings {
        variant: Variant::TICTACTOE,
        first_move: FirstMove::Alternate,
        think_time: ThinkTime::try_from(1_000).unwrap(),
        ..Settings::new(Variant::TICTACTOE)
    }
}

pub(crate) fn ann() -> Occupant {
    Occupant::Person { player: PlayerId(1), name: name("Ann") }
}

pub(crate) fn bo() -> Occupant {
    Occupant::Person { player: PlayerId(2), name: name("Bo") }
}

/// Returns the events of the evening, one second apart, with their numbers.
fn evening() -> Vec<Stamped> {
    let placed = |seat, text: &str| Event::StonePlaced { seat, point: point(text) };
    let line = ["b1", "b2", "b3"].map(point).to_vec();
    let events = vec![
        Event::RoomOpened { settings: settings(), host: PlayerId(1), quick: false },
        Event::SeatTaken { seat: Seat::One, occupant: ann() },
        Event::SeatTaken { seat: Seat::Two, occupant: bo() },
        Event::GameBegun { number: 1 },
        Event::SidesSet { black: Seat::One },
        placed(Seat::One, "b2"),
        placed(Seat::Two, "a1"),
        placed(Seat::One, "b1"),
        placed(Seat::Two, "a2"),
        placed(Seat::One, "b3"),
        Event::GameOver { end: GameEnd { winner: Some(Seat::One), reason: EndReason::Line, line } },
        Event::SeatReady { seat: Seat::One },
        Event::SeatFreed { seat: Seat::Two },
    ];
    let stamp =
        |(event, seq): (Event, u32)| Stamped { seq: Seq(seq), time: EVENING + u64::from(seq) * 1_000, event };
    events.into_iter().zip(1..).map(stamp).collect()
}

/// Returns the events from number `first` to number `last`.
fn events(first: usize, last: usize) -> Vec<Stamped> {
    evening()[first - 1..last].to_vec()
}

pub(crate) fn room_after(last: usize) -> Box<Room> {
    let all = events(1, last);
    let mut made = Room::open(room(), &all[0]).unwrap();
    for stamped in &all[1..] {
        made.apply(stamped).unwrap();
    }
    Box::new(made)
}

pub(crate) fn one_event(event: Event) -> Vec<Stamped> {
    vec![Stamped { seq: Seq(14), time: EVENING + 14_000, event }]
}

fn explain(cuts: Cuts) -> Cmd {
    Cmd::Request(Request::Explain { ply: 3, bot: "alphabeta:2".parse().unwrap(), cuts })
}

fn commands() -> Vec<(&'static str, bool, Cmd)> {
    let seat = Seat::One;
    let resume = vec![SeenRoom { room: room(), seq: Seq(9) }];
    let resume = Resume::try_from(resume).unwrap();
    let guest = SeatPlan::Guest { name: name("Cy") };
    let at_once =
        Settings { think_time: ThinkTime::try_from(500).unwrap(), ..Settings::new(Variant::GOMOKU15) };
    let create =
        |settings, seats| Cmd::Request(Request::Create { settings, seats: PerSeat(seats), passphrase: None });
    vec![
        (
            "hello",
            false,
            Cmd::Request(Request::Hello {
                name: name("Ann"),
                key: None,
                proof: None,
                resume: Resume::default(),
                features: Default::default(),
            }),
        ),
        (
            "hello-again",
            false,
            Cmd::Request(Request::Hello {
                name: name("Ann"),
                key: Some(key()),
                proof: None,
                resume,
                features: Features::all(),
            }),
        ),
        ("ping", false, Cmd::Request(Request::Ping {})),
        ("list-rooms", false, Cmd::Request(Request::ListRooms {})),
        ("unlist-rooms", false, Cmd::Request(Request::UnlistRooms {})),
        ("create", false, create(settings(), [SeatPlan::Me {}, SeatPlan::Open {}])),
        (
            "create-ai",
            false,
            create(at_once, [SeatPlan::Ai { bot: Bot::Level(Level::Medium) }, SeatPlan::Me {}]),
        ),
        ("create-guest", false, create(settings(), [SeatPlan::Me {}, guest])),
        ("quick-match", false, Cmd::Request(Request::QuickMatch { variant: Variant::TICTACTOE })),
        ("join", true, Cmd::Room(Command::Join { passphrase: None })),
        ("watch", true, Cmd::Request(Request::Watch { passphrase: None })),
        ("snapshot", true, Cmd::Request(Request::Snapshot {})),
        ("sit", true, Cmd::Room(Command::Sit { seat, guest: None })),
        ("sit-guest", true, Cmd::Room(Command::Sit { seat: Seat::Two, guest: Some(name("Cy")) })),
        ("stand", true, Cmd::Room(Command::Stand { seat })),
        ("leave", true, Cmd::Room(Command::Leave {})),
        ("set-ai", true, Cmd::Room(Command::SetAi { seat: Seat::Two, bot: Bot::Level(Level::Hard) })),
        ("ready", true, Cmd::Room(Command::Ready { seat, at: Seq(11) })),
        ("place", true, Cmd::Room(Command::Place { seat, point: point("b2"), at: Seq(5) })),
        ("resign", true, Cmd::Room(Command::Resign { seat, game: 1 })),
        ("hint", true, Cmd::Room(Command::Hint { seat, at: Seq(8) })),
        ("go-on", true, Cmd::Room(Command::GoOn {})),
        ("explain", true, explain(Cuts::On)),
        ("list-bots", false, Cmd::Request(Request::ListBots { variant: Variant::TICTACTOE })),
    ]
}

fn listing() -> RoomListing {
    let person = |text, connected| ListedSeat::Person { name: name(text), connected };
    RoomListing {
        room: room(),
        variant: Variant::TICTACTOE,
        seats: PerSeat([person("Ann", Connected::Here), person("Bo", Connected::Away)]),
        state: ListState::Playing,
        quick: false,
        games: 3,
        watching: 1,
        access: Access::Listed,
        opening: Opening::None,
        is_public: false,
        needs: Features::default(),
    }
}

fn open_listing() -> RoomListing {
    RoomListing {
        room: "quiet-owl-17".parse().unwrap(),
        variant: Variant::GOMOKU15,
        seats: PerSeat([ListedSeat::Ai { bot: Bot::Level(Level::Medium) }, ListedSeat::Empty {}]),
        state: ListState::Open,
        games: 0,
        watching: 2,
        access: Access::Passphrase,
        ..listing()
    }
}

fn limits() -> Limits {
    Limits { frame_bytes: 4_096, rooms: 16, commands_per_second: 20, command_burst: 60, heartbeat_ms: 10_000 }
}

fn answers() -> Vec<(&'static str, ServerMessage)> {
    let stale = "the position has changed (event 7): look again before you repeat this";
    let server = ServerId(0x51f0_22ab_9e3c_7d64);
    let accepted =
        |n, seq, events| ServerMessage::Accepted { id: id(n), room: Some(room()), seq: Seq(seq), events };
    vec![
        (
            "server",
            ServerMessage::Server {
                id: server,
                version: "0.1.0".into(),
                limits: limits(),
                identity: Some(samples_keys::challenge()),
                addresses: vec!["192.168.1.21:5151".into()],
            },
        ),
        (
            "welcome",
            ServerMessage::Welcome {
                id: id(2),
                player: PlayerId(1),
                key: Some(key()),
                name: name("Ann"),
                now: EVENING,
                signature: None,
            },
        ),
        ("accepted", accepted(19, 6, events(6, 6))),
        ("accepted-create", accepted(6, 2, events(1, 2))),
        (
            "accepted-no-room",
            ServerMessage::Accepted { id: id(4), room: None, seq: Seq(0), events: Vec::new() },
        ),
        (
            "rejected",
            ServerMessage::Rejected {
                id: Some(id(19)),
                room: Some(room()),
                code: RejectCode::Stale,
                text: stale.into(),
                data: Some(RefusalData::At(Seq(7))),
            },
        ),
        (
            "rejected-no-id",
            ServerMessage::Rejected {
                id: None,
                room: None,
                code: RejectCode::Malformed,
                text: "this message cannot be used: EOF while parsing an object at line 1 column 1".into(),
                data: None,
            },
        ),
        ("pong", ServerMessage::Pong { id: id(3), now: EVENING + 10_000 }),
        ("bots", bots()),
        ("explanation", explanation()),
    ]
}

fn bots() -> ServerMessage {
    let bots = ["easy", "medium", "hard", "master", "alphabeta"].map(|bot| bot.parse().unwrap()).to_vec();
    ServerMessage::Bots { id: id(24), variant: Variant::TICTACTOE, bots }
}

/// Returns the first nodes of a search of two layers.
fn explanation() -> ServerMessage {
    let node = |parent, text: Option<&str>, side, alpha, value, end| Node {
        parent,
        point: text.map(point),
        side,
        alpha,
        beta: None,
        value,
        end,
        left_out: 0,
    };
    let cut = End::Cut { by: 4, untried: 5 };
    let nodes = vec![
        node(None, None, Side::Max, None, 1, End::AllTried { best: Some(1) }),
        node(Some(0), Some("b2"), Side::Min, None, 1, End::AllTried { best: Some(2) }),
        node(Some(1), Some("a3"), Side::Max, None, 1, End::Leaf {}),
        node(Some(0), Some("c3"), Side::Min, Some(1), -1, cut),
        node(Some(3), Some("a2"), Side::Max, Some(1), -1, End::Leaf {}),
    ];
    let totals = Totals { nodes: 5, per_level: vec![1, 2, 2], plain: Some(10) };
    let tree = Box::new(Tree { depth: 2, nodes, totals });
    ServerMessage::Explanation { id: id(23), room: room(), ply: 3, bot: "alphabeta:2".parse().unwrap(), tree }
}

fn thought() -> Event {
    let thinking = Thinking { value: Value::Estimate(3), depth: 5, nodes: 1_204, pace: Pace::Full };
    Event::ThoughtNoted { audience: Audience::Players {}, thought: Thought { ply: 3, thinking } }
}

fn happenings() -> Vec<(&'static str, ServerMessage)> {
    let happened = |events| ServerMessage::Events { room: room(), events };
    let guest = Occupant::Guest { host: PlayerId(1), name: name("Cy") };
    let ai = Occupant::Ai { bot: Bot::Level(Level::Hard) };
    let asked = HintMark { seat: Seat::One, ply: 4 };
    let hint = Hint { ply: 4, point: point("b2"), outlook: Outlook::Wins { plies: 3 } };
    let Event::ThoughtNoted { thought: seen, .. } = thought() else { unreachable!() };
    let draw = GameEnd { winner: None, reason: EndReason::BoardFull, line: Vec::new() };
    let given_up = GameEnd { winner: Some(Seat::Two), reason: EndReason::Resignation, line: Vec::new() };
    vec![
        ("events-game-begun", happened(events(3, 5))),
        ("events-stone-placed", happened(events(6, 6))),
        ("events-game-over", happened(events(10, 11))),
        ("events-draw", happened(one_event(Event::GameOver { end: draw }))),
        ("events-resignation", happened(one_event(Event::GameOver { end: given_up }))),
        ("events-seat-ready", happened(events(12, 12))),
        ("events-seat-freed", happened(events(13, 13))),
        ("events-guest", happened(one_event(Event::SeatTaken { seat: Seat::Two, occupant: guest }))),
        ("events-ai", happened(one_event(Event::SeatTaken { seat: Seat::Two, occupant: ai }))),
        ("events-thought", happened(one_event(thought()))),
        ("events-win-foreseen", happened(one_event(Event::WinForeseen { winner: Seat::Two, ply: 9 }))),
        ("events-hint-asked", happened(one_event(Event::HintAsked { mark: asked }))),
        ("events-hint-given", happened(one_event(Event::HintGiven { seat: Seat::One, hint }))),
        (
            "events-disclosed",
            happened(one_event(Event::Disclosed { thoughts: vec![seen], hints: vec![asked] })),
        ),
        ("events-went-on", happened(one_event(Event::WentOn {}))),
        ("events-hidden", happened(one_event(Event::Hidden {}))),
        ("snapshot", ServerMessage::Snapshot { room: room_after(8) }),
        ("snapshot-over", ServerMessage::Snapshot { room: room_after(12) }),
        ("snapshot-waiting", ServerMessage::Snapshot { room: room_after(2) }),
    ]
}

fn news() -> Vec<(&'static str, ServerMessage)> {
    vec![
        (
            "presence",
            ServerMessage::Presence {
                room: room(),
                seats: PerSeat([Some(Attending::Here {}), Some(Attending::Away { kept_for_ms: 43_000 })]),
                spectators: Spectators { count: 1, names: vec![name("Di")], players: vec![PlayerId(4)] },
            },
        ),
        ("thinking", ServerMessage::Thinking { room: room(), seat: Seat::One, queued: false }),
        (
            "rooms",
            ServerMessage::Rooms { update: ListUpdate::Full { rooms: vec![listing(), open_listing()] } },
        ),
        (
            "rooms-changes",
            ServerMessage::Rooms {
                update: ListUpdate::Changes {
                    changed: vec![listing()],
                    gone: vec!["quiet-owl-17".parse().unwrap()],
                },
            },
        ),
    ]
}

/// Returns every sample with the name of its files: `client-…` for a client's, `server-…` for a server's.
pub(crate) fn samples() -> Vec<(&'static str, Sample)> {
    let command = |((name, in_room, cmd), n): ((&'static str, bool, Cmd), u32)| {
        (name, Sample::Client(Frame { id: id(n), room: in_room.then(room), cmd }))
    };
    // A new sample comes last, so that the ids of the others stay.
    let last = [("explain-without-cuts", true, explain(Cuts::Off))];
    let commands = commands()
        .into_iter()
        .chain(samples_life::commands())
        .chain(last)
        .chain([samples_keys::commands(), samples_opening::commands()].into_iter().flatten())
        .chain([samples_wall::commands(), samples_parts::commands()].into_iter().flatten())
        .zip(1..)
        .map(command);
    let messages = answers()
        .into_iter()
        .chain(happenings())
        .chain(news())
        .chain([samples_life::messages(), samples_keys::messages()].into_iter().flatten())
        .chain([samples_opening::messages(), samples_wall::messages()].into_iter().flatten())
        .chain(samples_parts::messages())
        .map(|(name, message)| (name, Sample::Server(message)));
    commands
        .map(|(name, sample)| (leak("client", name), sample))
        .chain(messages.map(|(name, sample)| (leak("server", name), sample)))
        .collect()
}

/// Returns a file name that lives as long as the tests. There are only a few of them.
fn leak(side: &str, name: &str) -> &'static str {
    Box::leak(format!("{side}-{name}").into_boxed_str())
}
