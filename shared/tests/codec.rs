//! Every value on the wire survives both codecs, and every kind has one name and one number.

#![allow(clippy::unwrap_used)]

#[path = "codec/by_hand.rs"]
mod by_hand;
#[path = "codec/key_values.rs"]
mod key_values;
#[path = "codec/life.rs"]
mod life;
#[path = "codec/messages.rs"]
mod messages;
#[path = "codec/refusals.rs"]
mod refusals;
#[path = "codec/rule_values.rs"]
mod rule_values;
#[path = "codec/trees.rs"]
mod trees;
#[path = "codec/values.rs"]
mod values;

use life::{attendings, clock_rules, clock_states, games_of, offers};
use messages::{listed_seats, messages, updates, wall_updates};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tengen_shared::{
    game::{
        ClockRule, ClockState, Command, CommandId, EndReason, Event, MAX_SCORES, Name, Occupant, Offer,
        PlayerId, RejectCode, Room, RoomCode, RunId, Seat, SeatPlan, Seq, Settings, Stamped,
    },
    protocol::{
        Attending, BINCODE_LAYOUT, COMMANDS, Cmd, Codec, Frame, GamesOf, ListUpdate, ListedSeat, MAX_INBOUND,
        MAX_OUTBOUND, PlayerKey, REQUESTS, Request, Resume, SUBPROTOCOL_BINCODE, SafeText, ServerFrame,
        ServerMessage, WallUpdate,
    },
    rules::{Outcome, RuleSet, Variant},
};
use values::{CODES, any_of, cmds, commands, events, frames, occupants, plans, requests};

/// Returns one value of each kind.
fn samples<T: std::fmt::Debug>(kinds: impl IntoIterator<Item = BoxedStrategy<T>>) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    kinds.into_iter().map(|kind| kind.new_tree(&mut runner).unwrap().current()).collect()
}

/// Returns the names of all variants of `T`, in order. Serde lists them in its error for an unknown name.
fn variants_of<T: DeserializeOwned>() -> Vec<String> {
    let Err(error) = serde_json::from_value::<T>(json!({ "no_such_name": {} })) else {
        panic!("every name is taken");
    };
    let text = error.to_string();
    let (_, names) = text.split_once("expected ").unwrap();
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Returns the only key of a value's JSON object.
fn json_name(value: &impl Serialize) -> String {
    let value = serde_json::to_value(value).unwrap();
    let object = value.as_object().unwrap_or_else(|| panic!("{value} is no object"));
    assert_eq!(object.len(), 1, "{value} must have one key");
    object.keys().next().unwrap().clone()
}

fn binary(value: &impl Serialize) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, bincode::config::standard()).unwrap()
}

/// Asserts that `kinds` has one strategy for each variant of its type, in the order of the wire numbers.
fn assert_complete<T>(kinds: impl IntoIterator<Item = BoxedStrategy<T>>)
where
    T: std::fmt::Debug + Serialize + DeserializeOwned,
{
    let samples = samples(kinds);
    assert_eq!(samples.iter().map(json_name).collect::<Vec<_>>(), variants_of::<T>());
    for (number, sample) in samples.iter().enumerate() {
        assert_eq!(usize::from(binary(sample)[0]), number, "{sample:?}");
    }
}

#[test]
fn every_kind_of_everything_has_a_strategy() {
    assert_complete::<Request>(requests());
    assert_complete::<Command>(commands());
    assert_complete::<ServerMessage>(messages());
    assert_complete::<Event>(events());
    assert_complete::<Occupant>(occupants());
    assert_complete::<SeatPlan>(plans());
    assert_complete::<ListedSeat>(listed_seats());
    assert_complete::<ListUpdate>(updates());
    assert_complete::<WallUpdate>(wall_updates());
    assert_complete::<ClockRule>(clock_rules());
    assert_complete::<ClockState>(clock_states());
    assert_complete::<Offer>(offers());
    assert_complete::<GamesOf>(games_of());
    assert_complete::<Attending>(attendings());
}

