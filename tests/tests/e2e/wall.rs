//! The wall: what those who watch all running games are told.

use tengen_shared::{
    game::{Room, RoomCode, Seat, SeatPlan, Settings, SpectatorRule},
    protocol::{Codec, MAX_WALL, Request, ServerMessage, WallGame, WallUpdate},
    rules::Variant,
};
use tengen_tests::{Page, Peer, TestCluster, TestServer, person_room, settings};

/// Applies changes of the wall until `wanted` is true for it.
async fn wait_wall(peer: &mut Peer, wall: &mut Vec<WallGame>, wanted: impl Fn(&[WallGame]) -> bool) {
    while !wanted(wall) {
        let update = peer.wait("news of the wall", |message| match message {
            ServerMessage::Wall { update } => Some(update.clone()),
            _ => None,
        });
        let (gone, games, moves) = match update.await {
            WallUpdate::Full { games } => {
                wall.clear();
                (Vec::new(), games, Vec::new())
            }
            WallUpdate::Changes { gone, games, moves } => (gone, games, moves),
        };
        wall.retain(|old| !gone.contains(&old.room) && games.iter().all(|new| new.room != old.room));
        wall.extend(games);
        for next in moves {
            let game = wall.iter_mut().find(|game| game.room == next.room).expect("a known game");
            assert!(game.play(&next), "{next:?} is not the next move of {game:?}");
        }
    }
}

fn of<'a>(wall: &'a [WallGame], code: &RoomCode) -> Option<&'a WallGame> {
    wall.iter().find(|game| game.room == *code)
}

#[tokio::test]
async fn the_wall_shows_games_that_began_before_and_after_with_every_move_and_the_end() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let early = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    ann.place(&early, "b2").await.unwrap();
    for codec in [Codec::Json, Codec::Bincode] {
        let (mut cy, mut wall) = (Peer::connect(server.addr, "Cy", codec).await, Vec::new());
        cy.ask(None, Request::WatchWall {}).await.unwrap();
        wait_wall(&mut cy, &mut wall, |wall| of(wall, &early).is_some_and(|game| game.moves.len() == 1))
            .await;
    }
    let (mut cy, mut wall) = (Peer::connect(server.addr, "Cy", Codec::Json).await, Vec::new());
    cy.ask(None, Request::WatchWall {}).await.unwrap();
    let late = person_room(&mut ann, &mut bo, Variant::GOMOKU15).await;
    ann.place(&late, "h8").await.unwrap();
    bo.wait_room(&late, "the move", |room| room.turn() == Some(Seat::Two)).await;
    bo.place(&late, "h9").await.unwrap();
    wait_wall(&mut cy, &mut wall, |wall| {
        of(wall, &early).is_some() && of(wall, &late).is_some_and(|game| game.moves.len() == 2)
    })
    .await;
    assert_eq!(of(&wall, &late).unwrap().black, of(&wall, &late).unwrap().turn);
    ann.resign(&late).await.unwrap();
    wait_wall(&mut cy, &mut wall, |wall| of(wall, &late).is_some_and(|game| game.end.is_some())).await;
    assert_eq!(of(&wall, &late).unwrap().wins.iter().map(|(_, wins)| *wins).sum::<u32>(), 1);
    // Nobody is told any more once they have said so.
    cy.ask(None, Request::UnwatchWall {}).await.unwrap();
    cy.clear();
    bo.wait_room(&early, "the move", |room| room.turn() == Some(Seat::Two)).await;
    bo.place(&early, "a1").await.unwrap();
    bo.wait_room(&late, "the end", |room| !room.is_playing()).await;
    cy.server_time().await;
    assert!(!cy.unread().iter().any(|message| matches!(message, ServerMessage::Wall { .. })));
}

