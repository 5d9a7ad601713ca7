//! Servers that form a cluster in the test's process, over a broker in memory.

use std::sync::Arc;

use tengen_server::{
    Config,
    cluster::{BrokerConfig, ClusterConfig, MemoryBroker},
    config::Limits,
};

use crate::{TestServer, test_config, test_limits};

/// A broker, and the servers that share it.
pub struct TestCluster {
    pub broker: MemoryBroker,
    pub nodes: Vec<TestServer>,
    /// Of the nodes that start from now on.
    pub limits: Limits,
}

impl Default for TestCluster {
    /// Creates a cluster without nodes.
    fn default() -> Self {
        Self { broker: MemoryBroker::default(), nodes: Vec::new(), limits: test_limits() }
    }
}

impl TestCluster {
    /// Starts so many nodes, called `node-0` and so on.
    pub async fn start(count: usize) -> Self {
        let mut cluster = Self::default();
        cluster.start_more(count).await;
        cluster
    }

    /// Starts so many more nodes.
    pub async fn start_more(&mut self, count: usize) {
        for _ in 0..count {
            let node = self.start_node(&format!("node-{}", self.nodes.len())).await;
            self.nodes.push(node);
        }
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
        let limits = self.limits.clone();
        TestServer::start(Config { cluster: Some(cluster), limits, ..test_config() }).await
    }
}