#[test]
fn the_list_of_commands_is_that_of_the_reader_in_the_order_of_the_binary_numbers() {
    assert_eq!(variants_of::<Cmd>(), *COMMANDS);
    let samples = samples(cmds());
    assert_eq!(samples.len(), COMMANDS.len());
    for (number, cmd) in samples.into_iter().enumerate() {
        let frame = Frame { id: CommandId(RunId(1), 2), room: None, cmd };
        assert_eq!(json_name(&frame.cmd), COMMANDS[number]);
        // The run, the number and "no room" take one byte each. The command's kind and its number within the kind
        // follow.
        let numbers = if number < REQUESTS { [0, number] } else { [1, number - REQUESTS] };
        let bytes = Codec::Bincode.encode_client(&frame);
        assert_eq!([usize::from(bytes[3]), usize::from(bytes[4])], numbers);
    }
}

#[test]
fn every_code_of_a_refusal_has_its_number_and_a_newer_one_is_unknown() {
    let read = |number: u8| -> RejectCode {
        bincode::serde::decode_from_slice(&[number], bincode::config::standard()).unwrap().0
    };
    for (number, code) in (0..).zip(CODES) {
        assert_eq!(binary(&code), [number]);
        assert_eq!(read(number), code);
        assert_eq!(serde_json::from_value::<RejectCode>(serde_json::to_value(code).unwrap()).unwrap(), code);
    }
    assert_eq!(read(u8::try_from(CODES.len()).unwrap()), RejectCode::Unknown);
}

#[test]
fn every_reason_of_an_end_has_its_name_and_number() {
    for (number, reason) in (0..).zip(life::REASONS) {
        assert_eq!(binary(&reason), [number]);
    }
    let names = life::REASONS.map(|reason| serde_json::to_value(reason).unwrap());
    assert_eq!(names.map(|name| name.as_str().unwrap().to_owned()).to_vec(), variants_of::<EndReason>());
}

#[test]
fn the_subprotocols_name_the_codecs() {
    assert!(SUBPROTOCOL_BINCODE.ends_with(&format!(".{BINCODE_LAYOUT}")));
    for codec in Codec::ALL {
        assert_eq!(Codec::of_subprotocol(codec.subprotocol()), Some(codec));
    }
    assert_eq!(Codec::of_subprotocol("tengen.bincode.0"), None);
}

