//! HTTP on one port: the WebSocket upgrade, health, metrics, rooms, and a page for browsers.

mod guard;
mod page;
mod qr;
mod rooms;
mod upgrade;

use std::{io, sync::Arc, time::Duration};

use axum::{
    Extension, Router,
    extract::State,
    response::{IntoResponse, Response},
    routing::get,
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::Semaphore,
    time::Instant,
};

use crate::{
    app::App,
    arrival::{Arrival, NoPlace},
    metrics::Dropped,
    quota::Source,
};

/// The maximum number of headers of a request; a browser sends about fifteen.
const MAX_HEADERS: usize = 64;
/// The maximum number of bytes of a request's head; the HTTP library allows no smaller limit.
const MAX_HEAD: usize = 8 * 1024;

/// Connections beyond the limit that still get an answer, and the time for each. They may ask for the server's health,
/// so that a supervisor does not consider it dead; any other request learns why it is refused. Connections beyond these
/// are closed without an answer.
const EXTRA_PLACES: usize = 48;
const EXTRA_TIME: Duration = Duration::from_secs(1);

/// Accepts connections until the server stops.
pub(crate) async fn accept(app: Arc<App>, listener: TcpListener) {
    let mut router = router(app.clone());
    if let Ok(bound) = listener.local_addr() {
        router = router.layer(axum::Extension(qr::Bound(bound)));
    }
    let refusing = NoPlace::ALL.map(|none| health(app.clone(), none));
    let extra_places = Arc::new(Semaphore::new(EXTRA_PLACES));
    let mut warned = None;
    loop {
        let accepted = tokio::select! {
            () = app.stop.cancelled() => return,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                pause_after(&error, &mut warned).await;
                continue;
            }
        };
        match Arrival::take(&app, peer.ip()) {
            Ok(arrival) => {
                let router = router.clone().layer(axum::Extension(arrival));
                app.tasks.spawn(serve(app.clone(), router, stream));
            }
            Err(none) => {
                app.metrics.drop_one(Dropped::Connection);
                let Ok(place) = extra_places.clone().try_acquire_owned() else { continue };
                let served = serve(app.clone(), refusing[none as usize].clone(), stream);
                app.tasks.spawn(async move {
                    let _ = tokio::time::timeout(EXTRA_TIME, served).await;
                    drop(place);
                });
            }
        }
    }
}

/// Interval between warnings about connections that could not be accepted.
const WARN_EVERY: Duration = Duration::from_secs(60);

/// Waits after a failed accept, and logs it now and then. An accept that lacks file handles would fail again at once;
/// waiting lets some become free.
async fn pause_after(error: &io::Error, warned: &mut Option<Instant>) {
    if warned.is_none_or(|last| last.elapsed() >= WARN_EVERY) {
        *warned = Some(Instant::now());
        tracing::warn!(%error, "cannot accept a connection");
    }
    tokio::time::sleep(Duration::from_millis(50)).await;
}

async fn serve(app: Arc<App>, router: Router, stream: TcpStream) {
    let served = tokio::select! {
        served = answer(&app, router, stream) => served,
        () = app.stop.cancelled() => Ok(()),
    };
    if served.is_err() {
        app.metrics.drop_one(Dropped::Handshake);
    }
}

/// Answers HTTP/1 requests until one becomes a WebSocket. HTTP/2 is not supported: its streams would escape the limits
/// on a connection.
async fn answer(
    app: &App,
    router: Router,
    stream: TcpStream,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    prepare(&stream, app.config.limits.socket_send_buffer);
    let header_time = Duration::from_millis(app.config.limits.header_ms);
    // The HTTP library's timeout for the head starts with the first byte, so that byte needs its own timeout.
    tokio::time::timeout(header_time, stream.peek(&mut [0])).await??;
    let service = TowerToHyperService::new(router);
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_time)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // The library limits how long a peer takes to send a request, but not how long it takes to read the answer.
    let patience = header_time + Duration::from_millis(app.config.limits.write_stall_ms);
    Ok(tokio::time::timeout(patience, serving).await??)
}

fn prepare(stream: &TcpStream, send_buffer: usize) {
    // Both are improvements only: the connection works without them.
    let _ = stream.set_nodelay(true);
    let _ = socket2::SockRef::from(stream).set_send_buffer_size(send_buffer);
}

fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/ws", get(upgrade::web_socket))
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/", get(page::index))
        .route("/new", get(page::index))
        .route("/alone", get(page::index))
        .route("/board", get(page::index))
        .route("/tv", get(page::index))
        .route("/learn", get(page::lessons))
        .route("/learn/{article}", get(page::lessons))
        .route("/search", get(page::lessons))
        .route("/r/{code}", get(page::index))
        .route("/r/{code}/games", get(page::index))
        .route("/r/{code}/qr.svg", get(qr::room))
        .route("/watch/{code}", get(page::index))
        .route("/games", get(page::index))
        .route("/devices", get(page::index))
        .route("/game/{id}", get(page::index))
        .route("/assets/{name}", get(page::asset))
        .fallback(page::missing)
        .route("/api/rooms", get(rooms::list))
        .route("/api/rooms/{code}", get(rooms::one))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// Answers a connection for which there is no slot.
fn health(app: Arc<App>, none: NoPlace) -> Router {
    let refuse = move || async move { (none.status(), none.text()) };
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .fallback(refuse)
        .layer(axum::middleware::map_response(close_after))
        .with_state(app)
}

/// Closes the connection after one answer, since others need the slot.
async fn close_after(mut response: Response) -> Response {
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

async fn alive() -> &'static str {
    "ok\n"
}

async fn ready(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    if app.stop.is_cancelled() {
        (StatusCode::SERVICE_UNAVAILABLE, "stopping\n")
    } else if app.journal.is_healthy() {
        (StatusCode::OK, "ready\n")
    } else if app.member.is_some() {
        (
            StatusCode::SERVICE_UNAVAILABLE,
            "the cluster's brokers cannot be reached: this server waits for them\n",
        )
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "the journal cannot be written: check the disk\n")
    }
}

async fn metrics(
    State(app): State<Arc<App>>,
    Extension(source): Extension<Source>,
    headers: HeaderMap,
) -> Response {
    if !guard::may_read_metrics(&app, &source, &headers) {
        let text =
            "the metrics need a token: start the server with --metrics-token and send it as a Bearer token\n";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    if let Some(member) = &app.member {
        member.measure(&app.metrics.cluster);
    }
    ([(header::CONTENT_TYPE, kind)], app.metrics.text()).into_response()
}
