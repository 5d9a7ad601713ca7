//! The settings of a node, and its way to the brokers.

use std::{fmt, path::PathBuf, sync::Arc};

use serde::Deserialize;
use thiserror::Error;

use super::{Broker, LeaseError, NodeName, PublicAddress};

/// The brokers, on the command line.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct BrokerArgs {
    /// Addresses of the brokers (NATS with JetStream) that all servers of a cluster share, such as
    /// nats://10.0.0.1:4222; tls:// encrypts
    #[arg(long = "cluster", env = "TENGEN_CLUSTER", value_name = "URL", value_delimiter = ',')]
    pub urls: Vec<String>,
    /// File with credentials for the brokers, as nsc writes it
    #[arg(long, env = "TENGEN_CLUSTER_CREDENTIALS", value_name = "FILE", requires = "urls")]
    pub cluster_credentials: Option<PathBuf>,
    /// File with certificates of authorities that the brokers' certificates may come from, besides those of the system
    #[arg(long, env = "TENGEN_CLUSTER_AUTHORITY", value_name = "FILE", requires = "urls")]
    pub cluster_authority: Option<PathBuf>,
}

/// The options of a node on the command line.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Options for one of several servers")]
pub struct ClusterArgs {
    #[command(flatten)]
    pub brokers: BrokerArgs,
    /// Name of this server in the cluster [default: the machine's name]
    #[arg(long, env = "TENGEN_NODE", value_name = "NAME", requires = "urls")]
    pub node: Option<NodeName>,
    /// Address under which players reach this server, as the servers tell it to players whose own server is gone; a port
    /// is part of it [default: this machine's address on the network]
    #[arg(long, env = "TENGEN_ADDRESS", value_name = "HOST:PORT", requires = "urls")]
    pub address: Option<PublicAddress>,
}

/// The same options in the configuration file.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ClusterFile {
    urls: Vec<String>,
    node: Option<NodeName>,
    address: Option<PublicAddress>,
    credentials: Option<PathBuf>,
    authority: Option<PathBuf>,
}

/// How to reach NATS.
#[derive(Clone, Debug, Default)]
pub struct NatsOptions {
    /// Addresses such as `nats://a:4222`, or `tls://a:4222`, with a user name and password if needed.
    pub urls: Vec<String>,
    /// A file with credentials, as the tool `nsc` writes it.
    pub credentials: Option<PathBuf>,
    /// A file with the certificates of authorities to trust, besides those of the system.
    pub authority: Option<PathBuf>,
}

/// The settings of one of several servers.
#[derive(Clone, Debug)]
pub struct ClusterConfig {
    pub node: NodeName,
    /// Where players reach this node; `None` for the address that it listens on.
    pub address: Option<PublicAddress>,
    pub broker: BrokerConfig,
}

/// The broker that the servers share.
#[derive(Clone)]
pub enum BrokerConfig {
    Nats(NatsOptions),
    /// One that is there already. For tests.
    Given(Arc<dyn Broker>),
}

impl fmt::Debug for BrokerConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nats(_) => "Nats",
            Self::Given(_) => "Given",
        })
    }
}

/// Why a server cannot be part of a cluster.
#[derive(Debug, Error)]
pub enum ClusterError {
    #[error(
        "this program was built without clusters: build it with cargo build --release -p tengen-server --features cluster"
    )]
    NotBuilt,
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Nats(#[from] super::NatsError),
    #[error(
        "the brokers do not accept this server's lease: do most of them run, and can they reach one another?"
    )]
    NoLease,
    #[error(transparent)]
    Lease(#[from] LeaseError),
}

impl BrokerArgs {
    /// Merges the options with the configuration file; `None` if there is no cluster.
    pub(crate) fn settle(self, file: &ClusterFile) -> Option<BrokerConfig> {
        let urls = if self.urls.is_empty() { file.urls.clone() } else { self.urls };
        (!urls.is_empty()).then(|| {
            BrokerConfig::Nats(NatsOptions {
                urls,
                credentials: self.cluster_credentials.or(file.credentials.clone()),
                authority: self.cluster_authority.or(file.authority.clone()),
            })
        })
    }
}

impl ClusterArgs {
    /// Merges the options with the configuration file. Returns nothing if the server is alone.
    pub(crate) fn settle(self, file: ClusterFile) -> Option<ClusterConfig> {
        let broker = self.brokers.settle(&file)?;
        let machine = || NodeName::of_machine(&gethostname::gethostname().to_string_lossy());
        Some(ClusterConfig {
            node: self.node.or(file.node).unwrap_or_else(machine),
            address: self.address.or(file.address),
            broker,
        })
    }
}

impl BrokerConfig {
    /// Connects to the broker. It calls the connection by `name`.
    ///
    /// # Errors
    /// Returns an error if it cannot be used.
    #[cfg_attr(
        not(feature = "cluster"),
        expect(clippy::unused_async, reason = "it waits with the feature cluster")
    )]
    pub(crate) async fn connect(&self, name: &NodeName) -> Result<Arc<dyn Broker>, ClusterError> {
        match self {
            Self::Given(broker) => Ok(broker.clone()),
            #[cfg(feature = "cluster")]
            Self::Nats(options) => Ok(Arc::new(super::NatsBroker::reach(options, name).await?)),
            #[cfg(not(feature = "cluster"))]
            Self::Nats(_) => {
                let _ = name;
                Err(ClusterError::NotBuilt)
            }
        }
    }
}
