//! The page for browsers: its files, compiled into the program.
//!
//! `cargo xtask web` builds them. Each file but the first has an address that changes with its content, so a browser may
//! keep it for ever.

use std::{
    io::Read as _,
    sync::{Arc, OnceLock},
};

use axum::{
    extract::{Path, State},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use flate2::read::GzDecoder;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header, uri::Authority};

use crate::app::App;

/// What each file was made of, and the hashes in the addresses.
const MANIFEST: &str = include_str!("../../../web/dist/manifest.txt");

/// A file of the page.
struct Asset {
    name: &'static str,
    kind: &'static str,
    brotli: &'static [u8],
    gzip: &'static [u8],
    /// The file without compression, for the rare client that accepts none.
    plain: OnceLock<Bytes>,
}

/// Declares a file of the page: its name and its content type.
macro_rules! asset {
    ($name:literal, $kind:literal) => {
        Asset {
            name: $name,
            kind: $kind,
            brotli: include_bytes!(concat!("../../../web/dist/", $name, ".br")),
            gzip: include_bytes!(concat!("../../../web/dist/", $name, ".gz")),
            plain: OnceLock::new(),
        }
    };
}

static INDEX: Asset = asset!("index.html", "text/html; charset=utf-8");
static LESSONS: Asset = asset!("learn.html", "text/html; charset=utf-8");
static ASSETS: [Asset; 12] = [
    asset!("start.js", "text/javascript; charset=utf-8"),
    asset!("app.js", "text/javascript; charset=utf-8"),
    asset!("app.wasm", "application/wasm"),
    asset!("style.css", "text/css; charset=utf-8"),
    asset!("learn.js", "text/javascript; charset=utf-8"),
    asset!("learn.wasm", "application/wasm"),
    asset!("lessons.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
    asset!("news.svg", "image/svg+xml"),
    asset!("worker.js", "text/javascript; charset=utf-8"),
    asset!("engine.js", "text/javascript; charset=utf-8"),
    asset!("engine.wasm", "application/wasm"),
];

impl Asset {
    /// Returns the name in the file's address, such as `style-55b9499c96a34069.css`.
    fn address(&self) -> Option<String> {
        let hash = MANIFEST.lines().find_map(|line| line.strip_prefix(self.name)?.strip_prefix(' '))?;
        let (stem, ending) = self.name.split_once('.')?;
        Some(format!("{stem}-{hash}.{ending}"))
    }

    /// Answers with the file, compressed as the client accepts it.
    fn answer(&self, headers: &HeaderMap, cache: &'static str) -> Response {
        let accepts = |coding: &str| {
            let values =
                headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
            let mut codings = values.flat_map(|value| value.split(','));
            codings.any(|known| {
                let mut parts = known.split(';').map(str::trim);
                let is_refused = |quality: &str| {
                    let (name, value) = quality.split_once('=').unwrap_or_default();
                    name.trim().eq_ignore_ascii_case("q") && value.trim().parse() == Ok(0.0_f32)
                };
                parts.next().is_some_and(|name| name.eq_ignore_ascii_case(coding)) && !parts.any(is_refused)
            })
        };
        let (coding, body) = if accepts("br") {
            (Some("br"), Bytes::from_static(self.brotli))
        } else if accepts("gzip") {
            (Some("gzip"), Bytes::from_static(self.gzip))
        } else {
            (None, self.plain.get_or_init(|| unpack(self.gzip)).clone())
        };
        let mut response =
            ([(header::CONTENT_TYPE, self.kind), (header::CACHE_CONTROL, cache)], body).into_response();
        response.headers_mut().insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(coding) = coding {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
        }
        response
    }

    /// Answers with the file and a content security policy. Browsers apply a worker's own policy to it, not the page's.
    fn with_policy(&self, app: &App, headers: &HeaderMap, cache: &'static str) -> Response {
        let mut response = self.answer(headers, cache);
        if let Some(policy) = policy(app, headers) {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        response
    }
}

fn unpack(gzip: &[u8]) -> Bytes {
    let mut bytes = Vec::new();
    GzDecoder::new(gzip).read_to_end(&mut bytes).expect("invariant: `cargo xtask web` has written this");
    bytes.into()
}

/// Answers with the page. Every address of the page gets the same one, which reads the address itself.
pub(super) async fn index(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    // A browser asks each time, because the names of the other files are in it.
    INDEX.with_policy(&app, &headers, "no-cache")
}

/// Answers with the lessons, which are a program of their own.
pub(super) async fn lessons(State(app): State<Arc<App>>, headers: HeaderMap) -> Response {
    LESSONS.with_policy(&app, &headers, "no-cache")
}

/// Answers an address where nothing is: people get the page, which says so, and programs a short text.
pub(super) async fn missing(state: State<Arc<App>>, method: Method, headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if method != Method::GET || !accepted.contains("text/html") {
        return (StatusCode::NOT_FOUND, "nothing is at this address\n").into_response();
    }
    let mut page = index(state, headers).await;
    *page.status_mut() = StatusCode::NOT_FOUND;
    page
}

/// Returns what the page may load: its own files, and WebSockets of its own server. Some browsers count no WebSocket as
/// the page's own, so they are named; a policy cannot name an IPv6 address.
/// The page may also go to the other nodes of a cluster, when this one is gone.
fn policy(app: &App, headers: &HeaderMap) -> Option<HeaderValue> {
    let host: Authority = headers.get(header::HOST)?.to_str().ok()?.parse().ok()?;
    let port = host.port_u16().map(|port| format!(":{port}")).unwrap_or_default();
    let own = format!("{}{port}", host.host());
    let others =
        app.member.iter().flat_map(|member| member.nodes.addresses()).map(|address| address.to_string());
    let can_be_named =
        |host: &String| host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':'));
    let sockets: String = std::iter::once(own)
        .chain(others)
        .filter(can_be_named)
        .map(|host| format!(" ws://{host} wss://{host}"))
        .collect();
    let policy = format!(
        // Pictures from `data:` are boards that the page saves as PNG.
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         connect-src 'self'{sockets}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    );
    HeaderValue::from_str(&policy).ok()
}

/// Answers with one of the other files of the page.
pub(super) async fn asset(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response {
    match ASSETS.iter().find(|asset| asset.address().as_ref() == Some(&name)) {
        Some(asset) => asset.with_policy(&app, &headers, "public, max-age=31536000, immutable"),
        // A page of another version of this program.
        None => (StatusCode::NOT_FOUND, "no such file: reload the page\n").into_response(),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn every_file_has_an_address_and_the_page_names_it() {
        let read = |asset: &Asset| String::from_utf8(unpack(asset.gzip).to_vec()).unwrap();
        let text = |name| {
            let asset = ASSETS.iter().find(|asset| asset.name == name).unwrap();
            read(asset)
        };
        let names = read(&INDEX) + &read(&LESSONS) + &text("worker.js");
        for asset in &ASSETS {
            let address = asset.address().unwrap();
            assert!(names.contains(&address), "{address}");
        }
    }
}
