//! Messages as JSON, which every client can read.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{BadFrame, BadFrameKind, ServerFrame, unknown_command};
use crate::{
    game::CommandId,
    protocol::{client::Frame, commands::COMMANDS},
};

pub(super) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec(value).expect("invariant: messages have string keys only")
}

/// Decodes a client's frame. Returns the error in the frame, with the command's id if it could be read.
pub(super) fn decode_client(bytes: &[u8]) -> Result<Frame, BadFrame> {
    serde_json::from_slice(bytes).map_err(|error| bad_frame(bytes, &error))
}

/// Decodes a server's frame. Returns an error in words if it is no message.
pub(super) fn decode_server(bytes: &[u8]) -> Result<ServerFrame, String> {
    match serde_json::from_slice(bytes) {
        Ok(message) => Ok(ServerFrame::Known(message)),
        Err(error) => newer(bytes).ok_or_else(|| error.to_string()),
    }
}

fn bad_frame(bytes: &[u8], error: &serde_json::Error) -> BadFrame {
    let parsed = serde_json::from_slice(bytes);
    // Valid JSON has a wrong shape or value; everything else is malformed.
    let kind = if parsed.is_ok() { BadFrameKind::BadValue } else { BadFrameKind::Malformed };
    let value: Value = parsed.unwrap_or_default();
    let id = CommandId::deserialize(&value["id"]).ok();
    if let Some(cmd) = value["cmd"].as_object()
        && let Some(name) = cmd.keys().find(|name| !COMMANDS.contains(&name.as_str()))
    {
        return unknown_command(id, &format!("{:?}", name.chars().take(24).collect::<String>()));
    }
    BadFrame {
        id,
        kind,
        text: format!("this message cannot be used: {}", in_plain_words(kind, error)).into(),
    }
}

/// Says what is wrong with a JSON message in words of this protocol. The library's own words name types of this
/// program. Texts of our own types are kept.
fn in_plain_words(kind: BadFrameKind, error: &serde_json::Error) -> String {
    if kind == BadFrameKind::Malformed {
        return format!("it is not one JSON object; the fault is near character {}", error.column());
    }
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or_default().replace('`', "");
    if let Some(field) = text.strip_prefix("missing field ") {
        return format!("the field {field} is missing");
    }
    if let Some((found, choices)) =
        text.strip_prefix("unknown variant ").and_then(|it| it.split_once(", expected "))
    {
        let choices = choices.trim_start_matches("one of ");
        return format!("{found} is not allowed here: choose from {choices}");
    }
    if !error.is_data() || text.starts_with("invalid ") {
        return "a value has the wrong form: compare the fields of the command with PROTOCOL.md".to_owned();
    }
    text
}

/// Reads an object with one key as a message of a newer server. Returns `None` for anything else.
fn newer(bytes: &[u8]) -> Option<ServerFrame> {
    let value: Value = serde_json::from_slice(bytes).ok()?;
    let object = value.as_object().filter(|object| object.len() == 1)?;
    let body = object.values().next()?;
    let code = body["room"].as_str().or_else(|| body["room"]["code"].as_str());
    let id = CommandId::deserialize(&body["id"]).ok();
    Some(ServerFrame::Unknown { id, room: code.and_then(|code| code.parse().ok()) })
}
