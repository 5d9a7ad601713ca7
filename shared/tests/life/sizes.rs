//! The longest messages of a room's life, measured in both codecs.

use tengen_shared::{
    game::{
        AccessCheck, AccessGrant, Channel, ChatLine, Clock, ClockRule, ClockState, CommandId, EndReason,
        Event, GameEnd, GameId, GameRecord, HintMark, MAX_CLOCK_MS, MAX_SCORES, Name, Occupant, PerSeat,
        PlayerId, Room, RunId, Said, Seat, Seq, Settings, SideTime, Stamped, Thinking, Thought, Turn,
    },
    protocol::{Codec, GAMES_PAGE, GameSummary, MAX_OUTBOUND, ServerFrame, ServerMessage},
    rules::{Bot, Pace, Point, RuleSet, Value, Variant},
};

const ID: CommandId = CommandId(RunId(u64::MAX), u32::MAX);
/// The largest integer that every JSON reader keeps exactly.
const LARGEST: u64 = 1 << 53;
/// The longest turn on a clock: three hours, and 25 periods of three hours each.
const LONGEST_TURN: u32 = 26 * MAX_CLOCK_MS;

fn longest_name() -> Name {
    "😀".repeat(24).parse().unwrap()
}

fn variant() -> Variant {
    Variant::new(26, 26, 26, RuleSet::Standard).unwrap()
}

fn line(channel: Channel) -> ChatLine {
    // Each character has four bytes. Characters that JSON must escape take only two.
    let text = "😀".repeat(200).parse().unwrap();
    ChatLine { channel, player: PlayerId(u32::MAX), name: longest_name(), text }
}

/// The longest evaluation of a move.
fn thinking() -> Thinking {
    Thinking { value: Value::Estimate(i32::MIN), depth: u8::MAX, nodes: LARGEST, pace: Pace::Shortened }
}

/// Applies events to a room.
struct Writer(Room);

impl Writer {
    fn happens(&mut self, event: Event) {
        let seq = self.0.seq().next();
        // Each stone takes as long as a turn can.
        let time =
            self.0.time() + u64::from(LONGEST_TURN) * u64::from(matches!(event, Event::StonePlaced { .. }));
        self.0.apply(&Stamped { seq, time, event }).unwrap();
    }
}

/// Returns a room in which everything except the game is at its maximum, with `occupants` in the seats.
fn full_room(occupants: &[Occupant; 2]) -> Writer {
    let clock = ClockRule::byo_yomi(MAX_CLOCK_MS, MAX_CLOCK_MS, 25).unwrap();
    let settings = Settings { clock, ..Settings::new(variant()) };
    let opened = Event::RoomOpened { settings, host: PlayerId(u32::MAX), quick: false };
    let code = "a".repeat(32).parse().unwrap();
    let mut room =
        Writer(Room::open(code, &Stamped { seq: Seq(1), time: LARGEST >> 1, event: opened }).unwrap());
    for n in 0..u32::try_from(MAX_SCORES).unwrap() {
        let occupant = Occupant::Guest { host: PlayerId(u32::MAX - n), name: longest_name() };
        room.happens(Event::SeatTaken { seat: Seat::One, occupant });
        room.happens(Event::Kicked { player: PlayerId(u32::MAX - n) });
    }
    for (seat, occupant) in Seat::BOTH.into_iter().zip(occupants) {
        room.happens(Event::SeatTaken { seat, occupant: occupant.clone() });
    }
    for n in 0..70 {
        let player = PlayerId(u32::MAX - 100 - n);
        room.happens(Event::Admitted { admission: AccessGrant { player, door: AccessCheck::Passphrase } });
        for channel in [Channel::Players, Channel::Spectators] {
            room.happens(Event::Said { line: line(channel) });
        }
    }
    for n in 0..8 {
        room.happens(Event::WatchAsked { player: PlayerId(u32::MAX - 200 - n), name: longest_name() });
    }
    room.happens(Event::GameBegun { number: 1 });
    room.happens(Event::SidesSet { black: Seat::One });
    room
}

/// Places stones on all points but the last, with full clocks. `beside` adds a hint request or an evaluation to
/// each.
fn full_board(room: &mut Writer, beside: impl Fn(Seat, u16) -> Option<Event>) {
    let left = SideTime { ms: MAX_CLOCK_MS, periods: 25 };
    let rule = room.0.settings().clock;
    // In this pattern, no line of either side is as long as the board.
    let (black, white): (Vec<Point>, Vec<Point>) =
        variant().reading_order().partition(|point| (point.col() + point.row() / 2) % 2 == 0);
    let points = black.into_iter().zip(white).flat_map(|(black, white)| [black, white]);
    for ((ply, point), seat) in (0..).zip(points).zip(Seat::BOTH.into_iter().cycle()).take(26 * 26 - 1) {
        if let Some(event @ Event::HintAsked { .. }) = beside(seat, ply) {
            room.happens(event);
        }
        room.happens(Event::StonePlaced { seat, point });
        if let Some(event @ Event::ThoughtNoted { .. }) = beside(seat, ply) {
            room.happens(event);
        }
        let state = ClockState::Runs { seat: seat.other(), since: LARGEST };
        room.happens(Event::ClockSet { clock: Clock { rule, left: PerSeat([left; 2]), state } });
    }
}

