//! What can happen to a terminal: keys, clicks, sizes, and whatever a server sends, asked or not.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use proptest::prelude::*;
use tengen_client::{
    msg::Msg,
    settings::{Characters, Language, Settings as Look},
    theme::Charset,
};
use tengen_session::text::Lang;
use tengen_shared::{
    game::{
        Command, CommandId, Game, GameId, Offer, PerSeat, PlayerId, RejectCode, Reply, Room, RunId, Seat,
        Seq, Settings, Stamped,
    },
    protocol::{Attending, GameSummary, ListUpdate, RoomListing, ServerMessage, Spectators},
    rules::{Bot, Level, Point, Variant},
};

use crate::{
    bench::Bench,
    fake::{OTHER, code, name, rejected},
    table::presence,
};

#[derive(Clone, Debug)]
pub(super) enum Step {
    Key(KeyCode, bool),
    Paste(String),
    Mouse(u8, u16, u16),
    Resize(u16, u16),
    OtherMoves(u8),
    OtherReady,
    Events(usize, usize, u32),
    Snapshot,
    Presence(u32),
    Offered(u8),
    Answered(bool),
    AsksToWatch,
    StandsIn,
    Gone(bool),
    Held,
    LetIn,
    Refused(RejectCode),
    Thinking(bool),
    Rooms(bool),
    Rejected(Option<u32>, bool),
    Accepted(u32),
    Unknown,
    Says(u32, String),
    OldTalk(u32),
    Games(u32),
    Game(u32),
    Down,
    Up,
    Tick(u32),
    Quiet(bool),
    Silence(bool),
    Look(bool, bool),
}

fn key() -> impl Strategy<Value = KeyCode> {
    prop_oneof![
        8 => proptest::char::range(' ', '~').prop_map(KeyCode::Char),
        1 => any::<char>().prop_map(KeyCode::Char),
        8 => proptest::sample::select(vec![
            KeyCode::Enter, KeyCode::Esc, KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right,
            KeyCode::PageUp, KeyCode::PageDown, KeyCode::Tab, KeyCode::BackTab, KeyCode::Backspace, KeyCode::Home, KeyCode::End, KeyCode::F(1),
        ]),
    ]
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        20 => (key(), proptest::bool::weighted(0.05)).prop_map(|(key, ctrl)| Step::Key(key, ctrl)),
        10 => (0..5u8, 0..90u16, 0..40u16).prop_map(|(kind, x, y)| Step::Mouse(kind, x, y)),
        3 => (1..100u16, 1..50u16).prop_map(|(width, height)| Step::Resize(width, height)),
        6 => any::<u8>().prop_map(Step::OtherMoves),
        2 => Just(Step::OtherReady),
        3 => (0..20usize, 0..20usize, 0..5u32).prop_map(|(from, count, skip)| Step::Events(from, count, skip)),
        2 => Just(Step::Snapshot),
        1 => any::<u32>().prop_map(Step::Presence),
        3 => any::<u8>().prop_map(Step::Offered),
        2 => any::<bool>().prop_map(Step::Answered),
        1 => Just(Step::AsksToWatch),
        1 => Just(Step::StandsIn),
        2 => any::<bool>().prop_map(Step::Gone),
        1 => Just(Step::Held),
        1 => Just(Step::LetIn),
        1 => proptest::sample::select(vec![
            RejectCode::Passphrase, RejectCode::NeedsConsent, RejectCode::NotAsking,
            RejectCode::NoSpectators, RejectCode::GameOn,
        ]).prop_map(Step::Refused),
        1 => any::<bool>().prop_map(Step::Thinking),
        1 => any::<bool>().prop_map(Step::Rooms),
        1 => (proptest::option::of(0..40u32), any::<bool>()).prop_map(|(n, gone)| Step::Rejected(n, gone)),
        1 => (0..40u32).prop_map(Step::Accepted),
        1 => Just(Step::Unknown),
        4 => (2..4u32, "[a-z天 e\u{301}]{0,200}").prop_map(|(player, text)| Step::Says(player, text)),
        2 => (0..60u32).prop_map(Step::OldTalk),
        2 => (0..60u32).prop_map(Step::Games),
        2 => (0..60u32).prop_map(Step::Game),
        1 => Just(Step::Down),
        2 => Just(Step::Up),
        2 => (0..20_000u32).prop_map(Step::Tick),
        1 => any::<bool>().prop_map(Step::Quiet),
        1 => any::<bool>().prop_map(Step::Silence),
        1 => (any::<bool>(), any::<bool>()).prop_map(|(chinese, ascii)| Step::Look(chinese, ascii)),
        1 => ".{0,60}".prop_map(Step::Paste),
    ]
}

