//! The page for browsers, mostly on phones that scanned the QR code: what this is, and how to play.

use axum::response::{IntoResponse, Response};
use http::{HeaderMap, header};

/// Answers with the page, which has no script and loads nothing.
pub(super) async fn page(headers: HeaderMap) -> Response {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).filter(|host| is_plain(host));
    let address = host.unwrap_or("ADDRESS");
    let hint = match host {
        Some(_) => "",
        None => "<p>Replace ADDRESS with the address in your browser's address bar.</p>\n",
    };
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Tengen</title>\n\
         <style>body {{ font-family: sans-serif; max-width: 32em; margin: 2em auto; padding: 0 1em }}</style>\n\
         </head>\n<body>\n<h1>Tengen</h1>\n\
         <p>This is a game server for n in a row: gomoku, tic-tac-toe and others, with friends or against an AI.</p>\n\
         <p>Play from a terminal on this network:</p>\n<pre>tengen join {address}</pre>\n{hint}\
         <p>For programs: the <a href=\"/api/rooms\">list of open rooms</a>.</p>\n</body>\n</html>\n"
    );
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}

/// Returns whether the host may stand in a page unescaped.
fn is_plain(host: &str) -> bool {
    let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':' | '[' | ']');
    (1..=255).contains(&host.len()) && host.chars().all(sign)
}