fn people() -> [Occupant; 2] {
    [1, 2].map(|n| Occupant::Person { player: PlayerId(u32::MAX - n), name: longest_name() })
}

fn computers() -> [Occupant; 2] {
    let bot: Bot = "alphabeta:3".parse().unwrap();
    [Occupant::Ai { bot }, Occupant::Ai { bot }]
}

/// A game of two people who have asked for a hint before each of their moves.
fn of_people() -> Room {
    let mut room = full_room(&people());
    full_board(&mut room, |seat, ply| Some(Event::HintAsked { mark: HintMark { seat, ply } }));
    room.0
}

/// A game of two AIs that have evaluated each of their moves.
fn of_computers() -> Room {
    let mut room = full_room(&computers());
    full_board(&mut room, |_, ply| {
        let thought = Thought { ply: ply + 1, thinking: thinking() };
        Some(Event::ThoughtNoted { audience: tengen_shared::game::Audience::All {}, thought })
    });
    room.0
}

/// Returns the snapshot for the player in seat one, or for a spectator if an AI sits there.
fn snapshot(room: &Room) -> ServerMessage {
    let player = tengen_shared::protocol::view::snapshot(room, PlayerId(u32::MAX - 1));
    ServerMessage::Snapshot { room: Box::new(player) }
}

/// Returns the record of the game in `room`, as if it had just ended in a draw.
fn record(room: &Room) -> GameRecord {
    let game = room.game().unwrap();
    GameRecord {
        room: room.code().clone(),
        number: u32::MAX,
        variant: variant(),
        clock: room.settings().clock,
        seats: PerSeat(people()),
        stand_ins: PerSeat([Some("alphabeta:3".parse().unwrap()); 2]),
        stood_in: true,
        black: Seat::One,
        begun: LARGEST,
        ended: LARGEST,
        moves: game.position().moves().to_vec(),
        turns: game.turns().iter().map(|turn| Turn { used_ms: LONGEST_TURN, ..*turn }).collect(),
        end: GameEnd { winner: None, reason: EndReason::Abandonment, line: Vec::new() },
        thoughts: game.thoughts().to_vec(),
        hints: game.hints().to_vec(),
        opening: game.opening(),
        choices: game.choices().to_vec(),
        fouls: game.position().fouls(),
    }
}

/// Returns the bytes of `message` in bincode and in JSON, and checks that both decode to the same message.
fn sizes(message: &ServerMessage) -> [usize; 2] {
    Codec::ALL.map(|codec| {
        let bytes = codec.encode_server(message);
        if bytes.len() <= MAX_OUTBOUND {
            assert_eq!(codec.decode_server(&bytes), Ok(ServerFrame::Known(Box::new(message.clone()))));
        }
        bytes.len()
    })
}

fn assert_fits(what: &str, message: &ServerMessage) {
    for (codec, bytes) in Codec::ALL.into_iter().zip(sizes(message)) {
        assert!(bytes <= MAX_OUTBOUND, "{what} has {bytes} bytes in {codec:?}");
    }
}

#[test]
fn the_longest_snapshots_fit_an_outbound_frame() {
    let room = of_people();
    assert_eq!((room.game().unwrap().ply(), room.game().unwrap().hints().len()), (675, 675));
    assert_eq!((room.scores().entries().len(), room.chat().len(), room.asking().len()), (64, 100, 8));
    assert_fits("a game of people", &snapshot(&room));
    let room = of_computers();
    assert_eq!(room.game().unwrap().thoughts().len(), 675);
    assert_fits("a game of computers", &snapshot(&room));
}

#[test]
fn a_snapshot_has_the_latest_thoughts_of_a_very_long_game() {
    let room = tengen_shared::protocol::view::snapshot(&of_computers(), PlayerId(1));
    let thoughts = room.game().unwrap().thoughts();
    assert_eq!((thoughts.len(), thoughts[0].ply, thoughts[255].ply), (256, 420, 675));
}

#[test]
fn the_longest_records_and_what_is_told_after_a_game_fit_an_outbound_frame() {
    for room in [of_people(), of_computers()] {
        let record = record(&room);
        let summary = GameSummary::new(GameId(u32::MAX), &record);
        assert_fits("a page of games", &ServerMessage::Games { id: ID, games: vec![summary; GAMES_PAGE] });
        let event = Event::Disclosed { thoughts: record.thoughts.clone(), hints: record.hints.clone() };
        let events = vec![Stamped { seq: Seq(u32::MAX), time: LARGEST, event }];
        assert_fits(
            "a disclosure",
            &ServerMessage::Accepted { id: ID, room: Some(record.room.clone()), seq: Seq(u32::MAX), events },
        );
        assert_fits(
            "a record",
            &ServerMessage::Game { id: ID, game: GameId(u32::MAX), record: Box::new(record) },
        );
    }
}

#[test]
fn a_page_of_the_longest_lines_fits_an_outbound_frame() {
    let said = |seq| Said { seq: Seq(u32::MAX - seq), time: LARGEST, line: line(Channel::Spectators) };
    let lines = (0..10).map(said).collect();
    assert_fits(
        "a page of talk",
        &ServerMessage::Chat { id: ID, room: "a".repeat(32).parse().unwrap(), lines },
    );
}
