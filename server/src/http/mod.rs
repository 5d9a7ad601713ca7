//! HTTP: the upgrade to WebSocket, health, metrics, rooms and a page for browsers, on one port.

mod rooms;
mod welcome;

use std::{io, sync::Arc, time::Duration};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode, Version, header};
use hyper::upgrade::OnUpgrade;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::conn::auto::{self, upgrade},
    service::TowerToHyperService,
};
use tengen_shared::protocol::Codec;
use tokio::{
    io::AsyncWriteExt,
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;

use crate::{app::App, connection, metrics::Dropped};

/// Headers of one request; a browser sends about fifteen.
const MAX_HEADERS: usize = 64;
/// Bytes of one request's head; the least that the HTTP library allows.
const MAX_HEAD: usize = 8 * 1024;

/// Takes connections until the server stops.
pub(crate) async fn accept(app: Arc<App>, listener: TcpListener) {
    let router = router(app.clone());
    let places = Arc::new(Semaphore::new(app.config.limits.connections));
    loop {
        let accepted = tokio::select! {
            () = app.stop.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => match places.clone().try_acquire_owned() {
                Ok(place) => drop(app.tasks.spawn(serve(app.clone(), router.clone(), stream, place))),
                Err(_) => drop(app.tasks.spawn(turn_away(app.clone(), stream))),
            },
            Err(error) => pause_after(&error).await,
        }
    }
}

/// An accept that fails for want of file handles fails again at once: waiting lets some come free.
async fn pause_after(error: &io::Error) {
    tracing::warn!(%error, "a connection could not be accepted");
    tokio::time::sleep(Duration::from_millis(50)).await;
}

async fn turn_away(app: Arc<App>, mut stream: TcpStream) {
    app.metrics.drop_one(Dropped::Connection);
    let text = "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 36\r\n\r\nthe server is full: try again later\n";
    let linger = Duration::from_millis(app.config.limits.close_linger_ms);
    // A peer that does not take this in time is dropped all the same.
    let _ = tokio::time::timeout(linger, async move {
        stream.write_all(text.as_bytes()).await?;
        connection::finish(stream).await
    })
    .await;
}

/// A place among the connections, handed from the HTTP part to the WebSocket part.
#[derive(Clone)]
struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
}

async fn serve(app: Arc<App>, router: Router, stream: TcpStream, place: OwnedSemaphorePermit) {
    let served = tokio::select! {
        served = answer(&app, router, stream, place) => served,
        () = app.stop.cancelled() => Ok(()),
    };
    if served.is_err() {
        app.metrics.drop_one(Dropped::Handshake);
    }
}

async fn answer(
    app: &App,
    router: Router,
    stream: TcpStream,
    place: OwnedSemaphorePermit,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    prepare(&stream, app.config.limits.socket_send_buffer);
    let header_time = Duration::from_millis(app.config.limits.header_ms);
    // The HTTP library's own limit on the head begins with the first byte, so that one has a limit of its own.
    tokio::time::timeout(header_time, stream.peek(&mut [0])).await??;
    let place = Place { _permit: Arc::new(place) };
    let router = router.layer(axum::Extension(place));
    let mut builder = auto::Builder::new(TokioExecutor::new()).http1_only();
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(header_time)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD);
    let service = TowerToHyperService::new(router);
    // The library watches how long a peer takes to ask, but not how long it takes to listen.
    let patience = header_time + Duration::from_millis(app.config.limits.write_stall_ms);
    let serving = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    tokio::time::timeout(patience, serving).await?
}

fn prepare(stream: &TcpStream, send_buffer: usize) {
    // Both only make things better: without them the connection works all the same.
    let _ = stream.set_nodelay(true);
    let _ = socket2::SockRef::from(stream).set_send_buffer_size(send_buffer);
}

fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/ws", get(web_socket))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/", get(welcome::page))
        .route("/api/rooms", get(rooms::list))
        .route("/api/rooms/{code}", get(rooms::one))
        .with_state(app)
}

async fn ready(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    if app.stop.is_cancelled() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    } else if app.journal.is_healthy() {
        (StatusCode::OK, "ready\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the journal cannot be written: check the disk\n")
    }
}

async fn metrics(State(app): State<Arc<App>>) -> impl IntoResponse {
    (
        [(header::CONTENT_TYPE, "application/openmetrics-text; version=1.0.0; charset=utf-8")],
        app.metrics.text(),
    )
}

async fn web_socket(State(app): State<Arc<App>>, mut request: Request) -> Response {
    let (accept_key, codec) = match check_upgrade(&app, &request) {
        Ok(checked) => checked,
        Err(refusal) => {
            app.metrics.drop_one(Dropped::Handshake);
            return *refusal;
        }
    };
    let place = request.extensions_mut().remove::<Place>();
    let upgrading = hyper::upgrade::on(&mut request);
    app.tasks.spawn(switch(app.clone(), upgrading, codec.unwrap_or(Codec::Json), place));
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

async fn switch(app: Arc<App>, upgrading: OnUpgrade, codec: Codec, place: Option<Place>) {
    let Ok(upgraded) = upgrading.await else { return };
    let Ok(parts) = upgrade::downcast::<TokioIo<TcpStream>>(upgraded) else {
        tracing::error!("an upgraded connection is no TCP stream");
        return;
    };
    // Boxed, so that the small future of the HTTP part does not carry the large one along.
    Box::pin(connection::serve(app, parts.io.into_inner(), parts.read_buf, codec)).await;
    drop(place);
}

/// The handshake as RFC 6455 wants it; gives the accept key and the codec of the first known subprotocol.
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
        let mut response = bad("only WebSocket version 13 is spoken here\n");
        response.headers_mut().insert(header::SEC_WEBSOCKET_VERSION, HeaderValue::from_static("13"));
        return Err(response);
    }
    if !origin_allowed(app, headers) {
        let text = "this page may not connect: add its origin with --origin\n";
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
        return Err(bad("none of the subprotocols is spoken here: offer tengen.v1.json, or none\n"));
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

/// Programs send no origin. A browser's must be this very server or one that the operator named, so that
/// no strange page can play in somebody's name.
fn origin_allowed(app: &App, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = host.is_some_and(|host| origin.split_once("://").is_some_and(|(_, rest)| rest == host));
    own || app.config.origins.iter().any(|allowed| allowed == origin)
}
