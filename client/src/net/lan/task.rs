//! The task that owns the sockets. It listens and sends requests on order, and waits otherwise.

use std::{future::Future, pin::Pin, time::Duration};

use futures_util::{StreamExt as _, stream::FuturesUnordered};
use tengen_session::link::Address;
use tengen_shared::protocol::{RoomListing, ServerId};
use tokio::{
    sync::mpsc,
    time::{MissedTickBehavior, interval},
};

use super::{
    AskError, LanEvent, LanOrder, LanServer,
    browse::{self, Announcement, Browse},
    http,
    neighbours::Neighbours,
    seek::find_room,
};

/// The interval between two requests for the rooms of a server.
const REFRESH: Duration = Duration::from_secs(3);
/// The maximum number of servers to ask at the same time.
const MOST_ASKED: usize = 64;

/// The answer of a server, with the address at which it answered.
struct Answer {
    id: ServerId,
    rooms: Result<(Address, Vec<RoomListing>), AskError>,
}

type Asking = FuturesUnordered<Pin<Box<dyn Future<Output = Answer> + Send>>>;
type Seeking = Pin<Box<dyn Future<Output = LanEvent> + Send>>;

/// The present activity of the task.
enum Stage {
    /// The task listens for servers and requests their rooms.
    Watch,
    /// The task waits for orders.
    Rest,
    /// The handle is gone, and the task ends.
    Stop,
}

/// Runs until the handle is dropped.
pub(super) async fn run(orders: mpsc::Receiver<LanOrder>, events: mpsc::Sender<LanEvent>) {
    let mut task = Task { orders, events, seeking: None, known: Vec::new() };
    let mut stage = Stage::Rest;
    loop {
        stage = match stage {
            Stage::Watch => task.watch().await,
            Stage::Rest => task.rest().await,
            Stage::Stop => return,
        };
        task.known.clear();
    }
}

struct Task {
    orders: mpsc::Receiver<LanOrder>,
    events: mpsc::Sender<LanEvent>,
    seeking: Option<Seeking>,
    /// The addresses of the servers on this network.
    known: Vec<Address>,
}

impl Task {
    /// Waits for an order to listen, and reports the result of a search.
    async fn rest(&mut self) -> Stage {
        loop {
            tokio::select! {
                order = self.orders.recv() => match self.take(order) {
                    Some(Stage::Rest) | None => {}
                    Some(other) => return other,
                },
                event = sought(&mut self.seeking) => {
                    self.seeking = None;
                    if self.events.send(event).await.is_err() {
                        return Stage::Stop;
                    }
                }
            }
        }
    }

    /// Carries out an order. A search starts at once; any other order returns the next stage.
    fn take(&mut self, order: Option<LanOrder>) -> Option<Stage> {
        match order {
            None => Some(Stage::Stop),
            Some(LanOrder::Watch) => Some(Stage::Watch),
            Some(LanOrder::Stop) => Some(Stage::Rest),
            Some(LanOrder::Seek { code, mut first }) => {
                first.extend(self.known.iter().cloned());
                self.seeking = Some(Box::pin(async move {
                    let outcome = find_room(&code, &first).await;
                    LanEvent::Sought { code, outcome }
                }));
                None
            }
        }
    }

    /// Listens for servers and requests their rooms again and again.
    async fn watch(&mut self) -> Stage {
        let mut watch = Watch::default();
        let mut refresh = interval(REFRESH);
        refresh.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let events = tokio::select! {
                order = self.orders.recv() => match self.take(order) {
                    Some(Stage::Watch) | None => Vec::new(),
                    Some(other) => return other,
                },
                event = sought(&mut self.seeking) => {
                    self.seeking = None;
                    vec![event]
                }
                heard = browse::next(watch.browse.as_ref()) => watch.hear(heard),
                Some(answer) = watch.asking.next() => watch.answered(answer),
                _ = refresh.tick() => watch.refresh().await,
            };
            self.known = watch.neighbours.servers().flat_map(LanServer::addresses).cloned().collect();
            for event in events {
                if self.events.send(event).await.is_err() {
                    return Stage::Stop;
                }
            }
        }
    }
}

async fn sought(seeking: &mut Option<Seeking>) -> LanEvent {
    match seeking {
        Some(seeking) => seeking.await,
        None => std::future::pending().await,
    }
}

/// The state of listening.
#[derive(Default)]
struct Watch {
    browse: Option<Browse>,
    /// Whether the task can listen on a network; `None` before the first check.
    network: Option<bool>,
    neighbours: Neighbours,
    asking: Asking,
    /// The servers that have not answered yet.
    asked: Vec<ServerId>,
}

impl Watch {
    fn hear(&mut self, heard: Option<Announcement>) -> Vec<LanEvent> {
        let Some(heard) = heard else {
            // The next refresh starts another listener.
            self.browse = None;
            return Vec::new();
        };
        let events = self.neighbours.hear(heard);
        for event in &events {
            if let LanEvent::Found(server) = event {
                self.ask(server.clone());
            }
        }
        events
    }

    /// Starts a listener if there is none, and asks every server for its rooms. After a flood of
    /// announcements, forgets all servers first.
    async fn refresh(&mut self) -> Vec<LanEvent> {
        let mut events = Vec::new();
        if let Some(browse) = &self.browse
            && browse.is_flooded().await
        {
            self.browse = None;
            let gone = self.neighbours.servers().map(|server| LanEvent::Gone { id: server.id });
            events.extend(gone);
            self.neighbours = Neighbours::default();
        }
        if self.browse.is_none() {
            self.browse = Browse::start();
        }
        let network = browse::any_network() && self.browse.is_some();
        if self.network.replace(network) != Some(network) {
            events.push(if network { LanEvent::Listening } else { LanEvent::NoNetwork });
        }
        let servers: Vec<LanServer> = self.neighbours.servers().cloned().collect();
        servers.into_iter().for_each(|server| self.ask(server));
        events
    }

    /// Asks a server for its rooms, unless a request to it is under way or too many are.
    fn ask(&mut self, server: LanServer) {
        if self.asked.len() < MOST_ASKED && !self.asked.contains(&server.id) {
            self.asked.push(server.id);
            self.asking.push(Box::pin(ask(server)));
        }
    }

    fn answered(&mut self, Answer { id, rooms }: Answer) -> Vec<LanEvent> {
        self.asked.retain(|asked| *asked != id);
        let better = rooms.as_ref().ok().and_then(|(at, _)| self.neighbours.reached(id, at));
        let news = self.neighbours.answered(id, rooms.map(|(_, rooms)| rooms));
        better.into_iter().chain(news).collect()
    }
}

/// Asks a server for its rooms at each of its addresses, until one answers.
async fn ask(server: LanServer) -> Answer {
    let mut why = AskError::NoAnswer;
    for address in server.addresses() {
        match http::rooms(address).await {
            Ok(rooms) => return Answer { id: server.id, rooms: Ok((address.clone(), rooms)) },
            Err(AskError::NoAnswer) => {}
            Err(error) => why = error,
        }
    }
    Answer { id: server.id, rooms: Err(why) }
}
