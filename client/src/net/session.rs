//! The network task: it reaches the server, keeps the connection, and comes back after every loss.

use std::{ops::ControlFlow, sync::Arc, time::Duration};

use futures_util::{SinkExt, StreamExt};
use tengen_shared::protocol::{Frame, SafeText, ServerFrame, ServerMessage};
use tokio::{
    sync::{Notify, mpsc},
    task::JoinHandle,
    time::{Instant, sleep, sleep_until, timeout, timeout_at},
};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::connect::{CONNECT_TIME, Connection, connect};
use crate::{
    effect::NetOrder,
    msg::{Greeting, NetEvent},
    profile::KeyRing,
};
use tengen_session::link::{Address, Backoff, Loss};
use tengen_session::link::{KeyTrouble, LinkId};

/// How many orders and how many events may wait.
const QUEUE: usize = 256;
/// How long a frame may take to leave, and how long the good-bye may take.
const SEND_TIME: Duration = Duration::from_secs(5);
const CLOSE_TIME: Duration = Duration::from_millis(500);
/// A connection that lasts so long is a good one; after a shorter one the waits go on growing.
const STABLE: Duration = Duration::from_secs(10);

/// The runtime's end of the network task.
#[derive(Debug)]
pub struct NetHandle {
    orders: mpsc::Sender<NetOrder>,
    overflow: Arc<Notify>,
    /// What the task reports.
    pub events: mpsc::Receiver<NetEvent>,
    task: JoinHandle<()>,
}

/// Starts the network task; it waits for [`NetOrder::Dial`].
#[must_use]
pub fn start(keys: KeyRing) -> NetHandle {
    let (orders, orders_in) = mpsc::channel(QUEUE);
    let (events_out, events) = mpsc::channel(QUEUE);
    let overflow = Arc::new(Notify::new());
    let session = Session {
        orders: orders_in,
        overflow: Arc::clone(&overflow),
        events: events_out,
        keys,
        backoff: Backoff::default(),
        links: 0,
    };
    NetHandle { orders, overflow, events, task: tokio::spawn(session.run()) }
}

impl NetHandle {
    /// Hands an order to the task. If too many wait, the connection is given up instead: everything
    /// without an answer is sent again on the next one.
    pub fn order(&self, order: NetOrder) {
        if self.orders.try_send(order).is_err() {
            self.overflow.notify_one();
        }
    }

    /// Sends what is still waiting, says good-bye and ends the task.
    pub async fn stop(self) {
        let Self { orders, events, mut task, .. } = self;
        drop((orders, events));
        if timeout(CLOSE_TIME * 3, &mut task).await.is_err() {
            task.abort();
        }
    }
}

struct Session {
    orders: mpsc::Receiver<NetOrder>,
    overflow: Arc<Notify>,
    events: mpsc::Sender<NetEvent>,
    keys: KeyRing,
    backoff: Backoff,
    links: u32,
}

/// Why a connection, or a wait for one, is over.
enum End {
    /// The program ends.
    Stop,
    /// The user wants this server now.
    Dial(Address),
    /// The user wants none.
    Rest,
    /// The connection is lost.
    Lost(Loss),
}

impl Session {
    async fn run(mut self) {
        let mut address = None;
        loop {
            let end = match &address {
                Some(address) => self.visit(address).await,
                None => self.elsewhere().await,
            };
            let end = match end {
                End::Lost(why) => self.pause(why).await,
                other => Some(other),
            };
            match end {
                None => {}
                Some(End::Dial(next)) => {
                    self.backoff.reset();
                    address = Some(next);
                }
                Some(End::Rest) => address = None,
                Some(End::Stop | End::Lost(_)) => return,
            }
        }
    }

    /// Waits until the user wants to be elsewhere, or nowhere.
    async fn elsewhere(&mut self) -> End {
        loop {
            match self.orders.recv().await {
                None => return End::Stop,
                Some(NetOrder::Dial(address)) => return End::Dial(address),
                Some(NetOrder::Rest) => return End::Rest,
                Some(_) => {}
            }
        }
    }

    /// Reports the loss and waits for the next attempt; `None` when it is time for it.
    async fn pause(&mut self, why: Loss) -> Option<End> {
        let wait = self.backoff.next_wait(rand::random());
        if self.report(NetEvent::Down { why, retry_in: wait }).await.is_break() {
            return Some(End::Stop);
        }
        tokio::select! {
            () = sleep(wait) => None,
            next = self.elsewhere() => Some(next),
        }
    }

    async fn visit(&mut self, address: &Address) -> End {
        if self.report(NetEvent::Dialling).await.is_break() {
            return End::Stop;
        }
        let connected = tokio::select! {
            connected = connect(address) => connected,
            next = self.elsewhere() => return next,
        };
        match connected {
            Ok(connection) => self.greet(connection).await,
            Err(loss) => End::Lost(loss),
        }
    }

    /// Waits for the server's first message and opens the slot that belongs to it.
    async fn greet(&mut self, mut connection: Connection) -> End {
        let deadline = Instant::now() + CONNECT_TIME;
        let first = tokio::select! {
            first = read(&mut connection, deadline) => first,
            next = self.elsewhere() => return next,
        };
        let (server, limits) = match first {
            Ok(Some(ServerFrame::Known(message))) => match *message {
                ServerMessage::Server { id, limits, .. } => (id, limits),
                _ => return End::Lost(Loss::Strange),
            },
            Ok(_) => return End::Lost(Loss::Strange),
            Err(why) => return End::Lost(why),
        };
        self.links = self.links.wrapping_add(1);
        let link = LinkId(self.links);
        let slot = self.keys.open(server);
        let greeting =
            Greeting { server, key: slot.key, name: slot.name, muted: slot.muted, notice: slot.notice };
        if self.report(NetEvent::Up { link, greeting: Box::new(greeting) }).await.is_break() {
            return End::Stop;
        }
        self.live(connection, link, Duration::from_millis(u64::from(limits.heartbeat_ms.clamp(500, 120_000))))
            .await
    }

