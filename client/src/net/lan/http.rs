//! A small HTTP client for the rooms of a server: one request per connection, with limits on everything.

use std::{collections::BTreeMap, time::Duration};

use http::{Request, StatusCode, header};
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::{
    body::{Bytes, Incoming},
    client::conn::http1,
};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use tengen_session::link::Address;
use tengen_shared::{
    game::RoomCode,
    protocol::{RoomGlimpse, RoomListing},
};
use tokio::{net::TcpStream, time::timeout};

use super::AskError;

/// The time limit for a request, from connecting to the end of the answer.
const ANSWER_TIME: Duration = Duration::from_secs(2);
/// The maximum number of rooms to read from one server.
const MAX_ROOMS: usize = 1_000;
/// The maximum number of pages to request from one server. A Tengen server has 200 rooms per page.
const MAX_PAGES: usize = 8;
/// The longest answer to read, in bytes. About 800 rooms fit, and a server sends 200 per page.
const MAX_BODY: usize = 256 * 1024;
/// The longest head of an answer, in bytes.
const MAX_HEAD: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// Returns the rooms that the server at `address` lists, at most [`MAX_ROOMS`].
pub(super) async fn rooms(address: &Address) -> Result<Vec<RoomListing>, AskError> {
    let mut rooms = BTreeMap::new();
    let mut page = "/api/rooms".to_owned();
    for _ in 0..MAX_PAGES {
        let Answer { status, body, has_more } = get(address, &page).await?;
        if status != StatusCode::OK {
            return Err(refusal(status));
        }
        let before = rooms.len();
        rooms.extend(read::<Vec<RoomListing>>(&body)?.into_iter().map(|room| (room.room.clone(), room)));
        // Stop at a page without new rooms: a faulty server may link to another page forever.
        match rooms.last_key_value() {
            Some((last, _)) if has_more && before < rooms.len() && rooms.len() < MAX_ROOMS => {
                page = format!("/api/rooms?after={last}");
            }
            _ => break,
        }
    }
    Ok(rooms.into_values().take(MAX_ROOMS).collect())
}

/// Returns the room with this code, or `None` if the server at `address` does not have it.
pub(super) async fn room(address: &Address, code: &RoomCode) -> Result<Option<RoomGlimpse>, AskError> {
    let Answer { status, body, .. } = get(address, &format!("/api/rooms/{code}")).await?;
    match status {
        StatusCode::OK => {
            let glimpse: RoomGlimpse = read(&body)?;
            if glimpse.room() == code { Ok(Some(glimpse)) } else { Err(AskError::NotTengen) }
        }
        StatusCode::NOT_FOUND => Ok(None),
        status => Err(refusal(status)),
    }
}

