//! What a client may do in a room: one variant for each kind of action, with its weight and its command.
//!
//! A new kind of command is a new variant of [`Action`], an entry in [`Action::ALL`], and an arm in each `match`.

mod between;
mod doors;
mod offers;
mod play;
mod view;

use rand::{RngExt, rngs::SmallRng};
use tengen_shared::protocol::Cmd;

pub(super) use view::{Door, View};

/// A kind of action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Action {
    Join,
    Watch,
    AskToWatch,
    Leave,
    Snapshot,
    Say,
    Admit,
    ListChat,
    ListGames,
    Place,
    Hint,
    Resign,
    Abort,
    Restart,
    Claim,
    StandIn,
    GiveTime,
    OfferTakeback,
    OfferDraw,
    OfferPause,
    OfferResume,
    OfferChange,
    OfferSwap,
    Answer,
    Withdraw,
    Ready,
    Stand,
    SendAiAway,
    SetAi,
    Sit,
    SitGuest,
    GoOn,
    Change,
    Swap,
    Kick,
    /// A stone where one lies.
    PlaceOnStone,
    /// A stone in an older position.
    PlaceStale,
    /// A stone for a seat of somebody else.
    PlaceForOther,
    /// Giving up for somebody else.
    ResignForOther,
    /// Ready for a game of long ago.
    ReadyStale,
    /// Yes to an offer that was never made.
    AnswerNothing,
    /// Other settings, chosen long ago.
    ChangeStale,
}

impl Action {
    /// All kinds.
    const ALL: [Self; 42] = [
        Self::Join,
        Self::Watch,
        Self::AskToWatch,
        Self::Leave,
        Self::Snapshot,
        Self::Say,
        Self::Admit,
        Self::ListChat,
        Self::ListGames,
        Self::Place,
        Self::Hint,
        Self::Resign,
        Self::Abort,
        Self::Restart,
        Self::Claim,
        Self::StandIn,
        Self::GiveTime,
        Self::OfferTakeback,
        Self::OfferDraw,
        Self::OfferPause,
        Self::OfferResume,
        Self::OfferChange,
        Self::OfferSwap,
        Self::Answer,
        Self::Withdraw,
        Self::Ready,
        Self::Stand,
        Self::SendAiAway,
        Self::SetAi,
        Self::Sit,
        Self::SitGuest,
        Self::GoOn,
        Self::Change,
        Self::Swap,
        Self::Kick,
        Self::PlaceOnStone,
        Self::PlaceStale,
        Self::PlaceForOther,
        Self::ResignForOther,
        Self::ReadyStale,
        Self::AnswerNothing,
        Self::ChangeStale,
    ];

    /// How often it is chosen, beside the others that can be.
    const fn weight(self) -> u32 {
        match self {
            Self::Place => 200,
            // Somebody waits for these.
            Self::Answer | Self::Admit | Self::Claim | Self::StandIn => 150,
            Self::Ready | Self::Join | Self::GoOn | Self::OfferResume | Self::AskToWatch => 60,
            Self::Watch => 20,
            Self::SetAi | Self::Sit | Self::Change | Self::OfferTakeback | Self::OfferPause => 6,
            Self::Say | Self::Abort | Self::GiveTime | Self::Withdraw => 5,
            Self::Resign | Self::Hint | Self::Stand | Self::SendAiAway | Self::SitGuest => 3,
            Self::OfferDraw | Self::OfferChange | Self::OfferSwap | Self::Restart | Self::Swap => 3,
            Self::Leave
            | Self::Snapshot
            | Self::Kick
            | Self::ListChat
            | Self::ListGames
            | Self::PlaceOnStone
            | Self::PlaceStale
            | Self::PlaceForOther
            | Self::ResignForOther
            | Self::ReadyStale
            | Self::AnswerNothing
            | Self::ChangeStale => 2,
        }
    }

    /// Whether the room must refuse it, whatever happens meanwhile.
    pub(super) const fn is_illegal(self) -> bool {
        matches!(
            self,
            Self::PlaceOnStone
                | Self::PlaceStale
                | Self::PlaceForOther
                | Self::ResignForOther
                | Self::ReadyStale
                | Self::AnswerNothing
                | Self::ChangeStale
        )
    }

    /// Its command, if there is any sense in it now.
    fn cmd(self, view: &View<'_>, rng: &mut SmallRng) -> Option<Cmd> {
        let Some(room) = view.room else { return self.outside(view) };
        match self {
            Self::Join
            | Self::Watch
            | Self::AskToWatch
            | Self::Leave
            | Self::Snapshot
            | Self::Say
            | Self::Admit
            | Self::ListChat
            | Self::ListGames => self.at_the_doors(view, room, rng),
            Self::Place
            | Self::Hint
            | Self::Resign
            | Self::Abort
            | Self::Restart
            | Self::Claim
            | Self::StandIn
            | Self::GiveTime => self.in_game(view, room, rng),
            Self::OfferTakeback
            | Self::OfferDraw
            | Self::OfferPause
            | Self::OfferResume
            | Self::OfferChange
            | Self::OfferSwap
            | Self::Answer
            | Self::Withdraw => self.offer(view, room, rng),
            Self::Ready
            | Self::Stand
            | Self::SendAiAway
            | Self::SetAi
            | Self::Sit
            | Self::SitGuest
            | Self::GoOn
            | Self::Change
            | Self::Swap
            | Self::Kick => self.between_games(view, room, rng),
            Self::PlaceOnStone
            | Self::PlaceStale
            | Self::PlaceForOther
            | Self::ResignForOther
            | Self::ReadyStale
            | Self::AnswerNothing
            | Self::ChangeStale => self.illegal(view, room, rng),
        }
    }
}

/// One of the actions that make sense, by weight.
pub(super) fn choose(view: &View<'_>, rng: &mut SmallRng) -> Option<(Action, Cmd)> {
    let can: Vec<(Action, Cmd)> =
        Action::ALL.into_iter().filter_map(|action| Some((action, action.cmd(view, rng)?))).collect();
    let mut left = rng.random_range(0..can.iter().map(|(action, _)| action.weight()).sum::<u32>().max(1));
    can.into_iter().find(|(action, _)| {
        let found = left < action.weight();
        left = left.saturating_sub(action.weight());
        found
    })
}
