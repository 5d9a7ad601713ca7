//! The room list, and a room by its code.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use http::{StatusCode, header};
use serde::Serialize;
use tengen_shared::{
    game::{RejectCode, RoomCode},
    protocol::RoomGlimpse,
};

use crate::{app::App, room::glimpse::glimpse};

/// The rooms on the list.
pub(super) async fn list(State(app): State<Arc<App>>) -> Response {
    json(StatusCode::OK, &app.lobby.list.all())
}

/// The room with this code: from the list, which anybody may read as often as they like, or as a stranger may see it.
pub(super) async fn one(State(app): State<Arc<App>>, Path(code): Path<String>) -> Response {
    let code: RoomCode = match code.parse() {
        Ok(code) => code,
        Err(error) => return refuse(RejectCode::NoSuchRoom, error.to_string()),
    };
    if let Some(listing) = app.lobby.list.get(&code) {
        return json(StatusCode::OK, &RoomGlimpse::Open(listing));
    }
    if !app.may_look_up() {
        let text = "too many rooms are looked up here: try again in a few seconds, or look at the room list";
        return refuse(RejectCode::RateLimited, text.to_owned());
    }
    match glimpse(&app, &code).await {
        Ok(glimpse) => json(StatusCode::OK, &glimpse),
        Err((why, text)) => refuse(why, text),
    }
}

/// Why there is no answer, as in a `rejected` of the protocol.
#[derive(Serialize)]
struct Refusal {
    code: RejectCode,
    text: String,
}

fn refuse(code: RejectCode, text: String) -> Response {
    let status = match code {
        RejectCode::NoSuchRoom => StatusCode::NOT_FOUND,
        RejectCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    json(status, &Refusal { code, text })
}

fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => (status, [(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