/// Returns the error for a refusing status. 503 means a full server, and 429 too many requests.
fn refusal(status: StatusCode) -> AskError {
    match status {
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => AskError::Busy,
        _ => AskError::NotTengen,
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, AskError> {
    serde_json::from_slice(body).map_err(|_| AskError::NotTengen)
}

struct Answer {
    status: StatusCode,
    body: Bytes,
    /// Whether the list continues on another page.
    has_more: bool,
}

async fn get(address: &Address, path: &str) -> Result<Answer, AskError> {
    timeout(ANSWER_TIME, attempt(address, path)).await.unwrap_or(Err(AskError::NoAnswer))
}

async fn attempt(address: &Address, path: &str) -> Result<Answer, AskError> {
    let stream =
        TcpStream::connect((address.host(), address.port())).await.map_err(|_| AskError::NoAnswer)?;
    let (mut sender, connection) = http1::Builder::new()
        .max_buf_size(MAX_HEAD)
        .max_headers(MAX_HEADERS)
        .handshake(TokioIo::new(stream))
        .await
        .map_err(|_| AskError::NoAnswer)?;
    let request = Request::get(path)
        .header(header::HOST, address.to_string())
        .header(header::ACCEPT, "application/json")
        .header(header::CONNECTION, "close")
        .body(Empty::<Bytes>::new())
        .map_err(|_| AskError::NotTengen)?;
    let answered = async {
        let response = sender.send_request(request).await.map_err(|_| AskError::NotTengen)?;
        let (status, has_more) = (response.status(), response.headers().contains_key(header::LINK));
        Ok(Answer { status, has_more, body: whole(response.into_body()).await? })
    };
    // The connection transfers the bytes, so it must run during the wait for the answer. It may end first.
    let mut connection = std::pin::pin!(connection);
    let mut answered = std::pin::pin!(answered);
    tokio::select! {
        answer = &mut answered => answer,
        _ = &mut connection => answered.await,
    }
}

async fn whole(body: Incoming) -> Result<Bytes, AskError> {
    match Limited::new(body, MAX_BODY).collect().await {
        Ok(body) => Ok(body.to_bytes()),
        Err(error) if error.is::<http_body_util::LengthLimitError>() => Err(AskError::TooMuch),
        Err(_) => Err(AskError::NoAnswer),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use std::sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    };

    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };

    use super::*;

    /// Starts a server that answers the first request with `bytes` and then repeats `endless` forever, unless
    /// that is empty. Returns the address of the server.
    async fn answering(bytes: Vec<u8>, endless: Vec<u8>) -> Address {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = Address::this_machine(listener.local_addr().unwrap().port());
        tokio::spawn(async move {
            let (mut socket, _) = listener.accept().await.unwrap();
            let mut asked = [0; 1024];
            let _ = socket.read(&mut asked).await;
            let mut sent = socket.write_all(&bytes).await;
            while sent.is_ok() && !endless.is_empty() {
                sent = socket.write_all(&endless).await;
            }
            // Keep the connection open until the client closes it.
            while socket.read(&mut asked).await.is_ok_and(|read| read > 0) {}
        });
        address
    }

    fn with_body(status: &str, body: &str) -> Vec<u8> {
        format!("HTTP/1.1 {status}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).into_bytes()
    }

    const ROOM: &str = r#"{"room":"amber-fox-42","variant":{"width":3,"height":3,"win_length":3,"runs":"at_least"},
        "seats":[{"person":{"name":"Ann","connected":"here"}},{"empty":{}}],
        "state":"open","quick":false,"games":0,"watching":0,"access":"listed"}"#;

    #[tokio::test]
    async fn rooms_are_read_and_what_is_none_is_refused() {
        let read = async |bytes: Vec<u8>| {
            let rooms = rooms(&answering(bytes, Vec::new()).await).await;
            rooms.map(|rooms| rooms.iter().map(|room| room.room.to_string()).collect::<Vec<_>>())
        };
        assert_eq!(
            read(with_body("200 OK", &format!("[{ROOM}]"))).await,
            Ok(vec!["amber-fox-42".to_owned()])
        );
        assert_eq!(read(with_body("503 No", "")).await, Err(AskError::Busy));
        let disturbing = ROOM.replace("Ann", "\\u001b[2J");
        let header = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "y".repeat(2 * MAX_HEAD)).into_bytes();
        for strange in [
            with_body("200 OK", &format!("[{disturbing}]")),
            with_body("200 OK", &"[".repeat(100_000)),
            with_body("200 OK", ""),
            with_body("404 Not Found", ""),
            with_body("302 Found", "[]"),
            b"SSH-2.0-OpenSSH_9.9\r\n".to_vec(),
            b"\xff\x00".to_vec(),
            header,
        ] {
            let shown = String::from_utf8_lossy(&strange[..strange.len().min(80)]).into_owned();
            assert_eq!(read(strange).await, Err(AskError::NotTengen), "{shown}");
        }
    }

    /// Starts a server whose room list has this many pages. Each page has `on_a_page` new rooms, and the last
    /// room of the page before. Returns the address of the server and the number of requests so far.
    async fn paged(pages: u32, on_a_page: u32) -> (Address, Arc<AtomicU32>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = Address::this_machine(listener.local_addr().unwrap().port());
        let asked = Arc::new(AtomicU32::new(0));
        let count = asked.clone();
        tokio::spawn(async move {
            loop {
                let (mut socket, _) = listener.accept().await.unwrap();
                let mut head = [0; 1024];
                let read = socket.read(&mut head).await.unwrap();
                let head = String::from_utf8_lossy(&head[..read]).into_owned();
                let after = head
                    .split_once("?after=room-")
                    .map_or(0, |(_, rest)| rest.split(' ').next().unwrap().parse::<u32>().unwrap());
                let room = |n: u32| ROOM.replace("amber-fox-42", &format!("room-{n:05}"));
                let rooms: Vec<String> = (after.max(1)..=after + on_a_page).map(room).collect();
                let link = match count.fetch_add(1, Ordering::Relaxed) + 1 < pages {
                    true => "link: </api/rooms?after=x>; rel=\"next\"\r\n",
                    false => "",
                };
                let body = format!("[{}]", rooms.join(","));
                let head = format!("HTTP/1.1 200 OK\r\n{link}content-length: {}\r\n\r\n", body.len());
                socket.write_all((head + &body).as_bytes()).await.unwrap();
            }
        });
        (address, asked)
    }

    #[tokio::test]
    async fn a_list_is_read_page_by_page_up_to_a_limit() {
        let codes = |rooms: Vec<RoomListing>| -> Vec<String> {
            rooms.into_iter().map(|room| room.room.to_string()).collect()
        };
        let numbered = |last: usize| (1..=last).map(|n| format!("room-{n:05}")).collect::<Vec<_>>();
        let (address, asked) = paged(3, 200).await;
        assert_eq!(codes(rooms(&address).await.unwrap()), numbered(600));
        assert_eq!(asked.load(Ordering::Relaxed), 3);
        // The client reads a long list up to the limit of rooms, and a list of small pages up to the limit of
        // pages.
        let (address, asked) = paged(u32::MAX, 300).await;
        assert_eq!(codes(rooms(&address).await.unwrap()), numbered(MAX_ROOMS));
        assert_eq!(asked.load(Ordering::Relaxed), 4);
        let (address, asked) = paged(u32::MAX, 2).await;
        assert_eq!(codes(rooms(&address).await.unwrap()), numbered(2 * MAX_PAGES));
        assert_eq!(asked.load(Ordering::Relaxed), 8);
        // A page without new rooms ends the list, even with a link to another page.
        let (address, asked) = paged(u32::MAX, 0).await;
        assert_eq!(codes(rooms(&address).await.unwrap()), numbered(0));
        assert_eq!(asked.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn an_answer_without_end_is_cut_off_and_silence_is_not_waited_for() {
        let long = b"HTTP/1.1 200 OK\r\ncontent-length: 999999999\r\n\r\n".to_vec();
        assert_eq!(rooms(&answering(long, vec![b'['; 65_536]).await).await, Err(AskError::TooMuch));
        let chunked = b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n".to_vec();
        let mut chunk = b"1000\r\n".to_vec();
        chunk.extend([b'['; 0x1000]);
        chunk.extend(b"\r\n");
        assert_eq!(rooms(&answering(chunked, chunk).await).await, Err(AskError::TooMuch));
        assert_eq!(rooms(&answering(Vec::new(), Vec::new()).await).await, Err(AskError::NoAnswer));
        let closed = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        assert_eq!(rooms(&Address::this_machine(closed.port())).await, Err(AskError::NoAnswer));
    }

    #[tokio::test]
    async fn a_room_is_the_one_asked_for_or_none() {
        let code: RoomCode = "amber-fox-42".parse().unwrap();
        let ask = async |status: &str, body: &str| {
            let address = answering(with_body(status, body), Vec::new()).await;
            room(&address, &code).await
        };
        assert!(
            matches!(ask("200 OK", ROOM).await, Ok(Some(RoomGlimpse::Open(listing))) if listing.room == code)
        );
        let closed = r#"{"room":"amber-fox-42","access":"unlisted"}"#;
        assert!(matches!(ask("200 OK", closed).await, Ok(Some(RoomGlimpse::Closed { .. }))));
        assert_eq!(ask("200 OK", &closed.replace("42", "43")).await, Err(AskError::NotTengen));
        // A server that does not know this request yet also answers 404.
        assert_eq!(ask("404 Not Found", "").await, Ok(None));
        assert_eq!(ask("429 Too Many Requests", "").await, Err(AskError::Busy));
    }
}
