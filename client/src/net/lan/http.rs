//! The little HTTP that is needed to ask a server for its rooms: one request per connection, with limits on everything.

use std::time::Duration;

use http::{Request, StatusCode, header};
use http_body_util::{BodyExt as _, Empty, Limited};
use hyper::{
    body::{Bytes, Incoming},
    client::conn::http1,
};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use tengen_shared::{
    game::RoomCode,
    protocol::{RoomGlimpse, RoomListing},
};
use tokio::{net::TcpStream, time::timeout};

use super::AskError;
use crate::net::Address;

/// How long an answer may take, all in all.
const ANSWER_TIME: Duration = Duration::from_secs(2);
/// The longest answer that is read: some 800 rooms.
const MAX_BODY: usize = 256 * 1024;
/// The longest head of an answer, and the most headers.
const MAX_HEAD: usize = 16 * 1024;
const MAX_HEADERS: usize = 64;

/// The rooms that the server at `address` shows.
pub(super) async fn rooms(address: &Address) -> Result<Vec<RoomListing>, AskError> {
    match get(address, "/api/rooms").await? {
        (StatusCode::OK, body) => read(&body),
        (status, _) => Err(refusal(status)),
    }
}

/// The room with this code, if the server at `address` has it.
pub(super) async fn room(address: &Address, code: &RoomCode) -> Result<Option<RoomGlimpse>, AskError> {
    match get(address, &format!("/api/rooms/{code}")).await? {
        (StatusCode::OK, body) => {
            let glimpse: RoomGlimpse = read(&body)?;
            if glimpse.room() == code { Ok(Some(glimpse)) } else { Err(AskError::Strange) }
        }
        (StatusCode::NOT_FOUND, _) => Ok(None),
        (status, _) => Err(refusal(status)),
    }
}

/// A full server and one that is asked too often answer so.
fn refusal(status: StatusCode) -> AskError {
    match status {
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => AskError::Busy,
        _ => AskError::Strange,
    }
}

fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, AskError> {
    serde_json::from_slice(body).map_err(|_| AskError::Strange)
}

async fn get(address: &Address, path: &str) -> Result<(StatusCode, Bytes), AskError> {
    timeout(ANSWER_TIME, attempt(address, path)).await.unwrap_or(Err(AskError::NoAnswer))
}

async fn attempt(address: &Address, path: &str) -> Result<(StatusCode, Bytes), AskError> {
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
        .map_err(|_| AskError::Strange)?;
    let answered = async {
        let response = sender.send_request(request).await.map_err(|_| AskError::Strange)?;
        let status = response.status();
        Ok((status, whole(response.into_body()).await?))
    };
    // The connection moves the bytes while the answer is waited for, and ends with it.
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
