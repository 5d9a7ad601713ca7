//! Builds frames by hand in both codecs, with any values.

use serde::Serialize;
use serde_json::{Value, json};
use tengen_shared::{
    game::{CommandId, RoomCode, RunId},
    protocol::{COMMANDS, Codec, REQUESTS},
};

use super::binary;

pub(crate) const ID: CommandId = CommandId(RunId(0xff), 7);

pub(crate) fn code() -> Option<RoomCode> {
    Some("amber-fox-42".parse().unwrap())
}

pub(crate) fn json_frame(cmd: &Value) -> Vec<u8> {
    json!({ "id": ID, "room": code(), "cmd": cmd }).to_string().into_bytes()
}

/// Returns a binary frame with the command of this kind and number. Its fields are encoded one after the other.
pub(crate) fn numbered_frame(kind: u32, number: u32, fields: &impl Serialize) -> Vec<u8> {
    binary(&(ID, code(), kind, number, fields))
}

/// Returns a binary frame with this command.
pub(crate) fn binary_frame(name: &str, fields: &impl Serialize) -> Vec<u8> {
    let number = COMMANDS.iter().position(|known| *known == name).unwrap();
    let (kind, number) = if number < REQUESTS { (0, number) } else { (1, number - REQUESTS) };
    numbered_frame(kind, u32::try_from(number).unwrap(), fields)
}

/// Returns the same command in both codecs.
pub(crate) fn in_both(name: &str, json_fields: &Value, fields: &impl Serialize) -> [(Codec, Vec<u8>); 2] {
    [(Codec::Json, json_frame(&json!({ name: json_fields }))), (Codec::Bincode, binary_frame(name, fields))]
}

pub(crate) fn hello(name: &str) -> [(Codec, Vec<u8>); 2] {
    in_both(
        "hello",
        &json!({ "name": name }),
        &(name, None::<[u8; 16]>, None::<u8>, [0_u8; 0].as_slice(), [""; 0].as_slice()),
    )
}

/// Creates a room with both seats open.
pub(crate) fn create(width: u8, height: u8, win_length: u8, think_ms: u16) -> [(Codec, Vec<u8>); 2] {
    let clock = (json!({ "none": {} }), 0_u8);
    create_with((width, height, win_length), think_ms, &clock)
}

/// Creates a room for a small game with this clock, given as JSON and as the fields of the binary layout.
fn create_clock(json: &Value, fields: &impl Serialize) -> [(Codec, Vec<u8>); 2] {
    create_with((3, 3, 3), 0, &(json.clone(), fields))
}

fn create_with(
    (width, height, win_length): (u8, u8, u8),
    think_ms: u16,
    (clock, clock_fields): &(Value, impl Serialize),
) -> [(Codec, Vec<u8>); 2] {
    let variant = json!({ "width": width, "height": height, "win_length": win_length, "runs": "at_least" });
    let settings = json!({ "variant": variant, "think_time": think_ms, "clock": clock });
    let (runs, first_move, open, no_passphrase) = (0_u8, 0_u8, 0_u8, 0_u8);
    let rules = (0_u8, 0_u8, 0_u8, 10_u8, clock_fields, 0_u8, 0_u8, 0_u8, 0_u8);
    in_both(
        "create",
        &json!({ "settings": settings, "seats": [{ "open": {} }, { "open": {} }] }),
        &((width, height, win_length, runs, first_move, think_ms), rules, open, open, no_passphrase),
    )
}

pub(crate) fn per_move(ms: u32) -> [(Codec, Vec<u8>); 2] {
    create_clock(&json!({ "per_move": { "ms": ms } }), &(1_u8, ms))
}

pub(crate) fn fischer(main_ms: u32, increment_ms: u32) -> [(Codec, Vec<u8>); 2] {
    let json = json!({ "fischer": { "main_ms": main_ms, "increment_ms": increment_ms } });
    create_clock(&json, &(2_u8, main_ms, increment_ms))
}

pub(crate) fn byo_yomi(main_ms: u32, period_ms: u32, periods: u8) -> [(Codec, Vec<u8>); 2] {
    let json = json!({ "byo_yomi": { "main_ms": main_ms, "period_ms": period_ms, "periods": periods } });
    create_clock(&json, &(3_u8, main_ms, period_ms, periods))
}

pub(crate) fn say(text: &str) -> [(Codec, Vec<u8>); 2] {
    in_both("say", &json!({ "text": text }), &text)
}

pub(crate) fn join(passphrase: &str) -> [(Codec, Vec<u8>); 2] {
    in_both("join", &json!({ "passphrase": passphrase }), &Some(passphrase))
}

pub(crate) fn resume(rooms: usize) -> [(Codec, Vec<u8>); 2] {
    let seen = vec![json!({ "room": "amber-fox-42", "seq": 3 }); rooms];
    in_both(
        "hello",
        &json!({ "name": "Ada", "resume": seen }),
        &("Ada", None::<[u8; 16]>, None::<u8>, vec![(code().unwrap(), 3); rooms], [""; 0].as_slice()),
    )
}

pub(crate) fn place(seat: u8, point: &str, number: u16) -> [(Codec, Vec<u8>); 2] {
    in_both("place", &json!({ "seat": seat, "point": point, "at": 3 }), &(seat, number, 3))
}
