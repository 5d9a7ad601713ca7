//! Which refusals a client that keeps to the protocol may meet.

use tengen_shared::{game::RejectCode, protocol::Cmd};

use super::client::{Pending, is_door};

/// Whether a command may be refused so; `follows` is whether the client is in the room now.
pub(super) fn is_expected(code: RejectCode, pending: &Pending, follows: bool) -> bool {
    let cmd = &pending.frame.cmd;
    match code {
        RejectCode::OffBoard
        | RejectCode::Occupied
        | RejectCode::NotYourTurn
        | RejectCode::NotYourSeat
        | RejectCode::Spectator
        | RejectCode::Stale
        | RejectCode::NoGame
        | RejectCode::GameOn
        | RejectCode::RoomFull
        | RejectCode::SeatTaken
        | RejectCode::SeatEmpty
        | RejectCode::AlreadySeated
        | RejectCode::BadSeats
        | RejectCode::NoHints
        | RejectCode::NotHost
        | RejectCode::Busy => true,
        RejectCode::TimeUp => {
            matches!(cmd, Cmd::Place { .. } | Cmd::Offer { .. } | Cmd::Answer { .. } | Cmd::GiveTime { .. })
        }
        RejectCode::NoClock => {
            matches!(cmd, Cmd::Offer { .. } | Cmd::Answer { .. } | Cmd::GiveTime { .. })
        }
        RejectCode::NoSuchOffer => matches!(cmd, Cmd::Answer { .. } | Cmd::Withdraw { .. }),
        RejectCode::NoOffer | RejectCode::NoTakeback => {
            matches!(cmd, Cmd::Offer { .. } | Cmd::Answer { .. })
        }
        RejectCode::TooLate => matches!(cmd, Cmd::Abort { .. }),
        RejectCode::NotAlone => matches!(cmd, Cmd::Restart { .. }),
        RejectCode::TooEarly => matches!(cmd, Cmd::Claim { .. } | Cmd::StandIn { .. }),
        RejectCode::Barred => matches!(cmd, Cmd::Join { .. } | Cmd::Sit { .. }),
        RejectCode::NoKick => matches!(cmd, Cmd::Kick { .. }),
        RejectCode::NoSpectators => matches!(cmd, Cmd::Watch { .. } | Cmd::AskToWatch {}),
        RejectCode::NeedsConsent => matches!(cmd, Cmd::Watch { .. }),
        RejectCode::NotAsking => matches!(cmd, Cmd::AskToWatch {} | Cmd::Admit { .. }),
        RejectCode::RateLimited => matches!(cmd, Cmd::Say { .. } | Cmd::AskToWatch {}),
        // It has been shown out, or has stayed away, and had sent this before.
        RejectCode::NotInRoom => !follows,
        // A refusal is not remembered across a crash, and must not be judged anew behind a later command.
        // Nothing is sent behind a command that makes the client enter or leave.
        RejectCode::OldCommand => pending.again && !is_door(cmd),
        _ => false,
    }
}