fn mouse(kind: u8) -> MouseEventKind {
    match kind {
        0 => MouseEventKind::Moved,
        1 => MouseEventKind::Down(MouseButton::Left),
        2 => MouseEventKind::ScrollDown,
        3 => MouseEventKind::ScrollUp,
        _ => MouseEventKind::Up(MouseButton::Left),
    }
}

pub(super) fn act(bench: &mut Bench, step: Step) {
    match step {
        Step::Key(code, ctrl) => {
            let modifiers = if ctrl { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
            bench.msg(Msg::Key(KeyEvent::new(code, modifiers)));
        }
        Step::Paste(text) => bench.msg(Msg::Paste(text)),
        Step::Mouse(kind, column, row) => {
            let event = MouseEvent { kind: mouse(kind), column, row, modifiers: KeyModifiers::NONE };
            bench.msg(Msg::Mouse(event));
        }
        Step::Resize(width, height) => bench.msg(Msg::Resize { width, height }),
        Step::Down => bench.disconnect(),
        Step::Up => bench.connect(),
        Step::Tick(ms) => bench.pass(ms.into()),
        Step::Quiet(true) => {
            bench.hush(150_000);
        }
        Step::Quiet(false) => bench.pass(0),
        Step::Silence(silent) => bench.answering = !silent,
        Step::Look(chinese, ascii) => {
            let language = Language::Chosen(if chinese { Lang::Chinese } else { Lang::English });
            let characters = Characters::Chosen(if ascii { Charset::Ascii } else { Charset::Unicode });
            bench.model.apply_settings(Look { language, characters, ..Look::default() });
        }
        other => feed(bench, &other),
    }
}

/// Talk and finished games.
fn past(bench: &mut Bench, step: &Step) -> Option<ServerMessage> {
    let id = |n: u32| CommandId(RunId(1), n);
    let games = &bench.fake.games;
    Some(match *step {
        Step::Says(player, ref text) => {
            let command = Command::Say { text: text.parse().ok()? };
            bench.fake.try_other(PlayerId(player), "天元 Bob", &command)?
        }
        Step::OldTalk(n) => {
            let chat = bench.fake.room.as_ref()?.chat();
            let lines = chat.iter().rev().skip(n as usize / 6).cloned().collect();
            ServerMessage::Chat { id: id(n), room: code(), lines }
        }
        Step::Games(n) => {
            let records = (1..).map(GameId).zip(games);
            let games = records.map(|(game, record)| GameSummary::new(game, record)).collect();
            ServerMessage::Games { id: id(n), games }
        }
        Step::Game(n) => {
            let record = Box::new(games.last()?.clone());
            ServerMessage::Game { id: id(n), game: GameId(n % 3), record }
        }
        _ => return None,
    })
}

fn feed(bench: &mut Bench, step: &Step) {
    let Some(room) = bench.fake.room.clone() else { return };
    let message = match *step {
        Step::OtherMoves(_) | Step::OtherReady => match bob_plays(bench, &room, step) {
            Some(message) => message,
            None => return,
        },
        Step::Events(from, count, skip) => {
            let log = bench.fake.log.iter().skip(from).take(count);
            let shift = |stamped: &Stamped| Stamped { seq: Seq(stamped.seq.0 + skip), ..stamped.clone() };
            ServerMessage::Events { room: code(), events: log.map(shift).collect() }
        }
        Step::Snapshot => bench.fake.snapshot(),
        Step::Presence(count) => {
            let names = vec![name("天元 e\u{301}")];
            let seats = PerSeat([Some(Attending::Away { kept_for_ms: 43_000 }), Some(Attending::Here {})]);
            ServerMessage::Presence {
                room: code(),
                seats,
                spectators: Spectators { count, names, players: Vec::new() },
            }
        }
        Step::Offered(_) | Step::Answered(_) | Step::AsksToWatch | Step::StandsIn | Step::Held => {
            match between_people(bench, &room, step) {
                Some(message) => message,
                None => return,
            }
        }
        Step::Gone(gone) => {
            bench.fake.attendance.away_since = PerSeat([None, gone.then_some(1_000)]);
            bench.fake.attendance.grace = 5_000;
            let bob = if gone { Attending::Away { kept_for_ms: 5_000 } } else { Attending::Here {} };
            presence(Some(bob))
        }
        Step::Thinking(queued) => ServerMessage::Thinking { room: code(), seat: Seat::Two, queued },
        Step::Rooms(full) => {
            let listing = RoomListing::new(&room, PerSeat::default(), u32::MAX);
            let update = if full {
                ListUpdate::Full { rooms: vec![listing] }
            } else {
                ListUpdate::Changes { changed: vec![listing], gone: vec![code()] }
            };
            ServerMessage::Rooms { update }
        }
        Step::LetIn | Step::Refused(_) | Step::Rejected(..) | Step::Accepted(_) => answer(bench, step),
        Step::Says(..) | Step::OldTalk(_) | Step::Games(_) | Step::Game(_) => {
            let Some(message) = past(bench, step) else { return };
            message
        }
        Step::Unknown => {
            return bench.unknown();
        }
        _ => return,
    };
    bench.feed(message);
}

/// What Bob does at the board, if it is his turn and the room does not refuse it because his time is up.
fn bob_plays(bench: &mut Bench, room: &Room, step: &Step) -> Option<ServerMessage> {
    let at = room.at();
    let (seat, command) = match *step {
        Step::OtherMoves(pick) => {
            let points: Vec<Point> = room.game()?.position().legal_points().collect();
            let point = *points.get(usize::from(pick) % points.len().max(1))?;
            let seat = room.turn()?;
            (seat, Command::Place { seat, point, at })
        }
        _ if room.is_playing() => return None,
        _ => (Seat::Two, Command::Ready { seat: Seat::Two, at }),
    };
    if room.seats().player(seat) != Some(OTHER) {
        return None;
    }
    bench.fake.try_other(OTHER, "Bob", &command)
}

/// What the server answers, be it asked or not.
fn answer(bench: &Bench, step: &Step) -> ServerMessage {
    match *step {
        Step::LetIn => ServerMessage::LetIn { room: code() },
        Step::Refused(reject) => {
            let id = bench.sent.last().map(|frame| frame.id);
            rejected(id, Some(code()), reject, "no")
        }
        Step::Rejected(n, gone) => {
            let reject = if gone { RejectCode::NoSuchRoom } else { RejectCode::NotInRoom };
            let id = n.map(|n| CommandId(RunId(1), n));
            ServerMessage::Rejected {
                id,
                room: Some(code()),
                code: reject,
                text: "no\u{1b}[2J".into(),
                data: None,
            }
        }
        Step::Accepted(n) => {
            let id = CommandId(RunId(1), n);
            ServerMessage::Accepted { id, room: Some(code()), seq: Seq(n), events: Vec::new() }
        }
        _ => bench.fake.snapshot(),
    }
}

/// What Bob, or somebody at the door, does if the room lets them.
fn between_people(bench: &mut Bench, room: &Room, step: &Step) -> Option<ServerMessage> {
    let (seat, at) = (Seat::Two, room.at());
    let bob = |command| (OTHER, "Bob", command);
    let (player, who, command) = match *step {
        Step::Offered(pick) => {
            let settings = Settings { variant: Variant::GOMOKU19, ..*room.settings() };
            let offers = [
                Offer::Takeback { to: pick.into() },
                Offer::Draw {},
                Offer::Pause {},
                Offer::Resume {},
                Offer::Change { settings },
                Offer::Swap {},
            ];
            bob(Command::Offer { seat, offer: offers[usize::from(pick) % offers.len()], at })
        }
        Step::Answered(yes) => {
            let reply = if yes { Reply::Accept } else { Reply::Decline };
            bob(Command::Answer { seat, offer: room.offers().of(Seat::One)?.seq, reply })
        }
        Step::AsksToWatch => (PlayerId(3), "Cy", Command::AskToWatch {}),
        Step::StandsIn => {
            bench.fake.attendance.away_since = PerSeat([Some(0), None]);
            let game = room.game().map_or(0, Game::number);
            bob(Command::StandIn { seat, game, bot: Bot::Level(Level::Medium) })
        }
        _ => return Some(bench.fake.hold()),
    };
    bench.fake.try_other(player, who, &command)
}
