//! Chat: two channels that never mix, the rules for a line, and the lines that a room keeps.

use std::path::Path;

use rusqlite::Connection;
use tengen_shared::{
    game::{
        Channel, Command, Event, MAX_CHAT_CHARS, MAX_CHAT_LINES, RejectCode, RoomCode, SNAPSHOT_CHAT_LINES,
        Said, Seat, Seq, Stamped,
    },
    protocol::{Cmd, Codec, Request, SeenRoom, ServerMessage},
    rules::Variant,
};
use tengen_tests::{Peer, TestServer, person_room, place_all, settings};
use tokio_tungstenite::tungstenite::Message;

/// The number of lines that a player may write at once under the default limits.
const MAX_CHAT_BURST: usize = 5;

/// Ann and Bo, who play, and Cy and Di, who watch.
async fn company(server: &TestServer) -> ([Peer; 4], RoomCode) {
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let mut di = Peer::connect(server.addr, "Di", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::GOMOKU15).await;
    cy.watch(&code).await.unwrap();
    di.watch(&code).await.unwrap();
    ([ann, bo, cy, di], code)
}

fn texts(lines: &[Said]) -> Vec<&str> {
    lines.iter().map(|said| said.line.text.as_str()).collect()
}

fn heard<'a>(peer: &'a Peer, code: &RoomCode) -> Vec<&'a str> {
    texts(peer.room(code).chat())
}

/// Waits until `peer` has seen every event that `other` has.
async fn level(peer: &mut Peer, other: &Peer, code: &RoomCode) {
    let seq = other.room(code).seq();
    peer.wait_room(code, "the latest events", |room| room.seq() >= seq).await;
}

#[tokio::test]
async fn players_and_spectators_hear_only_their_own() {
    let server = TestServer::memory().await;
    let ([mut ann, mut bo, mut cy, mut di], code) = company(&server).await;
    let said = ann.say(&code, "good luck").await.unwrap();
    let Event::Said { line } = &said.events[0].event else { panic!("{said:?}") };
    assert_eq!((line.channel, line.player, line.name.as_str()), (Channel::Players, ann.player, "Ann"));
    let said = cy.say(&code, "Bo will win").await.unwrap();
    let Event::Said { line } = &said.events[0].event else { panic!("{said:?}") };
    assert_eq!((line.channel, line.player), (Channel::Spectators, cy.player));
    for peer in [&mut ann, &mut bo, &mut di] {
        level(peer, &cy, &code).await;
    }
    assert_eq!((heard(&ann, &code), heard(&bo, &code)), (vec!["good luck"], vec!["good luck"]));
    assert_eq!((heard(&cy, &code), heard(&di, &code)), (vec!["Bo will win"], vec!["Bo will win"]));
    // No message that came by itself contains the other channel's line.
    for (peer, secret) in
        [(&ann, "Bo will win"), (&bo, "Bo will win"), (&cy, "good luck"), (&di, "good luck")]
    {
        let events: Vec<Stamped> = peer.unread_events(&code);
        assert!(!format!("{events:?}").contains(secret), "{events:?}");
        assert!(events.iter().any(|stamped| stamped.event == Event::Hidden {}), "{events:?}");
    }
    // Nor does a snapshot, a page of older lines, or a resumed connection.
    for (peer, own) in [(ann, "good luck"), (bo, "good luck"), (cy, "Bo will win"), (di, "Bo will win")] {
        let fresh = peer.me.new_run();
        let mut back = Peer::open(server.addr, fresh).await;
        back.hello_with(vec![SeenRoom { room: code.clone(), seq: Seq(0) }]).await;
        back.wait_room(&code, "a snapshot", |_| true).await;
        assert_eq!(heard(&back, &code), [own]);
        assert_eq!(texts(&back.list_chat(&code, Seq(u32::MAX)).await.unwrap()), [own]);
        let mut resumed = peer.reconnect(server.addr).await;
        resumed.ask(Some(&code), Request::Snapshot {}).await.unwrap();
        assert_eq!(heard(&resumed, &code), [own]);
    }
}

#[tokio::test]
async fn what_was_missed_is_told_on_ones_own_channel_only() {
    let server = TestServer::memory().await;
    let ([mut ann, mut bo, cy, di], code) = company(&server).await;
    let (cy, di, mut ed) = (cy.vanish(), di.vanish(), Peer::connect(server.addr, "Ed", Codec::Json).await);
    ed.watch(&code).await.unwrap();
    ann.say(&code, "they are gone").await.unwrap();
    ed.say(&code, "where are you?").await.unwrap();
    level(&mut bo, &ed, &code).await;
    for gone in [cy, di] {
        let mut back = gone.reconnect(server.addr).await;
        level(&mut back, &ed, &code).await;
        assert_eq!(heard(&back, &code), ["where are you?"]);
        assert_eq!(back.snapshots.get(&code), None, "only what was missed");
    }
}

