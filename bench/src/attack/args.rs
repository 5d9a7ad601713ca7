//! The options of `attack`.

use std::{net::SocketAddr, path::PathBuf};

use tengen_shared::game::RoomCode;

use super::Kind;

/// The options of `attack`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AttackArgs {
    /// Attack to run; may be given several times [default: all]
    #[arg(long, value_enum, value_name = "KIND")]
    pub(crate) only: Vec<Kind>,
    /// Number of seconds that each attack lasts
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=25))]
    pub(crate) seconds: u64,
    /// Path of the server program [default: tengen-server beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
}

/// The options of the attacker's process.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AttackerArgs {
    /// Attack to run
    #[arg(value_enum)]
    pub(crate) kind: Kind,
    /// Address of the server
    pub(crate) address: SocketAddr,
    /// Room of the honest pair
    pub(crate) room: RoomCode,
    /// Number of seconds that the attack lasts
    #[arg(long)]
    pub(crate) seconds: u64,
}
