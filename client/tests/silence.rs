//! The network task against a server that falls silent.

#![allow(clippy::unwrap_used, clippy::result_large_err)]

use std::net::Ipv4Addr;

use futures_util::SinkExt;
use tengen_client::{
    effect::NetOrder,
    msg::NetEvent,
    net::{self, NetHandle},
    profile::{Home, Profile},
};
use tengen_session::link::{Address, Loss};
use tengen_shared::protocol::{Codec, Limits, ServerId, ServerMessage};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, accept_hdr_async,
    tungstenite::{
        Message,
        handshake::server::{Request, Response},
        http::{HeaderValue, header::SEC_WEBSOCKET_PROTOCOL},
    },
};

/// A server that says who it is and then nothing by itself.
async fn greet(listener: &TcpListener) -> WebSocketStream<TcpStream> {
    let (socket, _) = listener.accept().await.unwrap();
    let choose = |_: &Request, mut response: Response| {
        let json = HeaderValue::from_static(Codec::Json.subprotocol());
        response.headers_mut().insert(SEC_WEBSOCKET_PROTOCOL, json);
        Ok(response)
    };
    let mut stream = accept_hdr_async(socket, choose).await.unwrap();
    let limits = Limits {
        frame_bytes: 65_536,
        rooms: 16,
        commands_per_second: 20,
        command_burst: 40,
        heartbeat_ms: 2_000,
    };
    let hello = ServerMessage::Server { id: ServerId(7), version: "test".into(), limits };
    let text = String::from_utf8(Codec::Json.encode_server(&hello)).unwrap();
    stream.send(Message::text(text)).await.unwrap();
    stream
}

async fn next(net: &mut NetHandle) -> NetEvent {
    net.events.recv().await.unwrap()
}

#[tokio::test]
async fn silence_is_told_and_so_is_its_end() {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let profile = Profile::open(&Home::at(folder.path()), None).unwrap();
    let mut net = net::start(profile.into_keys());
    net.order(NetOrder::Dial(Address::this_machine(listener.local_addr().unwrap().port())));
    assert!(matches!(next(&mut net).await, NetEvent::Dialling));
    let mut server = greet(&listener).await;
    let link = match next(&mut net).await {
        NetEvent::Up { link, .. } => link,
        other => panic!("{other:?}"),
    };
    match next(&mut net).await {
        NetEvent::Silent { link: silent, silence } => {
            assert_eq!(silent, link);
            assert!(silence.as_millis() >= 2_200, "{silence:?} is no longer than usual");
        }
        other => panic!("{other:?}"),
    }
    server.send(Message::Ping(Vec::new().into())).await.unwrap();
    assert!(matches!(next(&mut net).await, NetEvent::Heard { link: heard } if heard == link));
    assert!(matches!(next(&mut net).await, NetEvent::Silent { .. }));
    let last = next(&mut net).await;
    let NetEvent::Down { why, .. } = last else { panic!("{last:?}") };
    assert_eq!(why, Loss::Silent);
    drop(server);
    net.stop().await;
}