#[tokio::test]
async fn whoever_has_missed_more_talk_than_fits_into_a_frame_gets_a_snapshot() {
    let server = TestServer::memory().await;
    let ([_ann, _bo, cy, di], code) = company(&server).await;
    let (cy, di) = (cy.vanish(), di.vanish());
    // Four bytes for each character, in both codecs.
    let wide = "\u{20bb7}".repeat(MAX_CHAT_CHARS);
    for n in 0..20 {
        let mut talker = Peer::connect(server.addr, &format!("Talker {n}"), Codec::Bincode).await;
        talker.watch(&code).await.unwrap();
        for _ in 0..MAX_CHAT_BURST {
            talker.say(&code, &wide).await.unwrap();
        }
    }
    for gone in [cy, di] {
        let mut back = gone.reconnect(server.addr).await;
        back.wait_room(&code, "the talk", |room| !room.chat().is_empty()).await;
        assert_eq!(heard(&back, &code), [wide.as_str(); SNAPSHOT_CHAT_LINES]);
        assert_eq!(back.snapshots.get(&code), Some(&1));
    }
}

#[tokio::test]
async fn talk_needs_a_place_in_the_room_and_a_stood_up_player_talks_with_the_spectators() {
    let server = TestServer::memory().await;
    let ([mut ann, mut bo, mut cy, _di], code) = company(&server).await;
    let mut eve = Peer::connect(server.addr, "Eve", Codec::Json).await;
    let say = Cmd::Room(Command::Say { text: "hello".parse().unwrap() });
    assert_eq!(eve.ask(Some(&code), say).await.unwrap_err().code, RejectCode::NotInRoom);
    assert_eq!(eve.list_chat(&code, Seq(u32::MAX)).await.unwrap_err().code, RejectCode::NotInRoom);
    bo.say(&code, "I give up").await.unwrap();
    bo.resign(&code).await.unwrap();
    bo.ask(Some(&code), Command::Stand { seat: Seat::Two }).await.unwrap();
    bo.say(&code, "now I watch").await.unwrap();
    level(&mut cy, &bo, &code).await;
    level(&mut ann, &bo, &code).await;
    assert_eq!(heard(&cy, &code), ["now I watch"]);
    assert_eq!(heard(&ann, &code), ["I give up"]);
}

#[tokio::test]
async fn nobody_can_flood_a_room_and_others_talk_on() {
    let server = TestServer::memory().await;
    let ([mut ann, mut bo, mut cy, mut di], code) = company(&server).await;
    for n in 0..MAX_CHAT_BURST {
        cy.say(&code, &format!("line {n}")).await.unwrap();
    }
    for _ in 0..20 {
        let refused = cy.say(&code, "and on").await.unwrap_err();
        assert_eq!(refused.code, RejectCode::RateLimited);
        assert!(refused.text.as_str().contains("wait a few seconds"), "{}", refused.text);
    }
    // Another connection is the same player; another player is not.
    let mut second = Peer::connect_as(server.addr, cy.me.new_run()).await;
    second.watch(&code).await.unwrap();
    assert_eq!(second.say(&code, "and on").await.unwrap_err().code, RejectCode::RateLimited);
    di.say(&code, "calm down").await.unwrap();
    ann.say(&code, "my move").await.unwrap();
    place_all(&mut ann, &mut bo, &code, "h8 i9").await;
}

#[tokio::test]
async fn a_line_has_at_most_200_characters_and_something_in_it() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.open_table(settings(Variant::TICTACTOE)).await;
    let wide = "棋".repeat(200);
    ann.say(&code, &wide).await.unwrap();
    assert_eq!(heard(&ann, &code), [wide.as_str()]);
    let long = "x".repeat(201);
    for (n, text) in [long.as_str(), "", "   ", "\\u001b[2J", "\\u200b\\u0007"].into_iter().enumerate() {
        let frame =
            format!(r#"{{"id":["abad1dea",{n}],"room":"{code}","cmd":{{"say":{{"text":"{text}"}}}}}}"#);
        ann.send_raw(Message::text(frame)).await;
        let refused = ann
            .wait("a refusal", |message| match message {
                ServerMessage::Rejected { id: Some(id), code, .. } if id.run().0 == 0xabad_1dea => {
                    Some(*code)
                }
                ServerMessage::Accepted { id, .. } if id.run().0 == 0xabad_1dea => panic!("{message:?}"),
                _ => None,
            })
            .await;
        assert_eq!(refused, RejectCode::BadValue, "{text}");
    }
    assert_eq!(ann.room(&code).chat().len(), 1);
}

