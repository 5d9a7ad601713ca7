//! The client's part: what it hears, sees and finds, in each of the networks.

use std::{collections::BTreeMap, env, process::Stdio};

use tengen_client::net::lan::{self, LanEvent, LanHandle, LanOrder, LanServer, SearchResult, find_room};
use tengen_session::link::Address;
use tengen_shared::protocol::{RoomGlimpse, ServerId};
use tokio::process::Command;

use crate::{
    ROLE,
    namespaces::Namespace,
    server::{Guest, Server, within},
};

/// Runs one part; a panic in it is its failure.
pub(crate) fn run(part: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(part);
}

fn address(text: &str) -> Address {
    text.parse().unwrap()
}

/// What the task has told so far.
#[derive(Default)]
struct Seen {
    servers: BTreeMap<u64, LanServer>,
    rooms: BTreeMap<u64, Vec<String>>,
    listening: bool,
    sought: Option<SearchResult>,
}

impl Seen {
    /// Takes in events until `wanted` holds.
    async fn until(&mut self, what: &str, lan: &mut LanHandle, wanted: impl Fn(&Self) -> bool) {
        within(what, async {
            while !wanted(self) {
                match lan.events.recv().await.expect("the task runs") {
                    LanEvent::Listening => self.listening = true,
                    // The wire may come up a moment after its ends.
                    LanEvent::NoNetwork => self.listening = false,
                    LanEvent::Found(server) => {
                        self.servers.insert(server.id.0, server);
                    }
                    LanEvent::Rooms { id, rooms } => {
                        assert!(self.servers.contains_key(&id.0), "rooms of a server that is not there");
                        // One that has just stopped does not answer any more.
                        let codes = rooms.into_iter().flatten().map(|room| room.room.to_string());
                        self.rooms.insert(id.0, codes.collect());
                    }
                    LanEvent::Gone { id } => {
                        assert!(self.servers.remove(&id.0).is_some(), "a server goes that is not there");
                    }
                    LanEvent::Sought { outcome, .. } => self.sought = Some(outcome),
                }
            }
        })
        .await;
    }

    fn named(&self, name: &str) -> Option<&LanServer> {
        self.servers.values().find(|server| server.name.as_str() == name)
    }

    fn id_of(&self, name: &str) -> ServerId {
        self.named(name).unwrap().id
    }
}

/// Servers on the other side of a wire.
pub(crate) async fn across_a_wire(there: &Namespace) {
    let mut lan = lan::start();
    let mut seen = Seen::default();
    lan.order(LanOrder::Watch);
    seen.until("the network", &mut lan, |seen| seen.listening).await;

    // One that comes while we listen, and a second one of the same name.
    let ann = Server::start(there, 5151, &["--lan-name", "Ann's box"]).await;
    seen.until("the first server", &mut lan, |seen| seen.named("Ann's box").is_some()).await;
    // By this name its panics are kept from the screen.
    let threads = std::fs::read_dir("/proc/self/task").unwrap().map(|thread| thread.unwrap().path());
    let names: Vec<String> =
        threads.filter_map(|thread| std::fs::read_to_string(thread.join("comm")).ok()).collect();
    assert!(names.iter().any(|name| name.trim() == lan::MDNS_THREAD), "{names:?}");

    let other = Server::start(there, 5152, &["--lan-name", "Ann's box"]).await;
    seen.until("the second server", &mut lan, |seen| seen.named("Ann's box (2)").is_some()).await;
    let (first, second) = (seen.id_of("Ann's box"), seen.id_of("Ann's box (2)"));
    let server = seen.named("Ann's box").unwrap();
    assert_eq!(server.addresses().collect::<Vec<_>>(), [&address("10.77.0.2:5151")]);
    assert_eq!(server.version.as_str(), env!("CARGO_PKG_VERSION"));
    assert_eq!(seen.named("Ann's box (2)").unwrap().address, address("10.77.0.2:5152"));
    // One that must not be found.
    let silent = Server::start(there, 5153, &["--announce", "off"]).await;

    let mut guest = Guest::arrive("10.77.0.2:5151".parse().unwrap()).await;
    let (listed, hidden) = (guest.room("listed").await, guest.room("unlisted").await);
    let expected = vec![listed.to_string()];
    seen.until("the room", &mut lan, |seen| seen.rooms.get(&first.0) == Some(&expected)).await;
    assert_eq!(seen.rooms.get(&second.0), Some(&Vec::new()));

    // By its code alone, listed or not, while listening and without.
    for code in [&listed, &hidden] {
        let found = find_room(code, &[]).await;
        let (at, room) = found.found().unwrap_or_else(|| panic!("{code}: {found:?}"));
        assert_eq!(at, &address("10.77.0.2:5151"));
        assert!(matches!(room, RoomGlimpse::Open(listing) if listing.room == *code), "{room:?}");
    }
    lan.order(LanOrder::Seek { code: hidden.clone(), first: vec![address("127.0.0.1:5151")] });
    seen.until("the search", &mut lan, |seen| seen.sought.is_some()).await;
    assert!(matches!(seen.sought.take(), Some(SearchResult::Found { .. })));
    assert_eq!(find_room(&"no-such-room".parse().unwrap(), &[]).await, SearchResult::Nowhere);

    // They take leave.
    other.stop().await;
    seen.until("the second server's leave", &mut lan, |seen| !seen.servers.contains_key(&second.0)).await;
    drop(guest);
    let told = ann.stop().await;
    assert!(told.contains("tengen join 10.77.0.2:5151\n"), "{told}");
    assert_eq!(told.matches("announced on this network").count(), 1, "{told}");
    seen.until("the first server's leave", &mut lan, |seen| seen.servers.is_empty()).await;
    let told = silent.stop().await;
    assert!(!told.contains("announced"), "{told}");
    lan.stop().await;
}

/// A server on a machine without any network, and a client beside it.
pub(crate) async fn on_a_machine_alone(alone: &Namespace) {
    let server = Server::start(alone, 5151, &[]).await;
    let [enter, whereto] = alone.entry();
    let mut command = Command::new(enter);
    command.arg(whereto).arg(env::current_exe().unwrap()).env(ROLE, "no network").stdin(Stdio::null());
    let output = within("the client alone", command.output()).await.unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    assert_eq!((told.as_ref(), output.stdout.as_slice()), ("", [].as_slice()), "it prints nothing");
    let told = server.stop().await;
    assert!(told.contains("on no network") && !told.contains("announced"), "{told}");
}

/// The client there, in a process of its own.
pub(crate) async fn without_a_network() {
    let mut lan = lan::start();
    lan.order(LanOrder::Watch);
    let event = within("silence", lan.events.recv()).await;
    assert_eq!(event, Some(LanEvent::NoNetwork));
    let here = address("127.0.0.1:5151");
    let mut guest = Guest::arrive("127.0.0.1:5151".parse().unwrap()).await;
    let code = guest.room("unlisted").await;
    let found = find_room(&code, std::slice::from_ref(&here)).await;
    assert_eq!(found.found().map(|(at, _)| at), Some(&here));
    let nowhere = "no-such-room".parse().unwrap();
    assert_eq!(find_room(&nowhere, &[here]).await, SearchResult::Nowhere);
    assert_eq!(find_room(&nowhere, &[]).await, SearchResult::NoServer);
    assert_eq!(find_room(&nowhere, &[address("127.0.0.1:5999")]).await, SearchResult::NoServer);
    lan.stop().await;
}
