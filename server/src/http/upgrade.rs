//! The WebSocket handshake (RFC 6455).

use std::sync::Arc;

use axum::{
    Extension,
    body::Body,
    extract::{Request, State},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Version, header};
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use tengen_shared::protocol::Codec;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use super::guard::origin_allowed;
use crate::{
    app::App,
    arrival::{Arrival, Caller},
    connection,
    metrics::Dropped,
    quota::Source,
};

pub(super) async fn web_socket(
    State(app): State<Arc<App>>,
    Extension(arrival): Extension<Arrival>,
    Extension(source): Extension<Source>,
    mut request: Request,
) -> Response {
    let (accept_key, codec) = match check_upgrade(&app, &request) {
        Ok(checked) => checked,
        Err(refusal) => {
            app.metrics.drop_one(Dropped::Handshake);
            return *refusal;
        }
    };
    let places = match arrival.hand_on(&source) {
        Ok(places) => places,
        Err(none) => {
            app.metrics.drop_one(Dropped::Connection);
            // Its slot is already free.
            return (none.status(), [(header::CONNECTION, "close")], none.text()).into_response();
        }
    };
    let upgrading = hyper::upgrade::on(&mut request);
    let caller = Caller { source, places };
    app.tasks.spawn(switch(app.clone(), upgrading, codec.unwrap_or(Codec::Json), caller));
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
    let headers = response.headers_mut();
    headers.insert(header::CONNECTION, HeaderValue::from_static("upgrade"));
    headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
    headers.insert(header::SEC_WEBSOCKET_ACCEPT, accept_key);
    if let Some(codec) = codec {
        headers.insert(header::SEC_WEBSOCKET_PROTOCOL, HeaderValue::from_static(codec.subprotocol()));
    }
    response
}

async fn switch(app: Arc<App>, upgrading: OnUpgrade, codec: Codec, caller: Caller) {
    let Ok(upgraded) = upgrading.await else { return };
    let Ok(parts) = upgraded.downcast::<TokioIo<TcpStream>>() else {
        tracing::error!("an upgraded connection is not a TCP stream");
        return;
    };
    // Boxed, so that the small HTTP future does not contain the large one.
    Box::pin(connection::serve(app, caller, parts.io.into_inner(), parts.read_buf, codec)).await;
}

/// Checks the handshake (RFC 6455). Returns the accept key and the codec of the first known subprotocol.
fn check_upgrade(app: &App, request: &Request) -> Result<(HeaderValue, Option<Codec>), Box<Response>> {
    let bad = |text: &'static str| Box::new((StatusCode::BAD_REQUEST, text).into_response());
    let headers = request.headers();
    if request.method() != Method::GET || request.version() != Version::HTTP_11 {
        return Err(bad("/ws is a WebSocket: use GET and HTTP/1.1\n"));
    }
    if !has_token(headers, &header::CONNECTION, "upgrade")
        || !has_token(headers, &header::UPGRADE, "websocket")
    {
        let text = "/ws is a WebSocket: use a WebSocket client\n";
        let mut response = Box::new((StatusCode::UPGRADE_REQUIRED, text).into_response());
        response.headers_mut().insert(header::UPGRADE, HeaderValue::from_static("websocket"));
        return Err(response);
    }
    if headers.get(header::SEC_WEBSOCKET_VERSION).is_none_or(|version| version != "13") {
        let mut response = bad("unsupported WebSocket version: use version 13\n");
        response.headers_mut().insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        return Err(response);
    }
    if !origin_allowed(app, headers) {
        let text = "pages of this origin may not connect: the server's operator can allow it with --origin\n";
        return Err(Box::new((StatusCode::FORBIDDEN, text).into_response()));
    }
    let key = headers.get(header::SEC_WEBSOCKET_KEY).filter(|key| key.len() == 24);
    let key = key.ok_or_else(|| bad("Sec-WebSocket-Key is missing or wrong\n"))?;
    let accept = HeaderValue::from_str(&derive_accept_key(key.as_bytes()));
    let accept = accept.map_err(|_| bad("Sec-WebSocket-Key is wrong\n"))?;
    let mut offered = tokens(headers, &header::SEC_WEBSOCKET_PROTOCOL).peekable();
    let some_offered = offered.peek().is_some();
    let codec = offered.find_map(Codec::of_subprotocol);
    if some_offered && codec.is_none() {
        return Err(bad("unknown subprotocols: offer tengen.v1.json, or none\n"));
    }
    Ok((accept, codec))
}

fn tokens<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> impl Iterator<Item = &'a str> {
    let values = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).map(str::trim)
}

fn has_token(headers: &HeaderMap, name: &header::HeaderName, token: &str) -> bool {
    tokens(headers, name).any(|found| found.eq_ignore_ascii_case(token))
}
