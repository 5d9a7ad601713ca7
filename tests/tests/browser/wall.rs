//! The wall of running games.

use tengen_shared::{protocol::Codec, rules::Variant};
use tengen_tests::{
    Peer, TestServer,
    browser::{Device, Driver},
    person_room, poll_until,
};

/// How many boards the page shows, and whether it fits into the window without scroll bars.
const LOOK: &str = "const page = document.documentElement;
    return [document.querySelectorAll('.picture').length,
            page.scrollHeight <= innerHeight && page.scrollWidth <= innerWidth
            && [...document.querySelectorAll('.picture')].every(board => {
                const { top, left, bottom, right, width } = board.getBoundingClientRect();
                return width > 0 && top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
            })]";

#[tokio::test]
async fn sixteen_games_fit_on_one_screen_and_go_on_there() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let wall = driver.user(Device::Desktop).await;
    wall.open(server.addr, "/tv").await;
    wall.sees("No public game").await;
    let mut people = Vec::new();
    for number in 1..=16 {
        let mut ann = Peer::connect(server.addr, &format!("Ann {number}"), Codec::Json).await;
        let mut bo = Peer::connect(server.addr, &format!("Bo {number}"), Codec::Json).await;
        let variant = if number % 2 == 0 { Variant::GOMOKU19 } else { Variant::TICTACTOE };
        let code = person_room(&mut ann, &mut bo, variant).await;
        ann.place(&code, "b2").await.unwrap();
        people.push((ann, bo, code));
        if [1, 2, 3, 5, 10, 16].contains(&number) {
            let fits = serde_json::json!([number, true]);
            poll_until("the boards", async || wall.evaluate(LOOK).await == fits).await;
        }
    }
    let stones = "return document.querySelectorAll('.stone').length";
    poll_until("a stone on each board", async || wall.evaluate(stones).await == 16).await;
    let (ann, bo, code) = people.first_mut().unwrap();
    bo.wait_room(code, "the stone", |room| room.game().is_some_and(|game| game.ply() == 1)).await;
    bo.place(code, "a1").await.unwrap();
    poll_until("one stone more", async || wall.evaluate(stones).await == 17).await;
    ann.resign(code).await.unwrap();
    poll_until("the end", async || {
        wall.evaluate("return !!document.querySelector('.side.won')").await == true
    })
    .await;
    wall.close().await;
}