    async fn live(&mut self, mut connection: Connection, link: LinkId, heartbeat: Duration) -> End {
        let patience = heartbeat.mul_f64(2.5);
        let unusual = heartbeat.mul_f64(1.1);
        let began = Instant::now();
        let mut deadline = began + patience;
        let mut heard = began;
        let mut silent = false;
        let end = loop {
            let flow = tokio::select! {
                order = self.orders.recv() => match order {
                    None => break End::Stop,
                    Some(order) => self.carry_out(&mut connection, link, order).await,
                },
                frame = read(&mut connection, deadline) => {
                    heard = Instant::now();
                    deadline = heard + patience;
                    let news = std::mem::take(&mut silent) && frame.is_ok();
                    match news && self.report(NetEvent::Heard { link }).await.is_break() {
                        true => ControlFlow::Break(End::Stop),
                        false => self.take(link, frame).await,
                    }
                }
                () = sleep_until(heard + unusual), if !silent => {
                    silent = true;
                    self.report(NetEvent::Silent { link, silence: heard.elapsed() }).await
                }
                () = self.overflow.notified() => break End::Lost(Loss::TooSlow),
            };
            if let ControlFlow::Break(end) = flow {
                break end;
            }
        };
        if began.elapsed() >= STABLE {
            self.backoff.reset();
        }
        // The other side may be gone: that is no reason to wait long for it.
        let _ = timeout(CLOSE_TIME, connection.stream.close(None)).await;
        end
    }

    async fn carry_out(
        &mut self,
        connection: &mut Connection,
        link: LinkId,
        order: NetOrder,
    ) -> ControlFlow<End> {
        match order {
            NetOrder::Dial(address) => return ControlFlow::Break(End::Dial(address)),
            NetOrder::Rest => return ControlFlow::Break(End::Rest),
            NetOrder::Send { link: meant, frame } if meant == link => {
                if let Err(why) = write(connection, &frame).await {
                    return ControlFlow::Break(End::Lost(why));
                }
            }
            NetOrder::Hangup { link: meant, why } if meant == link => {
                return ControlFlow::Break(End::Lost(why));
            }
            // Meant for a connection that is gone: what needs an answer is sent again on this one.
            NetOrder::Send { .. } | NetOrder::Hangup { .. } => {}
            NetOrder::Keep { key, name } => {
                if let Err(error) = self.keys.keep(&key, name.as_ref()) {
                    let trouble = KeyTrouble::NotKept(error.to_string());
                    return self.report(NetEvent::Notice { trouble }).await;
                }
            }
            NetOrder::KeepMuted(muted) => {
                if let Err(error) = self.keys.keep_muted(&muted) {
                    let trouble = KeyTrouble::MutedNotKept(error.to_string());
                    return self.report(NetEvent::Notice { trouble }).await;
                }
            }
        }
        ControlFlow::Continue(())
    }

    async fn take(&self, link: LinkId, read: Result<Option<ServerFrame>, Loss>) -> ControlFlow<End> {
        match read {
            Ok(Some(frame)) => self.report(NetEvent::Frame { link, frame }).await,
            Ok(None) => ControlFlow::Continue(()),
            Err(why) => ControlFlow::Break(End::Lost(why)),
        }
    }

    async fn report(&self, event: NetEvent) -> ControlFlow<End> {
        match self.events.send(event).await {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(End::Stop),
        }
    }
}

/// The next frame; `None` for one that is only a sign of life.
async fn read(connection: &mut Connection, deadline: Instant) -> Result<Option<ServerFrame>, Loss> {
    let frame = match timeout_at(deadline, connection.stream.next()).await {
        Err(_) => return Err(Loss::Silent),
        Ok(None) => return Err(Loss::Closed),
        Ok(Some(Err(error))) => return Err(lost(&error)),
        Ok(Some(Ok(frame))) => frame,
    };
    let decoded = match &frame {
        Message::Text(text) => connection.codec.decode_server(text.as_bytes()),
        Message::Binary(bytes) => connection.codec.decode_server(bytes),
        Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => return Ok(None),
        Message::Close(Some(close)) if !close.reason.is_empty() => {
            return Err(Loss::ClosedFor(SafeText::from(&*close.reason)));
        }
        Message::Close(_) => return Err(Loss::Closed),
    };
    decoded.map(Some).map_err(Loss::Unreadable)
}

async fn write(connection: &mut Connection, frame: &Frame) -> Result<(), Loss> {
    let bytes = connection.codec.encode_client(frame);
    let message = match connection.codec {
        tengen_shared::protocol::Codec::Bincode => Message::Binary(bytes.into()),
        tengen_shared::protocol::Codec::Json => {
            let text = Utf8Bytes::try_from(bytes).expect("invariant: JSON is UTF-8");
            Message::Text(text)
        }
    };
    match timeout(SEND_TIME, connection.stream.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(lost(&error)),
        Err(_) => Err(Loss::Stuck),
    }
}

fn lost(error: &Error) -> Loss {
    match error {
        Error::ConnectionClosed | Error::AlreadyClosed => Loss::Closed,
        Error::Io(error) => Loss::Broken(error.to_string().into()),
        Error::Protocol(_) => Loss::BrokenOff,
        other => Loss::Broken(other.to_string().into()),
    }
}
