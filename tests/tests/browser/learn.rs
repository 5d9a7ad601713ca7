//! The lessons, which are a program of their own.

use tengen_tests::{
    TestServer,
    browser::{Device, Driver},
    poll_until,
};

#[tokio::test]
async fn a_lesson_is_opened_played_and_walked_through() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let ann = driver.user(Device::Phone).await;
    ann.open(server.addr, "/").await;
    ann.click("Learn").await;
    ann.click("Depth as difficulty").await;
    ann.sees("the computer wins").await;
    assert_eq!(ann.path().await, "/learn/001");
    ann.click("Empty board").await;
    ann.point("b2").await;
    poll_until("the program's stone", async || ann.stones().await.len() == 2).await;
    ann.sees("static value").await;
    ann.click("Go through this search").await;
    ann.sees("Nodes: 0 of").await;
    ann.back().await;
    // The lesson is as it was left.
    poll_until("the game", async || ann.stones().await.len() == 2).await;
    ann.back().await;
    ann.sees("Greedy play by line scores").await;
    ann.click("‹").await;
    ann.sees("Your name").await;
    ann.close().await;
}

#[tokio::test]
async fn the_board_of_the_analysis_is_searched_in_a_tab_of_its_own() {
    let (driver, server) = (Driver::start().await, TestServer::memory().await);
    let ann = driver.user(Device::Desktop).await;
    ann.open(server.addr, "/board").await;
    ann.replace("Moves", "h8 i9 h9").await;
    ann.click("Show").await;
    ann.sees("Move 3 of 3").await;
    let link = "return [...document.querySelectorAll('a')].find(a => a.href.includes('/search')).getAttribute('href')";
    let link = ann.evaluate(link).await;
    let link = link.as_str().expect("an address");
    assert_eq!(link, "/search?board=gomoku15&moves=h8i9h9");
    ann.open(server.addr, link).await;
    ann.sees("Nodes: 0 of").await;
    // The search that is asked for stays in the address.
    ann.click("Alpha-beta cuts").await;
    ann.sees("Nodes: 0 of").await;
    let query = ann.evaluate("return location.search").await;
    assert!(query.as_str().is_some_and(|query| query.ends_with("cuts=off")), "{query}");
    ann.close().await;
}
