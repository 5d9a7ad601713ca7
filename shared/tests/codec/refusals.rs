//! Frames that cannot be read never cause a panic. Each gets the right kind of error, and the id wherever it can be
//! read.

use proptest::prelude::*;
use serde_json::{Value, json};
use tengen_shared::{
    game::{CommandId, RejectCode, RoomCode},
    protocol::{BadFrame, BadFrameKind, COMMANDS, Codec, MAX_INBOUND, MAX_SAFE_CHARS, REQUESTS, ServerFrame},
};

use super::{
    binary,
    by_hand::{
        ID, binary_frame, byo_yomi, code, create, fischer, hello, in_both, join, json_frame, numbered_frame,
        per_move, place, resume, say,
    },
    messages::messages,
    values::{any_of, frames},
};

fn refused(codec: Codec, bytes: &[u8]) -> BadFrame {
    let bad = codec.decode_client(bytes).unwrap_err();
    assert_sane(&bad);
    bad
}

fn assert_sane(bad: &BadFrame) {
    let code = match bad.kind {
        BadFrameKind::Malformed => RejectCode::Malformed,
        BadFrameKind::BadValue => RejectCode::BadValue,
        BadFrameKind::UnknownCommand => RejectCode::UnknownCommand,
    };
    assert_eq!(bad.code(), code);
    let text = bad.to_string();
    assert!(!text.is_empty() && text.chars().count() <= MAX_SAFE_CHARS && !text.contains(char::is_control));
}

#[test]
fn the_frames_written_by_hand_are_frames() {
    let fine = [
        hello("Ada"),
        hello(&"å".repeat(24)),
        create(26, 3, 26, 5_000),
        per_move(1_000),
        per_move(10_800_000),
        fischer(1_000, 600_000),
        byo_yomi(0, 1_000, 25),
        byo_yomi(10_800_000, 10_800_000, 1),
        say(&"😀".repeat(200)),
        join("😀😀😀😀"),
        join(&"x".repeat(64)),
        resume(16),
        place(1, "z26", 675),
        in_both("sit", &json!({ "seat": 2, "guest": "Bo" }), &(2_u8, Some("Bo"))),
    ];
    for (codec, bytes) in fine.concat() {
        let frame = codec.decode_client(&bytes).unwrap();
        assert_eq!((frame.id, frame.room), (ID, code()));
    }
}

#[test]
fn a_bad_value_is_refused_with_its_id_and_in_the_types_own_words() {
    let invisible = "the name has a control or invisible character";
    let cases = [
        (hello(""), "the name is empty: choose 1 to 24 characters"),
        (hello(" \u{3000} "), "the name is empty"),
        (hello(&"x".repeat(25)), "the name has 25 characters: choose at most 24"),
        (hello("a\u{1b}[2Jb"), invisible),
        (hello("a\u{7}"), invisible),
        (hello("a\n"), invisible),
        (hello("a\u{9b}31m"), invisible),
        (hello("a\u{202e}b"), invisible),
        (hello("\u{2066}a"), invisible),
        (hello("a\u{200b}"), invisible),
        (in_both("sit", &json!({ "seat": 2, "guest": "" }), &(2_u8, Some(""))), "the name is empty"),
        (create(9, 9, 5, 5_001), "a think time of 5001 ms is too long: choose 0 to 5000"),
        (create(27, 3, 3, 0), "a board of 27x3 is not possible: each side must have 3 to 26 points"),
        (create(3, 2, 3, 0), "a board of 3x2 is not possible"),
        (create(3, 3, 4, 0), "4 in a row is not possible: choose 3 to 3"),
        (per_move(999), "999 ms cannot be on a clock: choose 1000 (a second) to 10800000 (three hours)"),
        (per_move(10_800_001), "10800001 ms cannot be on a clock"),
        (fischer(0, 0), "0 ms cannot be on a clock"),
        (fischer(10_800_001, 0), "10800001 ms cannot be on a clock"),
        (fischer(60_000, 600_001), "an increment of 600001 ms is too long: choose 0 to 600000 (ten minutes)"),
        (byo_yomi(10_800_001, 1_000, 1), "10800001 ms before the periods are too long: choose 0 to 10800000"),
        (byo_yomi(0, 999, 1), "999 ms cannot be on a clock"),
        (byo_yomi(0, 1_000, 0), "there cannot be 0 periods: choose 1 to 25"),
        (byo_yomi(0, 1_000, 26), "there cannot be 26 periods"),
        (say(""), "the message is empty: write 1 to 200 characters"),
        (say("\u{1b}[31m \u{200b}"), "the message is empty"),
        (say(&"x".repeat(201)), "the message has 201 characters: write at most 200"),
        (join("abc"), "the passphrase has 3 characters: choose 8 to 64"),
        (join(&"x".repeat(65)), "the passphrase has 65 characters"),
        (join("abc\u{202e}d"), "the passphrase has a control or invisible character"),
        (place(3, "h8", 0), "there is no seat 3: a room has seats 1 and 2"),
        (place(0, "h8", 0), "there is no seat 0"),
        (place(1, "a27", 676), "point"),
        (place(1, "é8", u16::MAX), "point"),
        (resume(17), "17 rooms to resume are too many: a connection follows at most 16"),
        (
            in_both("set_ai", &json!({ "seat": 1, "bot": "god" }), &(1_u8, "god")),
            "there is no level or engine \"god\"",
        ),
    ];
    for (frames, words) in cases {
        for (codec, bytes) in frames {
            let bad = refused(codec, &bytes);
            assert_eq!((bad.kind, bad.id), (BadFrameKind::BadValue, Some(ID)), "{codec:?} {bad}");
            assert!(bad.text.as_str().contains(words), "{codec:?}: {bad}");
        }
    }
}

