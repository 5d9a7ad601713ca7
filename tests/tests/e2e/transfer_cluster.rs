//! Export and import between a single server and a cluster.

use std::sync::Arc;

use tengen_server::transfer::{self, Identity, TransferError, export_cluster, import_cluster};
use tengen_shared::{
    game::{Room, SeatPlan},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Peer, TestCluster, TestServer, person_room, place_all, settings};

async fn exported(cluster: &TestCluster) -> String {
    let mut lines = Vec::new();
    let broker = Arc::new(cluster.broker.clone());
    export_cluster(broker, &mut lines, "the test", Identity::Included).await.unwrap();
    String::from_utf8(lines).unwrap()
}

async fn import(cluster: &TestCluster, lines: &str) -> Result<transfer::Transferred, TransferError> {
    import_cluster(Arc::new(cluster.broker.clone()), lines.as_bytes(), "the test").await
}

#[tokio::test]
async fn a_single_server_becomes_a_cluster_and_the_cluster_a_single_server_again() {
    let folder = tempfile::tempdir().unwrap();
    let [data, copy] = ["data", "copy"].map(|name| folder.path().join(name));
    let server = TestServer::in_folder(&data).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    ann.create(settings(Variant::GOMOKU15), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    // A room with a checkpoint and records after it, and one whose checkpoint covers all of them.
    let room = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let over = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    for room in [&room, &over] {
        place_all(&mut ann, &mut bo, room, "b2 a1 b1 a2 b3").await;
    }
    ann.ready(&room).await.unwrap();
    bo.ready(&room).await.unwrap();
    ann.wait_room(&room, "game two", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &room, "a1 b2 c3").await;
    let seen = ann.room(&room).clone();
    server.stopped().await;
    let mut lines = Vec::new();
    transfer::export(&data, &mut lines, "the test", Identity::Included).unwrap();
    let lines = String::from_utf8(lines).unwrap();

    let mut cluster = TestCluster::default();
    let done = import(&cluster, &lines).await.unwrap();
    assert_eq!((done.players, done.rooms, done.games), (2, 3, 2));
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    // Only commands that led into rooms are in another order.
    assert_eq!(sorted(&exported(&cluster).await), sorted(&lines));
    cluster.start_more(2).await;
    let (old, was) = (ann.server, ann.player);
    let mut ann = Peer::connect_as(cluster.nodes[0].addr, ann.me.new_run()).await;
    let mut bo = Peer::connect_as(cluster.nodes[1].addr, bo.me.new_run()).await;
    assert_eq!((ann.server, ann.player), (old, was), "known again by the key");
    assert_eq!(ann.my_games().await.len(), 2);
    ann.join(&room).await.unwrap();
    bo.join(&room).await.unwrap();
    assert_eq!(ann.room(&room), &seen);
    place_all(&mut ann, &mut bo, &room, "a2").await;
    let seen = ann.room(&room).clone();
    let refused = import(&cluster, &lines).await.unwrap_err();
    assert!(matches!(refused, TransferError::ClusterRuns), "{refused}");
    for node in cluster.nodes.drain(..) {
        node.stopped().await;
    }
    let refused = import(&cluster, &lines).await.unwrap_err();
    assert!(matches!(refused, TransferError::ClusterNotEmpty), "{refused}");

    transfer::import(&copy, exported(&cluster).await.as_bytes(), "the test").unwrap();
    let server = TestServer::in_folder(&copy).await;
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    let mut bo = Peer::connect_as(server.addr, bo.me.new_run()).await;
    assert_eq!((ann.server, ann.player), (old, was));
    ann.join(&room).await.unwrap();
    bo.join(&room).await.unwrap();
    assert_eq!(ann.room(&room), &seen);
    place_all(&mut ann, &mut bo, &room, "b3").await;
}

#[tokio::test]
async fn an_import_that_breaks_off_is_noticed_and_a_bad_file_changes_nothing() {
    let cluster = TestCluster::default();
    let refused = import(&cluster, "{\"kind\":\"player\"}\n").await.unwrap_err();
    assert!(matches!(refused, TransferError::Line { .. }), "{refused}");
    let nothing = export_cluster(Arc::new(cluster.broker.clone()), Vec::new(), "the test", Identity::LeftOut);
    assert!(matches!(nothing.await.unwrap_err(), TransferError::NoCluster));

    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    ann.create(settings(Variant::GOMOKU15), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    server.stopped().await;
    let mut lines = Vec::new();
    transfer::export(folder.path(), &mut lines, "the test", Identity::Included).unwrap();
    let lines = String::from_utf8(lines).unwrap();
    cluster.broker.set_faults(|publish| {
        publish.subject.to_string().contains(".log.").then_some(tengen_server::cluster::Fault::Away)
    });
    import(&cluster, &lines).await.unwrap_err();
    cluster.broker.heal();
    let refused = import(&cluster, &lines).await.unwrap_err();
    assert!(refused.to_string().contains("has not ended"), "{refused}");
}