/// Returns every number in `value`, as an absolute value.
fn numbers(value: &Value) -> Vec<u64> {
    match value {
        Value::Number(number) => {
            vec![number.as_u64().or_else(|| number.as_i64().map(i64::unsigned_abs)).unwrap()]
        }
        Value::Array(values) => values.iter().flat_map(numbers).collect(),
        Value::Object(object) => object.values().flat_map(numbers).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => Vec::new(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_clients_frame_survives_both_codecs_and_fits_the_limit(frame in frames()) {
        for codec in Codec::ALL {
            let bytes = codec.encode_client(&frame);
            prop_assert!(bytes.len() <= MAX_INBOUND);
            prop_assert_eq!(codec.decode_client(&bytes), Ok(frame.clone()), "{:?}", codec);
        }
    }

    #[test]
    fn a_servers_message_survives_both_codecs(message in any_of(messages())) {
        for codec in Codec::ALL {
            let bytes = codec.encode_server(&message);
            prop_assert!(bytes.len() <= MAX_OUTBOUND);
            let known = ServerFrame::Known(Box::new(message.clone()));
            prop_assert_eq!(codec.decode_server(&bytes), Ok(known), "{:?}", codec);
        }
    }

    #[test]
    fn json_is_an_object_with_one_key_and_no_integer_beyond_53_bits(message in any_of(messages())) {
        json_name(&message);
        let value = serde_json::to_value(&message).unwrap();
        prop_assert!(numbers(&value).into_iter().all(|number| number <= 1 << 53));
    }

    #[test]
    fn text_is_safe_however_it_arrives(text in any::<String>()) {
        let sent = [binary(&text), serde_json::to_vec(&text).unwrap()];
        let read: [SafeText; 2] = [
            bincode::serde::decode_from_slice(&sent[0], bincode::config::standard()).unwrap().0,
            serde_json::from_slice(&sent[1]).unwrap(),
        ];
        for read in read {
            prop_assert!(!read.as_str().contains(char::is_control));
            prop_assert!(read.as_str().chars().count() <= 300);
            prop_assert_eq!(read, SafeText::from(&text));
        }
    }

    #[test]
    fn no_debug_text_shows_a_key(bytes in any::<[u8; 16]>()) {
        let key = PlayerKey::from_bytes(bytes);
        let (id, name): (CommandId, Name) = (CommandId(RunId(1), 2), "Ada".parse().unwrap());
        let cmd = Cmd::Request(Request::Hello { name: name.clone(), key: Some(key), proof: None, resume: Resume::default(), features: Default::default() });
        let welcome = ServerMessage::Welcome { id, player: PlayerId(3), key: Some(key), name, now: 7, signature: None };
        let frame = Frame { id, room: None, cmd };
        let digits = format!("{bytes:?}");
        let shown = [
            (format!("{key:?}"), "PlayerKey(hidden)"),
            (format!("{frame:?}"), "key: Some(PlayerKey(hidden))"),
            (format!("{welcome:?}"), "key: Some(PlayerKey(hidden))"),
            (format!("{frame:#?}"), "PlayerKey(hidden)"),
        ];
        for (text, hidden) in shown {
            prop_assert!(text.contains(hidden), "{}", text);
            prop_assert!(!text.contains(&key.expose_text()));
            prop_assert!(!text.contains(&digits));
        }
        prop_assert_eq!(key.expose_text().parse(), Ok(key));
    }
}

/// Reads a frame with `cmd`, with unknown fields added if `strewn`.
fn read_cmd(cmd: &Value, strewn: bool) -> Cmd {
    let mut frame = json!({ "id": ["00000000000000ff", 7], "room": "amber-fox-42", "cmd": cmd });
    if strewn {
        frame["mood"] = json!({ "deep": [1, [2]] });
    }
    let frame = Codec::Json.decode_client(frame.to_string().as_bytes()).unwrap();
    assert_eq!((frame.id, frame.room), (CommandId(RunId(255), 7), Some("amber-fox-42".parse().unwrap())));
    frame.cmd
}

#[test]
fn unknown_json_fields_are_ignored() {
    let place = json!({ "place": { "seat": 1, "point": "h8", "at": 12 } });
    let strewn =
        json!({ "place": { "seat": 1, "point": "h8", "why": null, "at": 12, "clock": { "ms": 5 } } });
    assert_eq!(read_cmd(&strewn, true), read_cmd(&place, false));
    let message = r#"{"pong":{"id":["1",2],"now":9,"load":0.5}}"#.as_bytes();
    let pong = ServerMessage::Pong { id: CommandId(RunId(1), 2), now: 9 };
    assert_eq!(Codec::Json.decode_server(message), Ok(ServerFrame::Known(Box::new(pong))));
}

#[test]
fn optional_json_fields_may_be_missing() {
    let ping = Codec::Json.decode_client(br#"{"id":["ff",7],"cmd":{"ping":{}}}"#).unwrap();
    assert_eq!(ping, Frame { id: CommandId(RunId(255), 7), room: None, cmd: Cmd::Request(Request::Ping {}) });
    let shorter_and_longer = [
        (
            json!({ "hello": { "name": "Ada" } }),
            json!({ "hello": { "name": "Ada", "key": null, "resume": [] } }),
        ),
        (json!({ "sit": { "seat": 2 } }), json!({ "sit": { "seat": 2, "guest": null } })),
        (
            json!({ "explain": { "ply": 3, "bot": "levels:2" } }),
            json!({ "explain": { "ply": 3, "bot": "levels:2", "cuts": "on" } }),
        ),
    ];
    for (shorter, longer) in shorter_and_longer {
        assert_eq!(read_cmd(&shorter, false), read_cmd(&longer, false));
    }
    let variant = json!({ "width": 15, "height": 15, "win_length": 5, "runs": "at_least" });
    let seats = json!([{ "me": {} }, { "open": {} }]);
    let full = json!({ "variant": variant, "first_move": "alternate", "think_time": 1000 });
    assert_eq!(
        read_cmd(&json!({ "create": { "settings": { "variant": variant }, "seats": seats } }), false),
        read_cmd(&json!({ "create": { "settings": full, "seats": seats } }), false)
    );
}

#[test]
fn json_of_a_newer_server_is_unknown_and_names_its_room() {
    let fox: Option<RoomCode> = Some("amber-fox-42".parse().unwrap());
    let flag = json!({ "seq": 3, "time": 5, "event": { "flag_fell": { "seat": 1 } } });
    let end = json!({ "winner": 1, "reason": "flag", "line": [] });
    let over = json!({ "seq": 3, "time": 5, "event": { "game_over": { "end": end } } });
    let second = Some(CommandId(RunId(1), 2));
    for (message, room) in [
        (json!({ "events": { "room": "amber-fox-42", "events": [flag] } }), &fox),
        (json!({ "events": { "room": "amber-fox-42", "events": [over] } }), &fox),
        (json!({ "accepted": { "id": ["1", 2], "room": "amber-fox-42", "seq": 3, "events": [flag] } }), &fox),
        (json!({ "snapshot": { "room": { "code": "amber-fox-42", "clock": "new" } } }), &fox),
        (json!({ "countdown": { "room": "amber-fox-42", "ms": 9 } }), &fox),
        (json!({ "motd": { "text": "hi" } }), &None),
        (json!({ "motd": "hi" }), &None),
    ] {
        let read = Codec::Json.decode_server(message.to_string().as_bytes());
        let id = second.filter(|_| message.get("accepted").is_some());
        assert_eq!(read, Ok(ServerFrame::Unknown { id, room: room.clone() }), "{message}");
    }
}

#[test]
fn a_newer_refusal_keeps_its_text_under_an_unknown_code() {
    let message = r#"{"rejected":{"id":["1",2],"room":null,"code":"too_sleepy","text":"wait:\u001b[2J"}}"#;
    let text = SafeText::from("wait:\u{fffd}[2J");
    let id = Some(CommandId(RunId(1), 2));
    let known = ServerMessage::Rejected { id, room: None, code: RejectCode::Unknown, text, data: None };
    assert_eq!(Codec::Json.decode_server(message.as_bytes()), Ok(ServerFrame::Known(Box::new(known))));
}

/// Returns a room with the maximum number of stones and score entries, and with the longest names.
fn largest_room() -> Room {
    let variant = Variant::new(26, 25, 26, RuleSet::Standard).unwrap();
    let settings = Settings::new(variant);
    let opened = Event::RoomOpened { settings, host: PlayerId(1), quick: false };
    let code = "a".repeat(32).parse().unwrap();
    let mut room = Room::open(code, &Stamped { seq: Seq(1), time: 1 << 53, event: opened }).unwrap();
    let mut happen = |event| room.apply(&Stamped { seq: room.seq().next(), time: 0, event }).unwrap();
    let name: Name = "😀".repeat(24).parse().unwrap();
    for (n, seat) in (0..).zip(Seat::BOTH.into_iter().cycle()).take(MAX_SCORES) {
        let occupant = Occupant::Person { player: PlayerId(u32::MAX - n), name: name.clone() };
        if n >= 2 {
            happen(Event::SeatFreed { seat });
        }
        happen(Event::SeatTaken { seat, occupant });
    }
    happen(Event::GameBegun { number: 1 });
    happen(Event::SidesSet { black: Seat::One });
    for (point, seat) in variant.reading_order().zip(Seat::BOTH.into_iter().cycle()) {
        happen(Event::StonePlaced { seat, point });
    }
    room
}

#[test]
fn the_largest_snapshot_fits_an_outbound_frame() {
    let room = largest_room();
    assert_eq!(room.scores().entries().len(), MAX_SCORES);
    assert_eq!(room.game().unwrap().position().outcome(), Some(Outcome::Draw));
    let message = ServerMessage::Snapshot { room: Box::new(room) };
    for codec in Codec::ALL {
        let bytes = codec.encode_server(&message);
        assert!(bytes.len() <= MAX_OUTBOUND, "{codec:?}: {} bytes", bytes.len());
        assert_eq!(codec.decode_server(&bytes), Ok(ServerFrame::Known(Box::new(message.clone()))));
    }
}

#[test]
fn what_no_server_sends_is_unreadable() {
    for bytes in ["", "[]", "null", "{}", "{\"a\":1,\"b\":2}", "{\"pong\":", "hello", "\u{0}"] {
        assert!(Codec::Json.decode_server(bytes.as_bytes()).is_err(), "{bytes}");
    }
    let newer = [u8::try_from(messages().len()).unwrap(), 0, 0];
    assert!(Codec::Bincode.decode_server(&newer).is_err());
    let accepted =
        ServerMessage::Accepted { id: CommandId(RunId(1), 2), room: None, seq: Seq(0), events: vec![] };
    let long = [Codec::Bincode.encode_server(&accepted), vec![0]].concat();
    assert!(Codec::Bincode.decode_server(&long).unwrap_err().to_string().contains("left over"));
}
