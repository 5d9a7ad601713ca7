//! The commands' names, and which of them a room decides.

use super::client::Cmd;
use crate::game::Command;

/// The commands' names on the wire, in the order of the binary layout.
pub const COMMANDS: [&str; 37] = [
    "hello",
    "ping",
    "list_rooms",
    "unlist_rooms",
    "create",
    "quick_match",
    "join",
    "watch",
    "snapshot",
    "sit",
    "stand",
    "leave",
    "set_ai",
    "ready",
    "place",
    "resign",
    "hint",
    "go_on",
    "explain",
    "list_bots",
    "offer",
    "answer",
    "withdraw",
    "abort",
    "restart",
    "claim",
    "stand_in",
    "give_time",
    "change",
    "swap",
    "kick",
    "say",
    "ask_to_watch",
    "admit",
    "list_chat",
    "list_games",
    "show_game",
];

impl Cmd {
    /// What the room itself is asked to decide; any other command comes back.
    ///
    /// # Errors
    /// The command, if it is none that only its room decides.
    pub fn into_command(self) -> Result<Command, Self> {
        Ok(match self {
            Self::Sit { seat, guest } => Command::Sit { seat, guest },
            Self::Stand { seat } => Command::Stand { seat },
            Self::Leave {} => Command::Leave {},
            Self::SetAi { seat, bot } => Command::SetAi { seat, bot },
            Self::Ready { seat, at } => Command::Ready { seat, at },
            Self::Place { seat, point, at } => Command::Place { seat, point, at },
            Self::Resign { seat, game } => Command::Resign { seat, game },
            Self::Hint { seat, at } => Command::Hint { seat, at },
            Self::GoOn {} => Command::GoOn {},
            Self::Offer { seat, offer, at } => Command::Offer { seat, offer, at },
            Self::Answer { seat, offer, reply } => Command::Answer { seat, offer, reply },
            Self::Withdraw { seat, offer } => Command::Withdraw { seat, offer },
            Self::Abort { seat, game } => Command::Abort { seat, game },
            Self::Restart { seat, game } => Command::Restart { seat, game },
            Self::Claim { seat, game, claim } => Command::Claim { seat, game, claim },
            Self::StandIn { seat, game, bot } => Command::StandIn { seat, game, bot },
            Self::GiveTime { seat, game } => Command::GiveTime { seat, game },
            Self::Swap { at } => Command::Swap { at },
            Self::Kick { seat } => Command::Kick { seat },
            Self::Say { text } => Command::Say { text },
            Self::AskToWatch {} => Command::AskToWatch {},
            Self::Admit { seat, player, reply } => Command::Admit { seat, player, reply },
            Self::Hello { .. }
            | Self::Ping {}
            | Self::ListRooms {}
            | Self::UnlistRooms {}
            | Self::Create { .. }
            | Self::QuickMatch { .. }
            | Self::Join { .. }
            | Self::Watch { .. }
            | Self::Snapshot {}
            | Self::Explain { .. }
            | Self::ListBots { .. }
            | Self::Change { .. }
            | Self::ListChat { .. }
            | Self::ListGames { .. }
            | Self::ShowGame { .. } => return Err(self),
        })
    }
}
