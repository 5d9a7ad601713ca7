//! HTTP: the upgrade to WebSocket, health, metrics, rooms and a page for browsers, on one port.

mod guard;
mod rooms;
mod upgrade;
mod welcome;

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

/// Headers of one request; a browser sends about fifteen.
const MAX_HEADERS: usize = 64;
/// Bytes of one request's head; the least that the HTTP library allows.
const MAX_HEAD: usize = 8 * 1024;

/// Connections beyond a limit that are still answered, and the time that each has. They may ask for the server's health, so
/// that a supervisor does not take it for dead; anything else is told why it is turned away. Connections beyond these are
/// closed without a word.
const EXTRA_PLACES: usize = 48;
const EXTRA_TIME: Duration = Duration::from_secs(1);

/// Takes connections until the server stops.
pub(crate) async fn accept(app: Arc<App>, listener: TcpListener) {
    let router = router(app.clone());
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

/// Time between two warnings about connections that could not be accepted.
const WARN_EVERY: Duration = Duration::from_secs(60);

/// An accept that fails for want of file handles fails again at once: waiting lets some come free.
async fn pause_after(error: &io::Error, warned: &mut Option<Instant>) {
    if warned.is_none_or(|last| last.elapsed() >= WARN_EVERY) {
        *warned = Some(Instant::now());
        tracing::warn!(%error, "a connection could not be accepted");
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

/// Answers HTTP/1 requests until one becomes a WebSocket. HTTP/2 is not spoken: its streams would escape the limits that
/// hold for a connection.
async fn answer(
    app: &App,
    router: Router,
    stream: TcpStream,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    prepare(&stream, app.config.limits.socket_send_buffer);
    let header_time = Duration::from_millis(app.config.limits.header_ms);
    // The HTTP library's own limit on the head begins with the first byte, so that one has a limit of its own.
    tokio::time::timeout(header_time, stream.peek(&mut [0])).await??;
    let service = TowerToHyperService::new(router);
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(header_time)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // The library watches how long a peer takes to ask, but not how long it takes to listen.
    let patience = header_time + Duration::from_millis(app.config.limits.write_stall_ms);
    Ok(tokio::time::timeout(patience, serving).await??)
}

fn prepare(stream: &TcpStream, send_buffer: usize) {
    // Both only make things better: without them the connection works all the same.
    let _ = stream.set_nodelay(true);
    let _ = socket2::SockRef::from(stream).set_send_buffer_size(send_buffer);
}

fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/ws", get(upgrade::web_socket))
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .route("/", get(welcome::page))
        .route("/api/rooms", get(rooms::list))
        .route("/api/rooms/{code}", get(rooms::one))
        .layer(axum::middleware::from_fn_with_state(app.clone(), guard::guard))
        .with_state(app)
}

/// What a connection is answered for which there is no place.
fn health(app: Arc<App>, none: NoPlace) -> Router {
    let refuse = move || async move { (none.status(), none.text()) };
    Router::new()
        .route("/healthz", get(alive))
        .route("/readyz", get(ready))
        .fallback(refuse)
        .layer(axum::middleware::map_response(close_after))
        .with_state(app)
}

/// One answer is enough: the place is wanted by others.
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
            "only this machine, or a request with the token of --metrics-token, may read the metrics\n";
        return (StatusCode::FORBIDDEN, text).into_response();
    }
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind)], app.metrics.text()).into_response()
}
