//! The search for a room: asks every server that the client can reach. The first that has the room wins.

use std::time::Duration;

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tengen_session::link::Address;
use tengen_shared::{game::RoomCode, protocol::RoomGlimpse};
use tokio::time::{Instant, sleep, sleep_until};

use super::{
    AskError,
    browse::{self, Announcement, Browse},
    http,
};

/// The time limit for a search.
const SEEK_TIME: Duration = Duration::from_secs(3);
/// The pause before the client asks a busy server again.
const AGAIN: Duration = Duration::from_millis(300);
/// The maximum number of addresses to ask in one search.
const MOST_ASKED: usize = 64;

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchResult {
    /// A server has the room.
    Found {
        /// The address of the server.
        address: Address,
        /// The public view of the room.
        room: RoomGlimpse,
    },
    /// At least one server has answered, and none has the room.
    Nowhere,
    /// At least one server was busy, and no server has found the room.
    Busy,
    /// No server has given a valid answer.
    NoServer,
}

/// Asks the servers at `first`, and those that it finds on this network within three seconds, for the room.
/// Returns at once if one has it.
pub async fn find_room(code: &RoomCode, first: &[Address]) -> SearchResult {
    let deadline = Instant::now() + SEEK_TIME;
    let mut browse = Browse::start().filter(|_| browse::any_network());
    let mut known: Vec<Address> = Vec::new();
    let mut asked = FuturesUnordered::new();
    let mut news: Vec<Address> = first.to_vec();
    let (mut answered, mut busy) = (false, false);
    loop {
        for address in news.drain(..) {
            if known.len() < MOST_ASKED && !known.contains(&address) {
                known.push(address.clone());
                asked.push(ask(address, code, Duration::ZERO));
            }
        }
        // All have answered, and the network cannot bring more servers.
        if browse.is_none() && asked.is_empty() {
            break;
        }
        tokio::select! {
            heard = browse::next(browse.as_ref()) => match heard {
                Some(Announcement::Here { server, .. }) => news.extend(server.addresses().cloned()),
                Some(Announcement::Gone { .. }) => {}
                None => browse = None,
            },
            Some((address, answer)) = asked.next() => match answer {
                Ok(Some(room)) => return SearchResult::Found { address, room },
                Ok(None) => answered = true,
                Err(AskError::Busy) => {
                    busy = true;
                    asked.push(ask(address, code, AGAIN));
                }
                Err(AskError::NoAnswer | AskError::TooMuch | AskError::NotTengen) => {}
            },
            () = sleep_until(deadline) => break,
        }
    }
    match (answered, busy) {
        (_, true) => SearchResult::Busy,
        (true, false) => SearchResult::Nowhere,
        (false, false) => SearchResult::NoServer,
    }
}

async fn ask(
    address: Address,
    code: &RoomCode,
    wait: Duration,
) -> (Address, Result<Option<RoomGlimpse>, AskError>) {
    sleep(wait).await;
    let answer = http::room(&address, code).await;
    (address, answer)
}
