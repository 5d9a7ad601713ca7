//! The fixtures: one file for every command and message, in both codecs, compared byte by byte.
//!
//! `TENGEN_BLESS=1` writes them again. The bytes of a layout that already has fixtures never change.

use std::{collections::BTreeSet, fs, path::PathBuf};

use serde_json::Value;
use tengen_shared::{
    game::{Command, Event},
    protocol::{BINCODE_LAYOUT, COMMANDS, Cmd, Codec, Request, ServerFrame, ServerMessage},
};

use super::samples::{Sample, samples};

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures")
}

fn read(name: &str) -> String {
    let path = folder().join(name);
    fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}; run with TENGEN_BLESS=1", path.display()))
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.chunks(32) {
        let digits: Vec<String> = line.iter().map(|byte| format!("{byte:02x}")).collect();
        text += &digits.join(" ");
        text.push('\n');
    }
    text
}

fn unhex(text: &str) -> Vec<u8> {
    text.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).unwrap()).collect()
}

fn encode(codec: Codec, sample: &Sample) -> Vec<u8> {
    match sample {
        Sample::Client(frame) => codec.encode_client(frame),
        Sample::Server(message) => codec.encode_server(message),
    }
}

fn decode(codec: Codec, like: &Sample, bytes: &[u8]) -> Sample {
    match like {
        Sample::Client(_) => Sample::Client(codec.decode_client(bytes).expect("a frame")),
        Sample::Server(_) => match codec.decode_server(bytes).expect("a message") {
            ServerFrame::Known(message) => Sample::Server(*message),
            ServerFrame::Unknown { .. } => panic!("a message that is not known"),
        },
    }
}

/// Writes all fixtures. It refuses changed bytes under a layout number that already has fixtures.
fn bless() {
    fs::create_dir_all(folder()).unwrap();
    let layout = BINCODE_LAYOUT.to_string();
    let same_layout = fs::read_to_string(folder().join("layout.txt")).is_ok_and(|old| old.trim() == layout);
    for (name, sample) in samples() {
        let bytes = hex(&encode(Codec::Bincode, &sample));
        let path = folder().join(format!("{name}.hex"));
        let changed = fs::read_to_string(&path).is_ok_and(|old| old != bytes);
        assert!(!(changed && same_layout), "the bytes of {name} have changed: raise BINCODE_LAYOUT first");
        fs::write(path, bytes).unwrap();
        let text = match &sample {
            Sample::Client(frame) => serde_json::to_string_pretty(frame),
            Sample::Server(message) => serde_json::to_string_pretty(message),
        };
        fs::write(folder().join(format!("{name}.json")), text.unwrap() + "\n").unwrap();
    }
    fs::write(folder().join("layout.txt"), layout + "\n").unwrap();
}

#[test]
fn every_fixture_is_decoded_and_encoded_alike_in_both_codecs() {
    if std::env::var_os("TENGEN_BLESS").is_some_and(|value| value == "1") {
        bless();
    }
    let layout = read("layout.txt");
    assert_eq!(layout.trim(), BINCODE_LAYOUT.to_string(), "a new layout: run with TENGEN_BLESS=1");
    for (name, sample) in samples() {
        let json = read(&format!("{name}.json"));
        assert_eq!(decode(Codec::Json, &sample, json.as_bytes()), sample, "{name}.json");
        let written: Value = serde_json::from_str(&json).unwrap();
        let now: Value = serde_json::from_slice(&encode(Codec::Json, &sample)).unwrap();
        assert_eq!(now, written, "{name}.json");
        let bytes = read(&format!("{name}.hex"));
        let now = hex(&encode(Codec::Bincode, &sample));
        assert_eq!(now, bytes, "{name}.hex: raise BINCODE_LAYOUT, since older clients cannot read this");
        assert_eq!(decode(Codec::Bincode, &sample, &unhex(&bytes)), sample, "{name}.hex");
    }
}

#[test]
fn json_numbers_stay_within_what_every_language_can_hold() {
    fn walk(value: &Value, name: &str) {
        match value {
            Value::Number(number) => {
                let fits = number.as_i64().is_some_and(|number| number.unsigned_abs() < 1 << 53);
                assert!(fits, "{name}: {number}");
            }
            Value::Array(items) => items.iter().for_each(|item| walk(item, name)),
            Value::Object(fields) => fields.values().for_each(|item| walk(item, name)),
            Value::Null | Value::Bool(_) | Value::String(_) => {}
        }
    }
    for (name, sample) in samples() {
        walk(&serde_json::from_slice(&encode(Codec::Json, &sample)).unwrap(), name);
    }
}

/// The names of an enum's variants on the wire. A new variant does not compile until it has a line here, and then
/// it needs a fixture.
macro_rules! wire_names {
    ($type:ident, $name_of:ident, $all:ident: $($variant:ident $name:literal,)*) => {
        const $all: &[&str] = &[$($name),*];

        const fn $name_of(value: &$type) -> &'static str {
            match value {
                $($type::$variant { .. } => $name,)*
            }
        }
    };
}

