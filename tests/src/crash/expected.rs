//! Which refusals a client that keeps to the protocol may meet.

use tengen_shared::{
    game::{Command, RejectCode},
    protocol::{Cmd, Request},
};

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
        // It has been shown out, or has stayed away, and had sent this before.
        RejectCode::NotInRoom => !follows,
        // A refusal is not remembered across a crash, and must not be judged anew behind a later command.
        // Nothing is sent behind a command that makes the client enter or leave.
        RejectCode::OldCommand => pending.again && !is_door(cmd),
        code => match cmd {
            Cmd::Request(Request::Watch { .. }) => {
                matches!(code, RejectCode::NoSpectators | RejectCode::NeedsConsent)
            }
            Cmd::Request(_) => false,
            Cmd::Room(command) => is_expected_of(command, code),
        },
    }
}

/// Whether the room may refuse this command so.
const fn is_expected_of(command: &Command, code: RejectCode) -> bool {
    use Command as C;
    match code {
        RejectCode::TimeUp => {
            matches!(command, C::Place { .. } | C::Offer { .. } | C::Answer { .. } | C::GiveTime { .. })
        }
        RejectCode::NoClock => matches!(command, C::Offer { .. } | C::Answer { .. } | C::GiveTime { .. }),
        RejectCode::NoSuchOffer => matches!(command, C::Answer { .. } | C::Withdraw { .. }),
        RejectCode::NoOffer | RejectCode::NoTakeback => {
            matches!(command, C::Offer { .. } | C::Answer { .. })
        }
        RejectCode::TooLate => matches!(command, C::Abort { .. }),
        RejectCode::NotAlone => matches!(command, C::Restart { .. }),
        RejectCode::TooEarly => matches!(command, C::Claim { .. } | C::StandIn { .. }),
        RejectCode::Barred => matches!(command, C::Join { .. } | C::Sit { .. }),
        RejectCode::NoKick => matches!(command, C::Kick { .. }),
        RejectCode::NoSpectators => matches!(command, C::AskToWatch {}),
        RejectCode::NotAsking => matches!(command, C::AskToWatch {} | C::Admit { .. }),
        RejectCode::RateLimited => matches!(command, C::Say { .. } | C::AskToWatch {}),
        _ => false,
    }
}
