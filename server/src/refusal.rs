//! Why a command is refused, for programs and for people.

use serde::{Deserialize, Serialize};
use tengen_shared::{
    game::{CommandId, Reject, RejectCode, RoomCode},
    protocol::{RefusalData, SafeText, ServerMessage},
};

/// Why a command is refused, as `rejected` says it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Refusal {
    pub code: RejectCode,
    pub text: SafeText,
    data: Option<RefusalData>,
}

impl Refusal {
    /// Returns the message with this refusal. `id`: of the command; `None` if the server refuses something that no command
    /// has asked for.
    pub(crate) fn message(self, id: Option<CommandId>, room: Option<RoomCode>) -> ServerMessage {
        let Self { code, text, data } = self;
        ServerMessage::Rejected { id, room, code, text, data }
    }

    /// Returns the message that puts somebody out of a room for this reason.
    pub(crate) fn put_out(self, room: RoomCode) -> ServerMessage {
        let Self { code, text, .. } = self;
        ServerMessage::PutOut { room, code, text }
    }
}

impl<T: Into<SafeText>> From<(RejectCode, T)> for Refusal {
    fn from((code, text): (RejectCode, T)) -> Self {
        Self { code, text: text.into(), data: None }
    }
}

impl From<&Reject> for Refusal {
    fn from(reject: &Reject) -> Self {
        Self { data: RefusalData::of(reject), ..Self::from((reject.code(), reject.to_string())) }
    }
}

impl From<Reject> for Refusal {
    fn from(reject: Reject) -> Self {
        Self::from(&reject)
    }
}
