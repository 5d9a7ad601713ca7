//! A client's session survives any messages of a server, known or not, in any order.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tengen_session::{
    Effect, Session, Visitor,
    link::{Address, LinkEvent, LinkOrder},
};
use tengen_shared::{
    game::{PlayerId, RunId},
    protocol::{
        Challenge, Cmd, Codec, Frame, HexBytes, Limits, Nonce, Request, SecretKey, ServerId, ServerMessage,
    },
};

fuzz_target!(|bytes: &[u8]| {
    let mut session = Session::new(RunId(1));
    session.dial(Address::default());
    let link = session.id();
    session.on_link(link, LinkEvent::Opened(Codec::Bincode));
    let hear = |session: &mut Session, message: &ServerMessage| {
        let frame = Codec::Bincode.encode_server(message);
        session.on_link(link, LinkEvent::Received(frame.to_vec()));
    };
    let limits = Limits {
        frame_bytes: 4_096,
        rooms: 16,
        commands_per_second: 20,
        command_burst: 60,
        heartbeat_ms: 10_000,
    };
    let server = ServerId(7);
    let house = SecretKey::from_bytes([5; 32]);
    let challenge = Challenge { public_key: house.public(), nonce: Nonce(HexBytes([3; 16])) };
    hear(
        &mut session,
        &ServerMessage::Server {
            id: server,
            version: "0.1.0".into(),
            limits,
            identity: Some(challenge),
            addresses: vec!["[::1]:1".into()],
        },
    );
    let name = "Ann".parse().expect("a name");
    session.hello(server, Visitor::new(name, SecretKey::from_bytes([9; 32])));
    let hello = session.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Link(LinkOrder::Send { bytes, .. }) => Codec::Bincode.decode_client(&bytes).ok(),
        _ => None,
    });
    let Frame { id, cmd: Cmd::Request(Request::Hello { proof: Some(proof), .. }), .. } =
        hello.expect("the session says hello")
    else {
        panic!("it proves its key")
    };
    let signature = Some(proof.meeting(challenge).sign_as_server(&house));
    let (player, name) = (PlayerId(1), "Ann".parse().expect("a name"));
    hear(&mut session, &ServerMessage::Welcome { id, player, key: None, name, now: 1_000, signature });
    assert!(session.link().is_online());
    session.follow(&"amber-fox-42".parse().expect("a code"));
    session.want_list(true);
    // Each message has its length before it.
    let mut rest = bytes;
    while let Some((&length, after)) = rest.split_first() {
        let (message, after) = after.split_at(usize::from(length).min(after.len()));
        session.on_link(link, LinkEvent::Received(message.to_vec()));
        let _ = session.take_effects();
        rest = after;
    }
});
