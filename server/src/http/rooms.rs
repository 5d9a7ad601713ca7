//! The room list, and single rooms by their codes.

use std::sync::Arc;

use axum::{
    Extension,
    body::Body,
    extract::{Path, State, rejection::PathRejection},
    response::{IntoResponse, Response},
};
use http::{HeaderValue, StatusCode, Uri, header};
use serde::Serialize;
use tengen_shared::{
    game::{RejectCode, RoomCode},
    protocol::{RoomGlimpse, SafeText},
};

use crate::{
    app::App,
    lobby::{LobbyError, TOO_MANY_CODES},
    metrics::Dropped,
    quota::{Act, Source},
    refusal::Refusal,
    room::public_view::public_view,
};

/// Answers with one page of the listed rooms: `?after=CODE` returns those after a room, and the `Link` header names the
/// next page. A client without paging gets the first page.
pub(super) async fn list(State(app): State<Arc<App>>, uri: Uri) -> Response {
    let after = uri.query().and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("after=")));
    let after: Option<RoomCode> = match after.map(str::parse).transpose() {
        Ok(after) => after,
        Err(error) => return refuse((RejectCode::BadValue, format!("after={error}"))),
    };
    let (body, next) = app.lobby.list.page(after.as_ref());
    let mut response = Response::new(Body::from(body));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let link = next.and_then(|room| format!("</api/rooms?after={room}>; rel=\"next\"").parse().ok());
    if let Some(link) = link {
        headers.insert(header::LINK, link);
    }
    response
}

/// Answers with the room of this code: from the list, which anybody may read, or as a stranger may see it. An unknown
/// code counts against the asker's address, and too many of them block it.
pub(super) async fn one(
    State(app): State<Arc<App>>,
    Extension(source): Extension<Source>,
    code: Result<Path<String>, PathRejection>,
) -> Response {
    let code = code.map_err(|error| error.to_string());
    let code = code.and_then(|Path(code)| code.parse::<RoomCode>().map_err(|error| error.to_string()));
    let code = match code {
        Ok(code) => code,
        Err(text) => return refuse((RejectCode::NoSuchRoom, text)),
    };
    if let Some(listing) = app.lobby.list.get(&code) {
        return json(StatusCode::OK, &RoomGlimpse::Open(listing));
    }
    if !source.quota.allows(Act::UnknownCode) {
        app.metrics.drop_one(Dropped::Code);
        return refuse((RejectCode::RateLimited, TOO_MANY_CODES));
    }
    if !app.has_room(&code).await {
        app.metrics.drop_one(Dropped::UnknownCode);
        // A spent budget stays spent.
        let _ = source.quota.take(Act::UnknownCode);
        return refuse(LobbyError::NoSuchRoom.about(&code));
    }
    if !source.quota.take(Act::Lookup) {
        app.metrics.drop_one(Dropped::Quota);
        let text = "too many room lookups from your network address: wait a few seconds";
        return refuse((RejectCode::RateLimited, text));
    }
    match public_view(&app, &code).await {
        Ok(glimpse) => json(StatusCode::OK, &glimpse),
        Err(refusal) => refuse(refusal),
    }
}

/// A refusal, in the form of the protocol's `rejected`.
#[derive(Serialize)]
struct Refused {
    code: RejectCode,
    text: SafeText,
}

fn refuse(refusal: impl Into<Refusal>) -> Response {
    let Refusal { code, text, .. } = refusal.into();
    let status = match code {
        RejectCode::NoSuchRoom => StatusCode::NOT_FOUND,
        RejectCode::BadValue => StatusCode::BAD_REQUEST,
        RejectCode::RateLimited => StatusCode::TOO_MANY_REQUESTS,
        _ => StatusCode::SERVICE_UNAVAILABLE,
    };
    json(status, &Refused { code, text })
}

fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(body) => (status, [(header::CONTENT_TYPE, "application/json")], body).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}