#[tokio::test]
async fn games_that_strangers_may_not_see_are_not_on_the_wall() {
    let server = TestServer::memory().await;
    let (mut cy, mut wall) = (Peer::connect(server.addr, "Cy", Codec::Json).await, Vec::new());
    cy.ask(None, Request::WatchWall {}).await.unwrap();
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let two = [SeatPlan::Me {}, SeatPlan::Guest { name: "Two".parse().unwrap() }];
    let secret = |spectators| Settings { spectators, ..settings(Variant::TICTACTOE) };
    for spectators in [SpectatorRule::Never, SpectatorRule::ByConsent, SpectatorRule::Allowed] {
        let code = ann.create(secret(spectators), two.clone()).await;
        ann.place(&code, "b2").await.unwrap();
    }
    wait_wall(&mut cy, &mut wall, |wall| wall.iter().any(|game| game.moves.len() == 1)).await;
    assert_eq!(wall.len(), 1, "{wall:?}");
}

#[tokio::test]
async fn sixteen_games_are_on_the_wall_and_the_page_shows_them() {
    let server = TestServer::memory().await;
    let mut wall = Page::open(server.addr, "/tv", None);
    wall.sees("No public game").await;
    let mut rooms = Vec::new();
    let mut people = Vec::new();
    for number in 0..=MAX_WALL {
        let mut ann = Peer::connect(server.addr, &format!("Ann {number}"), Codec::Json).await;
        let mut bo = Peer::connect(server.addr, &format!("Bo {number}"), Codec::Json).await;
        let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
        ann.place(&code, "b2").await.unwrap();
        rooms.push(code);
        people.push((ann, bo));
    }
    wall.sees("Bo 15").await;
    let shown = wall.tree().inner_text();
    assert!(shown.contains("Ann 0") && !shown.contains("Bo 16"), "the first 16 have the places: {shown}");
    // A game whose people have gone makes place for another one.
    drop(people.remove(0));
    wall.sees("Bo 16").await;
}

#[tokio::test]
async fn the_wall_of_a_node_shows_the_games_of_all_nodes() {
    let mut cluster = TestCluster::start(2).await;
    let (here, there) = (cluster.nodes[0].addr, cluster.nodes[1].addr);
    let mut ann = Peer::connect(there, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(there, "Bo", Codec::Json).await;
    let early = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let (mut cy, mut wall) = (Peer::connect(here, "Cy", Codec::Bincode).await, Vec::new());
    cy.ask(None, Request::WatchWall {}).await.unwrap();
    wait_wall(&mut cy, &mut wall, |wall| of(wall, &early).is_some()).await;
    // And one that has its room here.
    let mut di = Peer::connect(here, "Di", Codec::Json).await;
    let own = person_room(&mut di, &mut bo, Variant::TICTACTOE).await;
    ann.place(&early, "b2").await.unwrap();
    wait_wall(&mut cy, &mut wall, |wall| {
        of(wall, &own).is_some() && of(wall, &early).is_some_and(|game| game.moves.len() == 1)
    })
    .await;
    ann.resign(&early).await.unwrap();
    wait_wall(&mut cy, &mut wall, |wall| of(wall, &early).is_some_and(|game| game.end.is_some())).await;
    // The other way round, and when a node goes.
    let (mut ed, mut other) = (Peer::connect(there, "Ed", Codec::Json).await, Vec::new());
    ed.ask(None, Request::WatchWall {}).await.unwrap();
    wait_wall(&mut ed, &mut other, |wall| of(wall, &own).is_some()).await;
    let late = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    wait_wall(&mut cy, &mut wall, |wall| of(wall, &late).is_some()).await;
    drop(ed);
    cluster.nodes.remove(1).stopped().await;
    // The room goes on here.
    let (mut ann, mut bo) = (ann.reconnect(here).await, bo.reconnect(here).await);
    bo.wait_room(&late, "the room", Room::is_playing).await;
    ann.place(&late, "b2").await.unwrap();
    wait_wall(&mut cy, &mut wall, |wall| {
        let games = wall.iter().filter(|game| game.room == late);
        games.map(|game| game.moves.len()).eq([1])
    })
    .await;
}