#[test]
fn a_bad_room_code_is_a_bad_value() {
    for room in ["ab", "42-fox", "amber_fox", "a\u{202e}bc", &"a".repeat(33)] {
        let json = json!({ "id": ID, "room": room, "cmd": { "ping": {} } }).to_string().into_bytes();
        for (codec, bytes) in [(Codec::Json, json), (Codec::Bincode, binary(&(ID, Some(room), 0, 1)))] {
            let bad = refused(codec, &bytes);
            assert_eq!((bad.kind, bad.id), (BadFrameKind::BadValue, Some(ID)), "{codec:?} {bad}");
            assert!(bad.text.as_str().contains("is not a room code"), "{bad}");
        }
    }
}

#[test]
fn an_unknown_command_is_refused_as_such_with_its_id() {
    let [requests, commands] = [REQUESTS, COMMANDS.len() - REQUESTS].map(|n| u32::try_from(n).unwrap());
    for bytes in [
        numbered_frame(0, requests, &()),
        numbered_frame(1, commands, &("some", "payload")),
        numbered_frame(0, u32::MAX, &()),
        numbered_frame(2, 0, &()),
        binary(&(ID, None::<RoomCode>, 1, 1_000)),
        binary(&(ID, None::<RoomCode>, 1_000)),
    ] {
        let bad = refused(Codec::Bincode, &bytes);
        assert_eq!((bad.kind, bad.id), (BadFrameKind::UnknownCommand, Some(ID)), "{bad}");
    }
    for cmd in [json!({ "dance": {} }), json!({ "Place": { "seat": 1 } }), json!({ "": null })] {
        let bad = refused(Codec::Json, &json_frame(&cmd));
        assert_eq!((bad.kind, bad.id), (BadFrameKind::UnknownCommand, Some(ID)), "{bad}");
        assert!(
            bad.text.as_str().ends_with("use one of those that PROTOCOL.md lists"),
            "the whole text: {bad}"
        );
    }
}