wire_names! { ServerMessage, message_name, MESSAGES:
    Server "server",
    Welcome "welcome",
    Accepted "accepted",
    Rejected "rejected",
    Events "events",
    Snapshot "snapshot",
    Presence "presence",
    Thinking "thinking",
    Rooms "rooms",
    Pong "pong",
    Bots "bots",
    Explanation "explanation",
    Chat "chat",
    Games "games",
    Game "game",
    LetIn "let_in",
    PutOut "put_out",
    PairingCode "pairing_code",
    Keys "keys",
    Wall "wall",
    Parts "parts",
}

wire_names! { Request, request_name, NAMED_REQUESTS:
    Hello "hello",
    Ping "ping",
    ListRooms "list_rooms",
    UnlistRooms "unlist_rooms",
    Create "create",
    QuickMatch "quick_match",
    Watch "watch",
    Snapshot "snapshot",
    Explain "explain",
    ListBots "list_bots",
    ListChat "list_chat",
    ListGames "list_games",
    ShowGame "show_game",
    Pair "pair",
    ListKeys "list_keys",
    RevokeKey "revoke_key",
    WatchWall "watch_wall",
    UnwatchWall "unwatch_wall",
    TakeApart "take_apart",
}

wire_names! { Command, room_command_name, NAMED_COMMANDS:
    Join "join",
    Sit "sit",
    Stand "stand",
    Leave "leave",
    SetAi "set_ai",
    Ready "ready",
    Place "place",
    Resign "resign",
    Hint "hint",
    GoOn "go_on",
    Offer "offer",
    Answer "answer",
    Withdraw "withdraw",
    Abort "abort",
    Restart "restart",
    Claim "claim",
    StandIn "stand_in",
    GiveTime "give_time",
    Change "change",
    Swap "swap",
    Kick "kick",
    Recognize "recognize",
    Say "say",
    AskToWatch "ask_to_watch",
    Admit "admit",
    Choose "choose",
}

const fn command_name(cmd: &Cmd) -> &'static str {
    match cmd {
        Cmd::Request(request) => request_name(request),
        Cmd::Room(command) => room_command_name(command),
    }
}

wire_names! { Event, event_name, EVENTS:
    RoomOpened "room_opened",
    SeatTaken "seat_taken",
    SeatFreed "seat_freed",
    SeatReady "seat_ready",
    GameBegun "game_begun",
    SidesSet "sides_set",
    StonePlaced "stone_placed",
    GameOver "game_over",
    ThoughtNoted "thought_noted",
    WinForeseen "win_foreseen",
    HintAsked "hint_asked",
    HintGiven "hint_given",
    Disclosed "disclosed",
    WentOn "went_on",
    Hidden "hidden",
    ClockSet "clock_set",
    MovesTakenBack "moves_taken_back",
    OfferMade "offer_made",
    OfferClosed "offer_closed",
    StoodIn "stood_in",
    SettingsChanged "settings_changed",
    SeatsSwapped "seats_swapped",
    HostPassed "host_passed",
    Kicked "kicked",
    Recognized "recognized",
    Said "said",
    WatchAsked "watch_asked",
    WatchAgreed "watch_agreed",
    WatchRefused "watch_refused",
    Admitted "admitted",
    OpeningBegun "opening_begun",
    OpeningChosen "opening_chosen",
}

#[test]
fn every_command_and_every_message_has_a_fixture() {
    let (mut commands, mut messages) = (BTreeSet::new(), BTreeSet::new());
    for (name, sample) in samples() {
        let (kind, json) = match &sample {
            Sample::Client(frame) => {
                commands.insert(command_name(&frame.cmd));
                (command_name(&frame.cmd), serde_json::to_value(&frame.cmd).unwrap())
            }
            Sample::Server(message) => {
                messages.insert(message_name(message));
                (message_name(message), serde_json::to_value(message).unwrap())
            }
        };
        let key = json.as_object().unwrap().keys().next().unwrap().clone();
        assert_eq!(key, kind, "{name}: the name on the wire");
        assert!(name.contains(&kind.replace('_', "-")), "{name} is named after something else than {kind}");
    }
    assert_eq!([NAMED_REQUESTS, NAMED_COMMANDS].concat(), *COMMANDS);
    assert_eq!(commands, COMMANDS.iter().copied().collect());
    assert_eq!(messages, MESSAGES.iter().copied().collect());
}

#[test]
fn every_event_occurs_in_a_fixture() {
    let mut found = BTreeSet::new();
    for (_, sample) in samples() {
        if let Sample::Server(ServerMessage::Events { events, .. } | ServerMessage::Accepted { events, .. }) =
            sample
        {
            found.extend(events.iter().map(|stamped| event_name(&stamped.event)));
        }
    }
    assert_eq!(found, EVENTS.iter().copied().collect());
}

#[test]
fn no_fixture_is_left_over() {
    let names: BTreeSet<String> = samples().into_iter().map(|(name, _)| name.to_owned()).collect();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if ["json", "hex"].contains(&extension) {
            let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
            assert!(names.contains(&stem), "{} belongs to nothing", path.display());
        }
    }
}
