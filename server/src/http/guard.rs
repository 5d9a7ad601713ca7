//! Checks that every request must pass: a valid host name, an allowed origin, and the rate limit.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header, uri::Authority};

use crate::{
    app::App,
    arrival::Arrival,
    metrics::Dropped,
    quota::{Act, FORWARDED_FOR, Nearness, Source, forwarded_for},
};

/// Headers of every response, unless it has its own: nothing may be loaded, framed or sent from it.
const HEADERS: [(HeaderName, &str); 3] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
];

/// Headers that reveal a proxy.
const FORWARDED: [&str; 4] = [FORWARDED_FOR, "forwarded", "x-real-ip", "via"];

/// Passes on a request that may be answered, with its [`Source`] among its extensions.
pub(super) async fn guard(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let mut response = match check(&app, &request) {
        Ok(source) => {
            if let Some(source) = source {
                request.extensions_mut().insert(source);
            }
            next.run(request).await
        }
        Err(refusal) => {
            app.metrics.drop_one(Dropped::Request);
            refusal.into_response()
        }
    };
    for (name, value) in HEADERS {
        // The page for browsers says itself what it may load.
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

type Refusal = (StatusCode, String);

fn check(app: &App, request: &Request<Body>) -> Result<Option<Source>, Refusal> {
    let headers = request.headers();
    let Some(host) = host(headers) else {
        return Err((
            StatusCode::BAD_REQUEST,
            "the request must have exactly one valid Host header\n".to_owned(),
        ));
    };
    let path = request.uri().path();
    // Supervisors ask for health under any name and as often as they like. The answer reveals nothing else.
    if matches!(path, "/healthz" | "/readyz") {
        return Ok(None);
    }
    // A page in a browser always sends its origin when it opens a WebSocket, and the upgrade checks that origin. A
    // program sends none, and may have found the server under a name that only its own network knows.
    let is_program = path == "/ws" && !headers.contains_key(header::ORIGIN);
    if !is_program && !is_own_name(app, host.host()) {
        let text = format!(
            "this server does not answer to the name {}: use its IP address, or start it with --host {0}\n",
            host.host()
        );
        return Err((StatusCode::MISDIRECTED_REQUEST, text));
    }
    let foreign = headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
    if path.starts_with("/api") && (foreign || !origin_allowed(app, headers)) {
        return Err((StatusCode::FORBIDDEN, "web pages of other sites may not read this\n".to_owned()));
    }
    let source = source(app, request)?;
    if !source.quota.take(Act::Request) {
        let text = "too many requests from your address: wait a few seconds\n";
        return Err((StatusCode::TOO_MANY_REQUESTS, text.to_owned()));
    }
    Ok(Some(source))
}

/// Returns the host and port that the request names, if it names exactly one host.
fn host(headers: &HeaderMap) -> Option<Authority> {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next()?.to_str().ok()?.parse().ok();
    host.filter(|_| hosts.next().is_none())
}

/// Returns whether only this server can have that name in a browser. A web page can point its own name at any address
/// (DNS rebinding), but none of these names.
fn is_own_name(app: &App, host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    if bare.parse::<std::net::IpAddr>().is_ok() {
        return true;
    }
    let host = host.trim_end_matches('.').to_ascii_lowercase();
    host == "localhost" || host.ends_with(".local") || app.host_names.contains(&host)
}

/// Returns the client's source: direct, or as its proxy names it.
fn source(app: &App, request: &Request<Body>) -> Result<Source, Refusal> {
    let Some(arrival) = request.extensions().get::<Arrival>() else {
        return Err((StatusCode::INTERNAL_SERVER_ERROR, "the connection is unknown\n".to_owned()));
    };
    match (&arrival.source, forwarded_for(request.headers())) {
        // A proxy that is not trusted forwarded this request, so the client is not local.
        (Some(source), _) if FORWARDED.iter().any(|name| request.headers().contains_key(*name)) => {
            Ok(Source { nearness: Nearness::Elsewhere, ..source.clone() })
        }
        (Some(source), _) => Ok(source.clone()),
        (None, Some(address)) => Ok(app.quotas.proxied(address)),
        (None, None) => {
            let text = format!("the proxy {} must name its client in {FORWARDED_FOR}\n", arrival.peer);
            Err((StatusCode::BAD_REQUEST, text))
        }
    }
}

/// Returns whether a page of this origin may open a WebSocket: the server's own origin, one that the operator named, or
/// that of another node of the cluster.
/// Programs send no origin.
pub(super) fn origin_allowed(app: &App, headers: &HeaderMap) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    let (Ok(origin), None) = (origin.to_str(), origins.next()) else { return false };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let own = host.is_some_and(|host| {
        origin
            .split_once("://")
            .is_some_and(|(scheme, rest)| rest == host && matches!(scheme, "http" | "https"))
    });
    let is_of_other_node = || app.member.as_ref().is_some_and(|member| member.nodes.is_origin(origin));
    own || app.config.origins.iter().any(|allowed| allowed == origin) || is_of_other_node()
}

/// Returns whether this request may read the metrics: it comes from this machine, or carries the operator's token.
pub(super) fn may_read_metrics(app: &App, source: &Source, headers: &HeaderMap) -> bool {
    let shown =
        headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    source.is_local()
        || app.config.metrics_token.as_ref().zip(shown).is_some_and(|(token, shown)| token.is(shown))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn a_request_names_exactly_one_host() {
        let named = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::HOST, HeaderValue::from_str(value).unwrap());
            }
            host(&headers).map(|host| host.host().to_owned())
        };
        assert_eq!(named(&["192.0.2.1:5151"]).as_deref(), Some("192.0.2.1"));
        assert_eq!(named(&["[::1]:5151"]).as_deref(), Some("[::1]"));
        assert_eq!(named(&["attic.local"]).as_deref(), Some("attic.local"));
        for bad in [&[][..], &[""], &["a", "b"], &["a b"], &["<script>"]] {
            assert_eq!(named(bad), None, "{bad:?}");
        }
    }
}
