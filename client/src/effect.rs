//! What `update` wants done in the world.

use tengen_shared::{
    game::Name,
    protocol::{Frame, PlayerKey},
};

use crate::{
    net::lan::LanOrder,
    profile::{Kept, State},
    settings::{Call, Settings},
};
use tengen_session::{
    link::{Address, LinkId, Loss},
    room::Muted,
};

/// An order to the network task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetOrder {
    /// Reach this server, leaving any other connection.
    Dial(Address),
    /// Send a frame, if that connection still stands.
    Send {
        /// The connection it is meant for.
        link: LinkId,
        /// The frame.
        frame: Frame,
    },
    /// The server has made us welcome: keep the key and the name in the slot.
    Keep {
        /// The key to show next time.
        key: PlayerKey,
        /// The name in use, if the user has chosen it.
        name: Option<Name>,
    },
    /// Keep in the slot whom the user does not want to hear.
    KeepMuted(Muted),
    /// Leave the server, and stay away.
    Rest,
    /// Leave this connection and try again after a while.
    Hangup {
        /// The connection.
        link: LinkId,
        /// Why.
        why: Loss,
    },
}

/// Something that the runtime shall do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Something for the network task.
    Net(NetOrder),
    /// Remember the server for the next start.
    RememberServer(Address),
    /// Remember the room in which a seat is kept, for the next start; none if there is none.
    KeepRoom(Option<Kept>),
    /// Remember the name that the user has chosen.
    KeepName(Name),
    /// Remember what was chosen last.
    KeepState(State),
    /// Start the server inside this program if it does not run, and tell where it is.
    StartLocal,
    /// Something for the task that listens to this network.
    Lan(LanOrder),
    /// Keep in the file of the settings what differs between two of them.
    KeepSettings {
        /// What the file said as far as is known.
        old: Box<Settings>,
        /// What it shall say.
        new: Box<Settings>,
    },
    /// Read the files of the settings again.
    ReadSettings,
    /// Call for the user's attention.
    Call {
        /// How.
        call: Call,
        /// What for, without control characters.
        text: String,
    },
    /// End the program.
    Exit,
}