#[test]
fn json_without_what_is_needed_keeps_its_id() {
    for cmd in
        [json!({ "place": { "seat": 1 } }), json!({ "hello": {} }), json!("ping"), json!(null), json!({})]
    {
        let bad = refused(Codec::Json, &json_frame(&cmd));
        assert_eq!(bad.id, Some(ID), "{cmd}");
    }
    let bad = refused(Codec::Json, br#"{"id":["ff",7]}"#);
    assert_eq!((bad.kind, bad.id), (BadFrameKind::BadValue, Some(ID)));
    for id in [json!(null), json!([7, "ff"]), json!(["xyz", 7]), json!(["ff", -1]), json!(["ff"])] {
        let frame = json!({ "id": id, "cmd": { "ping": {} } }).to_string();
        let bad = refused(Codec::Json, frame.as_bytes());
        assert_eq!((bad.kind, bad.id), (BadFrameKind::BadValue, None), "{id}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("[", "]"), (r#"{"cmd":"#, "}")] {
        for close in [close.repeat(50_000), String::new()] {
            let deep = format!("{}1{close}", open.repeat(50_000));
            refused(Codec::Json, deep.as_bytes());
            assert!(Codec::Json.decode_server(deep.as_bytes()).is_err());
            let inside = format!(r#"{{"id":["ff",7],"room":{deep},"cmd":{{"ping":{{}}}}}}"#);
            refused(Codec::Json, inside.as_bytes());
            let newer = format!(r#"{{"newer":{{"room":"amber-fox-42","x":{deep}}}}}"#);
            assert!(Codec::Json.decode_server(newer.as_bytes()).is_err());
        }
    }
}

#[test]
fn huge_claimed_lengths_are_refused_at_once() {
    // A marker byte comes first, followed by the length: 253 for 64 bits, 252 for 32 bits.
    let huge = [vec![253], u64::MAX.to_le_bytes().to_vec()].concat();
    let large = [vec![252], u32::MAX.to_le_bytes().to_vec()].concat();
    let heads = [
        binary(&(ID, 1_u8)),                         // a room code
        binary_frame("hello", &()),                  // a name
        binary_frame("hello", &("Ada", None::<u8>)), // rooms to resume
        binary_frame("sit", &(1_u8, 1_u8)),          // a guest's name
    ];
    for length in [&huge, &large] {
        for head in &heads {
            let bad = refused(Codec::Bincode, &[head, length.as_slice(), b"abc"].concat());
            assert_eq!((bad.kind, bad.id), (BadFrameKind::Malformed, Some(ID)), "{bad}");
        }
        for head in [binary(&(2_u8, ID, 0_u8, 5)), binary(&(4_u8, "amber-fox-42")), binary(&(8_u8, 0_u8))] {
            assert!(Codec::Bincode.decode_server(&[head.as_slice(), length, b"abc"].concat()).is_err());
        }
    }
}

#[test]
fn nothing_at_all_is_malformed() {
    for codec in Codec::ALL {
        let bad = refused(codec, b"");
        assert_eq!((bad.kind, bad.id), (BadFrameKind::Malformed, None));
    }
    assert_eq!(refused(Codec::Json, b"\xff\xfe{}").kind, BadFrameKind::Malformed);
    assert_eq!(
        refused(Codec::Bincode, br#"{"id":["ff",7],"cmd":{"ping":{}}}"#).kind,
        BadFrameKind::Malformed
    );
}

/// Checks that random bytes are either a frame that survives encoding, or a refusal of the right kind.
fn check_any(codec: Codec, bytes: &[u8]) {
    let bad = match codec.decode_client(bytes) {
        Ok(frame) => return assert_eq!(codec.decode_client(&codec.encode_client(&frame)), Ok(frame)),
        Err(bad) => bad,
    };
    assert_sane(&bad);
    let unknown = match codec {
        Codec::Json => {
            let value: Value = serde_json::from_slice(bytes).unwrap_or_default();
            let names = value["cmd"].as_object().into_iter().flat_map(|cmd| cmd.keys());
            names.into_iter().any(|name| !COMMANDS.contains(&name.as_str()))
        }
        Codec::Bincode => {
            let config = bincode::config::standard().with_limit::<MAX_INBOUND>();
            let head =
                bincode::serde::decode_from_slice::<(CommandId, Option<RoomCode>, u32), _>(bytes, config);
            head.is_ok_and(|((_, _, kind), read)| {
                let known = match kind {
                    0 => REQUESTS,
                    1 => COMMANDS.len() - REQUESTS,
                    _ => return true,
                };
                let number = bincode::serde::decode_from_slice::<u32, _>(&bytes[read..], config);
                number.is_ok_and(|(number, _)| usize::try_from(number).unwrap() >= known)
            })
        }
    };
    assert_eq!(bad.kind == BadFrameKind::UnknownCommand, unknown, "{bad}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_frame_cut_short_anywhere_is_malformed(frame in frames()) {
        for codec in Codec::ALL {
            let bytes = codec.encode_client(&frame);
            let id_ends = binary(&frame.id).len();
            for length in 0..bytes.len() {
                let bad = refused(codec, &bytes[..length]);
                prop_assert_eq!(bad.kind, BadFrameKind::Malformed, "{:?} cut at {}: {}", codec, length, bad);
                let readable = codec == Codec::Bincode && length >= id_ends;
                prop_assert_eq!(bad.id, readable.then_some(frame.id));
            }
        }
    }

    #[test]
    fn left_over_bytes_are_malformed(frame in frames(), rest in prop::collection::vec(any::<u8>(), 1..9)) {
        let bytes = |codec: Codec, rest: &[u8]| [&codec.encode_client(&frame), rest].concat();
        let bad = refused(Codec::Bincode, &bytes(Codec::Bincode, &rest));
        prop_assert_eq!((bad.kind, bad.id), (BadFrameKind::Malformed, Some(frame.id)));
        prop_assert!(bad.text.as_str().contains("left over"));
        let bad = refused(Codec::Json, &bytes(Codec::Json, b" {}"));
        prop_assert_eq!(bad.kind, BadFrameKind::Malformed);
        prop_assert_eq!(Codec::Json.decode_client(&bytes(Codec::Json, b" \r\n")), Ok(frame));
    }

    #[test]
    fn a_servers_message_cut_short_anywhere_is_unreadable(message in any_of(messages())) {
        for codec in Codec::ALL {
            let bytes = codec.encode_server(&message);
            for length in (0..bytes.len()).step_by(1 + bytes.len() / 200) {
                prop_assert!(codec.decode_server(&bytes[..length]).is_err());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_096))]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for codec in Codec::ALL {
            check_any(codec, &bytes);
            if let Ok(ServerFrame::Known(message)) = codec.decode_server(&bytes) {
                let again = codec.decode_server(&codec.encode_server(&message));
                prop_assert_eq!(again, Ok(ServerFrame::Known(message)));
            }
        }
    }

    #[test]
    fn frames_with_wrong_bytes_never_panic(
        frame in frames(),
        wrong in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        for codec in Codec::ALL {
            let mut bytes = codec.encode_client(&frame);
            for (index, byte) in &wrong {
                let index = index.index(bytes.len());
                bytes[index] = *byte;
            }
            check_any(codec, &bytes);
        }
    }

    #[test]
    fn messages_with_wrong_bytes_never_panic(
        message in any_of(messages()),
        wrong in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
    ) {
        for codec in Codec::ALL {
            let mut bytes = codec.encode_server(&message);
            for (index, byte) in &wrong {
                let index = index.index(bytes.len());
                bytes[index] = *byte;
            }
            let text = codec.decode_server(&bytes).map_or_else(|why| why.to_string(), |_| String::new());
            prop_assert!(!text.contains(char::is_control));
        }
    }
}

#[test]
fn a_message_of_a_wrong_shape_is_refused_in_words_of_the_protocol() {
    for (frame, told) in [
        (r#"{"id":["5e",9],"cmd":{}}"#, "wrong form"),
        (r#"{"id":["5e",9],"cmd":{"ping":null}}"#, "wrong form"),
        (r#"{"id":["5e",9],"cmd":{"place":{"seat":1,"point":"h8"}}}"#, "the field at is missing"),
        (
            r#"{"id":["5e",9],"cmd":{"claim":{"seat":1,"game":1,"claim":"all"}}}"#,
            "all is not allowed here: choose from",
        ),
        (r#"{"id":["5e",9],"cmd":{"place":{"seat":3,"point":"h8","at":1}}}"#, "there is no seat 3"),
        ("[]", "wrong form"),
        (r#"{"id":["5e",9],"cmd":{"ping":{}}"#, "not one JSON object"),
        ("", "not one JSON object"),
    ] {
        let text = refused(Codec::Json, frame.as_bytes()).to_string();
        assert!(text.contains(told), "{frame}: {text}");
        for word in ["struct", "variant", "expected", "u32", " line ", "EOF", "map"] {
            assert!(!text.contains(word), "{frame}: {text}");
        }
    }
}
