//! What the command line tells an attack.

use std::{net::SocketAddr, path::PathBuf};

use tengen_shared::game::RoomCode;

use super::Kind;

/// What `attack` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AttackArgs {
    /// Attack to be run; may be given several times [default: all]
    #[arg(long, value_enum, value_name = "KIND")]
    pub(crate) only: Vec<Kind>,
    /// Seconds that each attack lasts
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=25))]
    pub(crate) seconds: u64,
    /// The server's program [default: tengen-server beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
}

/// What the attacker's process is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AttackerArgs {
    /// What to do to the server
    #[arg(value_enum)]
    pub(crate) kind: Kind,
    /// Where the server listens
    pub(crate) address: SocketAddr,
    /// The room of the pair
    pub(crate) room: RoomCode,
    /// Seconds that it lasts
    #[arg(long)]
    pub(crate) seconds: u64,
}
