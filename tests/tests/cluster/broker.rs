//! NATS behaves like the broker in memory, on which all other tests rely.

use tengen_server::cluster::{NatsBroker, NatsOptions};
use tengen_tests::{broker_behaviour::behaves, poll_for};

#[tokio::test]
async fn three_brokers_behave_like_the_one_in_memory() {
    let brokers = super::brokers();
    let urls = brokers.urls().split(',').map(str::to_owned).collect();
    let options = NatsOptions { urls, ..NatsOptions::default() };
    let name = "club-1".parse().unwrap();
    let broker = poll_for("the brokers", async || {
        let connected = NatsBroker::connect(&options, &name).await;
        connected.inspect_err(|error| eprintln!("{error}")).ok()
    })
    .await;
    behaves(&broker).await;
}
