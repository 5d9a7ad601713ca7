//! Where a room is: every server that can be reached is asked for its code, and the first that has it wins.

use std::time::Duration;

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tengen_session::link::Address;
use tengen_shared::{game::RoomCode, protocol::RoomGlimpse};
use tokio::time::{Instant, sleep, sleep_until};

use super::{
    AskError,
    browse::{self, Browse, Heard},
    http,
};

/// How long servers on the network are listened for, and answers waited for.
const SEEK_TIME: Duration = Duration::from_secs(3);
/// How long a server that is busy is left alone.
const AGAIN: Duration = Duration::from_millis(300);
/// Addresses that are asked in one search.
const MOST_ASKED: usize = 64;

/// What came of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sought {
    /// A server has the room.
    Found {
        /// Where that server is.
        address: Address,
        /// What a stranger may see of the room.
        room: RoomGlimpse,
    },
    /// Servers have answered, and none has the room.
    Nowhere,
    /// Servers are there, but too busy to answer.
    Busy,
    /// No server has answered.
    NoServer,
}

/// Asks the servers at `first`, and all that are found on this network within some 3 s, which of them has the room.
/// It ends at once when one has.
pub async fn find_room(code: &RoomCode, first: &[Address]) -> Sought {
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
        // All have answered, and nobody else can be heard.
        if browse.is_none() && asked.is_empty() {
            break;
        }
        tokio::select! {
            heard = browse::next(browse.as_ref()) => match heard {
                Some(Heard::Here { server, .. }) => news.extend(server.addresses().cloned()),
                Some(Heard::Gone { .. }) => {}
                None => browse = None,
            },
            Some((address, answer)) = asked.next() => match answer {
                Ok(Some(room)) => return Sought::Found { address, room },
                Ok(None) => answered = true,
                // It has the answer, but not now.
                Err(AskError::Busy) => {
                    busy = true;
                    asked.push(ask(address, code, AGAIN));
                }
                Err(AskError::NoAnswer | AskError::TooMuch | AskError::Strange) => {}
            },
            () = sleep_until(deadline) => break,
        }
    }
    match (answered, busy) {
        (_, true) => Sought::Busy,
        (true, false) => Sought::Nowhere,
        (false, false) => Sought::NoServer,
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
