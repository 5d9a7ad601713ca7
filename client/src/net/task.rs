//! The network task. It makes one connection at a time and transfers frames. The session decides when to
//! connect and what to send.

use std::{ops::ControlFlow, sync::Arc, time::Duration};

use futures_util::{SinkExt, StreamExt};
use tengen_session::link::{Address, LinkEvent, LinkId, LinkOrder, Loss};
use tengen_shared::protocol::{CLOSE_REMOVED, Codec, SafeText};
use tokio::{
    sync::{Notify, mpsc},
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use super::connect::{Connection, connect};

/// The capacity of the queue of orders, and of the queue of events.
const QUEUE: usize = 256;
/// The time limit for sending a frame.
const SEND_TIME: Duration = Duration::from_secs(5);
/// The time limit for the closing handshake.
const CLOSE_TIME: Duration = Duration::from_millis(500);

/// The handle of the network task.
#[derive(Debug)]
pub struct NetHandle {
    orders: mpsc::Sender<LinkOrder>,
    overflow: Arc<Notify>,
    /// The reports of the task, with their connection.
    pub events: mpsc::Receiver<(LinkId, LinkEvent)>,
    task: JoinHandle<()>,
}

/// Starts the network task, which waits for [`LinkOrder::Open`].
#[must_use]
pub fn start() -> NetHandle {
    let (orders, orders_in) = mpsc::channel(QUEUE);
    let (events_out, events) = mpsc::channel(QUEUE);
    let overflow = Arc::new(Notify::new());
    let carrier = Carrier { orders: orders_in, overflow: Arc::clone(&overflow), events: events_out };
    NetHandle { orders, overflow, events, task: tokio::spawn(carrier.run()) }
}

impl NetHandle {
    /// Hands an order to the task. If the queue is full, the task drops the connection instead. The session
    /// sends all unanswered commands again on the next connection.
    pub fn order(&self, order: LinkOrder) {
        if self.orders.try_send(order).is_err() {
            self.overflow.notify_one();
        }
    }

    /// Sends the waiting frames, closes the connection and ends the task.
    pub async fn stop(self) {
        let Self { orders, mut events, task, .. } = self;
        drop(orders);
        // Take the remaining events, because a full queue would keep the task from sending.
        let ended = async { while events.recv().await.is_some() {} };
        if timeout(CLOSE_TIME * 3, ended).await.is_err() {
            task.abort();
        }
    }
}

struct Carrier {
    orders: mpsc::Receiver<LinkOrder>,
    overflow: Arc<Notify>,
    events: mpsc::Sender<(LinkId, LinkEvent)>,
}

/// The reason why a connection, or an attempt to connect, has ended.
enum End {
    /// The program is ending.
    Stop,
    /// The session wants another connection.
    Open(LinkId, Address),
    /// The session wants no connection.
    Close,
    /// The connection was lost.
    Lost(Loss),
}

impl Carrier {
    async fn run(mut self) {
        let mut end = End::Close;
        loop {
            end = match end {
                End::Stop => return,
                End::Open(link, address) => match self.visit(link, &address).await {
                    End::Lost(why) => match self.report(link, LinkEvent::Lost(why)).await {
                        ControlFlow::Continue(()) => End::Close,
                        ControlFlow::Break(end) => end,
                    },
                    other => other,
                },
                End::Close | End::Lost(_) => self.idle().await,
            }
        }
    }

    /// Waits for an order to open a connection.
    async fn idle(&mut self) -> End {
        loop {
            match self.orders.recv().await {
                None => return End::Stop,
                Some(LinkOrder::Open { link, address }) => return End::Open(link, address),
                Some(LinkOrder::Send { .. } | LinkOrder::Close { .. }) => {}
            }
        }
    }

    /// Waits for an order that ends the connection `link`.
    async fn unwanted(&mut self, link: LinkId) -> End {
        loop {
            match self.orders.recv().await {
                None => return End::Stop,
                Some(LinkOrder::Open { link, address }) => return End::Open(link, address),
                Some(LinkOrder::Close { link: meant }) if meant == link => return End::Close,
                Some(LinkOrder::Send { .. } | LinkOrder::Close { .. }) => {}
            }
        }
    }

    async fn visit(&mut self, link: LinkId, address: &Address) -> End {
        let connected = tokio::select! {
            connected = connect(address) => connected,
            end = self.unwanted(link) => return end,
        };
        match connected {
            Ok(connection) => self.carry(link, connection).await,
            Err(loss) => End::Lost(loss),
        }
    }

    async fn carry(&mut self, link: LinkId, mut connection: Connection) -> End {
        let codec = connection.codec;
        if let ControlFlow::Break(end) = self.report(link, LinkEvent::Opened(codec)).await {
            return end;
        }
        let end = loop {
            let flow = tokio::select! {
                order = self.orders.recv() => carry_out(&mut connection, link, order).await,
                message = connection.stream.next() => self.take(link, message).await,
                () = self.overflow.notified() => ControlFlow::Break(End::Lost(Loss::TooSlow)),
            };
            if let ControlFlow::Break(end) = flow {
                break end;
            }
        };
        // The server may be gone, so do not wait long for it.
        let _ = timeout(CLOSE_TIME, connection.stream.close(None)).await;
        end
    }

    async fn take(&self, link: LinkId, message: Option<Result<Message, Error>>) -> ControlFlow<End> {
        let lost = |why| ControlFlow::Break(End::Lost(why));
        let bytes = match message {
            None => return lost(Loss::Closed),
            Some(Err(error)) => return lost(explain(&error)),
            Some(Ok(Message::Text(text))) => text.as_bytes().to_vec(),
            Some(Ok(Message::Binary(bytes))) => bytes.to_vec(),
            Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {
                return self.report(link, LinkEvent::Alive).await;
            }
            Some(Ok(Message::Close(Some(close)))) if u16::from(close.code) == CLOSE_REMOVED => {
                return lost(Loss::Removed);
            }
            Some(Ok(Message::Close(Some(close)))) if !close.reason.is_empty() => {
                return lost(Loss::ClosedFor(SafeText::from(&*close.reason)));
            }
            Some(Ok(Message::Close(_))) => return lost(Loss::Closed),
        };
        self.report(link, LinkEvent::Received(bytes)).await
    }

    async fn report(&self, link: LinkId, event: LinkEvent) -> ControlFlow<End> {
        match self.events.send((link, event)).await {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(End::Stop),
        }
    }
}

async fn carry_out(connection: &mut Connection, link: LinkId, order: Option<LinkOrder>) -> ControlFlow<End> {
    match order {
        None => ControlFlow::Break(End::Stop),
        Some(LinkOrder::Open { link, address }) => ControlFlow::Break(End::Open(link, address)),
        Some(LinkOrder::Close { link: meant }) if meant == link => ControlFlow::Break(End::Close),
        Some(LinkOrder::Send { link: meant, bytes }) if meant == link => {
            match write(connection, bytes).await {
                Ok(()) => ControlFlow::Continue(()),
                Err(why) => ControlFlow::Break(End::Lost(why)),
            }
        }
        // The order is for an earlier connection.
        Some(LinkOrder::Send { .. } | LinkOrder::Close { .. }) => ControlFlow::Continue(()),
    }
}

async fn write(connection: &mut Connection, bytes: Vec<u8>) -> Result<(), Loss> {
    let message = match connection.codec {
        Codec::Bincode => Message::Binary(bytes.into()),
        Codec::Json => {
            let text = Utf8Bytes::try_from(bytes).expect("invariant: JSON is UTF-8");
            Message::Text(text)
        }
    };
    match timeout(SEND_TIME, connection.stream.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(explain(&error)),
        Err(_) => Err(Loss::Stuck),
    }
}

fn explain(error: &Error) -> Loss {
    match error {
        Error::ConnectionClosed | Error::AlreadyClosed => Loss::Closed,
        Error::Io(error) => Loss::Broken(error.to_string().into()),
        Error::Protocol(_) => Loss::BrokenOff,
        other => Loss::Broken(other.to_string().into()),
    }
}