#[tokio::test]
async fn escapes_are_gone_before_anybody_sees_them_or_they_are_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let lines = [
        ("\\u001b[31mred\\u001b[0m", "red"),
        ("\\u001b]0;title\\u0007after", "after"),
        ("a\\u202eb\\u0000c\\u009b31md", "abcd"),
        ("two\\nlines\\tand a tab", "two lines and a tab"),
    ];
    for (n, (sent, _)) in lines.iter().enumerate() {
        let frame =
            format!(r#"{{"id":["abad1dea",{n}],"room":"{code}","cmd":{{"say":{{"text":"{sent}"}}}}}}"#);
        ann.send_raw(Message::text(frame)).await;
    }
    bo.wait_room(&code, "all lines", |room| room.chat().len() == lines.len()).await;
    assert_eq!(heard(&bo, &code), lines.map(|(_, seen)| seen));
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let mut bo = bo.reconnect(server.addr).await;
    bo.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert_eq!(heard(&bo, &code), lines.map(|(_, seen)| seen));
}

/// Returns the number of records that the journal has of a room.
fn records(folder: &Path, code: &RoomCode) -> u32 {
    let database = Connection::open(folder.join("tengen.db")).unwrap();
    let count = "SELECT count(*) FROM records WHERE room = ?1";
    database.query_row(count, [code.as_str()], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn after_a_thousand_lines_the_last_are_kept_and_come_in_pages() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.open_table(settings(Variant::TICTACTOE)).await;
    ann.say(&code, "the host's line").await.unwrap();
    // One player may write only a little, so many people come and go.
    let mut said = 0;
    while said < 1_000 {
        let mut talker = Peer::connect(server.addr, "Talker", Codec::Bincode).await;
        talker.watch(&code).await.unwrap();
        for _ in 0..MAX_CHAT_BURST {
            said += 1;
            talker.say(&code, &format!("line {said}")).await.unwrap();
        }
    }
    let rows = records(folder.path(), &code);
    assert!(rows < 300, "checkpoints take records' place: {rows}");
    let mut di = Peer::connect(server.addr, "Di", Codec::Json).await;
    di.watch(&code).await.unwrap();
    assert_eq!(heard(&di, &code).len(), SNAPSHOT_CHAT_LINES);
    assert_eq!(heard(&di, &code).last(), Some(&"line 1000"));
    let (mut all, mut before) = (Vec::new(), Seq(u32::MAX));
    loop {
        let page = di.list_chat(&code, before).await.unwrap();
        let Some(first) = page.first() else { break };
        assert!(page.len() <= 2 * SNAPSHOT_CHAT_LINES && page.is_sorted_by_key(|said| said.seq));
        assert!(page.iter().all(|said| said.seq < before));
        before = first.seq;
        all.splice(0..0, page);
    }
    let kept = MAX_CHAT_LINES / 2;
    let last: Vec<String> = (1_001 - kept..=1_000).map(|n| format!("line {n}")).collect();
    assert_eq!(texts(&all), last);
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    assert_eq!(heard(&ann, &code), ["the host's line"], "nobody can push it out from the other channel");
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let mut di = di.reconnect(server.addr).await;
    let page = di.list_chat(&code, Seq(u32::MAX)).await.unwrap();
    assert_eq!(texts(&page), &last[kept - 2 * SNAPSHOT_CHAT_LINES..]);
}

#[tokio::test]
async fn however_many_spectators_talk_the_rule_holds_and_players_are_not_kept_waiting() {
    let server = TestServer::limited(|limits| {
        limits.spectators_talk = tengen_server::config::Rate { per_minute: 1, burst: 20 };
    })
    .await;
    let ([mut ann, mut bo, ..], code) = company(&server).await;
    let mut crowd = Vec::new();
    for n in 0..30 {
        let mut talker = Peer::connect(server.addr, &format!("Talker {n}"), Codec::Json).await;
        talker.watch(&code).await.unwrap();
        crowd.push(talker);
    }
    let (mut said, mut refused) = (0, 0);
    for talker in &mut crowd {
        for _ in 0..MAX_CHAT_BURST + 1 {
            match talker.say(&code, "well, well").await {
                Ok(_) => said += 1,
                Err(refusal) => {
                    assert_eq!(refusal.code, RejectCode::RateLimited);
                    refused += 1;
                }
            }
        }
    }
    // The limit may have allowed a few more in the meantime.
    assert!((20..=22).contains(&said) && said + refused == 30 * 6, "{said} lines, {refused} refused");
    ann.say(&code, "quiet, please").await.unwrap();
    place_all(&mut ann, &mut bo, &code, "h8 i9").await;
}
