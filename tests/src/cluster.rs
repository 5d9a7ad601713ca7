//! Servers that form a cluster in the test's process, over a broker in memory.

use std::sync::Arc;

use tengen_server::{
    Config,
    cluster::{BrokerConfig, ClusterConfig, MemoryBroker},
};

use crate::{TestServer, test_config};

/// A broker, and the servers that share it.
pub struct TestCluster {
    pub broker: MemoryBroker,
    pub nodes: Vec<TestServer>,
}

impl TestCluster {
    /// Starts so many nodes, called `node-0` and so on.
    pub async fn start(count: usize) -> Self {
        let mut cluster = Self { broker: MemoryBroker::default(), nodes: Vec::new() };
        for number in 0..count {
            let node = cluster.start_node(&format!("node-{number}")).await;
            cluster.nodes.push(node);
        }
        cluster
    }

    /// Starts one more node.
    ///
    /// # Panics
    /// Panics if it cannot start.
    pub async fn start_node(&self, name: &str) -> TestServer {
        let cluster = ClusterConfig {
            node: name.parse().expect("a name"),
            address: None,
            broker: BrokerConfig::Given(Arc::new(self.broker.clone())),
        };
        TestServer::start(Config { cluster: Some(cluster), ..test_config() }).await
    }
}
