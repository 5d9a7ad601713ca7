//! The QR code that leads a phone into a room.

use std::net::{IpAddr, SocketAddr};

use axum::{
    Extension,
    extract::{Path, RawQuery},
    response::{IntoResponse, Response},
};
use http::{HeaderMap, StatusCode, header, uri::Authority};
use qrcode::{EcLevel, QrCode, render::svg};
use tengen_shared::game::RoomCode;

use crate::cli::reachable;

/// The address that the server listens on.
#[derive(Clone, Copy)]
pub(super) struct Bound(pub(super) SocketAddr);

/// The longest host with a port: a name of 253 characters (RFC 1035). A code of a longer text costs much to draw.
const LONGEST_HOST: usize = 260;
/// The side of the picture, in pixels.
const SIDE: u32 = 240;

/// Answers with the QR code of a room's address. The query `tls` says that the page came over TLS.
pub(super) async fn room(
    Path(code): Path<RoomCode>,
    RawQuery(query): RawQuery,
    Extension(Bound(bound)): Extension<Bound>,
    headers: HeaderMap,
) -> Response {
    let tls = query.as_deref() == Some("tls");
    let Some(host) = host(&headers, bound, tls) else {
        return (StatusCode::BAD_REQUEST, "the header Host names no address, or too long a one\n")
            .into_response();
    };
    let scheme = if tls { "https" } else { "http" };
    let Ok(drawn) = QrCode::with_error_correction_level(format!("{scheme}://{host}/r/{code}"), EcLevel::L)
    else {
        return (StatusCode::BAD_REQUEST, "this address is too long for a QR code\n").into_response();
    };
    let picture = drawn.render::<svg::Color<'_>>().min_dimensions(SIDE, SIDE).build();
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-cache")];
    (headers, picture).into_response()
}

/// Returns the address under which a phone reaches the server: the one that the browser has used, but if only this
/// machine can use that, one on the network. TLS belongs to a proxy, whose other addresses nobody here knows.
fn host(headers: &HeaderMap, bound: SocketAddr, tls: bool) -> Option<String> {
    let host = headers.get(header::HOST).filter(|host| host.len() <= LONGEST_HOST)?;
    let host: Authority = host.to_str().ok()?.parse().ok()?;
    let name = host.host().trim_start_matches('[').trim_end_matches(']');
    let is_here = |ip: IpAddr| ip.is_loopback() || ip.is_unspecified();
    let is_local = name == "localhost" || name.parse().is_ok_and(is_here);
    let better =
        if is_local && !tls && !bound.ip().is_loopback() { reachable(bound).first().copied() } else { None };
    Some(better.map_or_else(|| host.to_string(), |address| address.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn a_phone_is_never_sent_to_itself() {
        let of = |text: &str, bound: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, text.parse().unwrap());
            host(&headers, bound.parse().unwrap(), false)
        };
        let afar = "192.168.1.20:5151";
        assert_eq!(of("tengen.local:5151", afar).as_deref(), Some("tengen.local:5151"));
        for local in ["localhost:5151", "127.0.0.1:5151", "[::1]:5151", "0.0.0.0:5151"] {
            assert_eq!(of(local, afar).as_deref(), Some(afar), "{local}");
            assert_eq!(of(local, "127.0.0.1:5151").as_deref(), Some(local), "no other machine can come");
        }
        assert_eq!(of(&"a".repeat(LONGEST_HOST + 1), afar), None);
        assert_eq!(host(&HeaderMap::new(), afar.parse().unwrap(), false), None);
    }
}
