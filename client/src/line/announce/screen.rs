//! Tells what the model's screen asks for: a name, a passphrase or an answer.

use tengen_session::room::Irreversible;
use tengen_shared::game::Command;

use super::Lines;
use crate::{
    intent::Purpose,
    line::show,
    model::{Confirmed, Model, Overlay},
    screen::{
        Screen,
        replay::{Autoplay, Replay},
    },
};

/// The state of the screen that was told last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Known {
    /// The screen asks for nothing.
    #[default]
    Plain,
    /// The screen asks for a name.
    Name,
    /// The screen asks for a passphrase.
    Passphrase,
    /// The screen waits for the players' permission to watch.
    Knocking,
    /// The autoplay of a replay is at the position with this many stones.
    Playing(usize),
}

impl Known {
    /// Tells what the screen asks for, if that is new, and each position of an autoplay.
    pub(super) fn tell(&mut self, model: &Model, out: &mut Lines) {
        let lang = out.lang;
        let now = match &model.screen {
            Screen::Name(_) => Self::Name,
            Screen::Passphrase(_) => Self::Passphrase,
            Screen::Knocking(_) => Self::Knocking,
            Screen::Replay(replay) => match &replay.shown {
                Replay::Shown(playback) if playback.autoplay != Autoplay::Off => {
                    Self::Playing(playback.tree.ply())
                }
                Replay::Shown(playback) if matches!(self, Self::Playing(ply) if *ply != playback.tree.ply()) =>
                {
                    // The autoplay has reached the end.
                    show::position(playback, model).into_iter().for_each(|line| out.say(line));
                    Self::Plain
                }
                Replay::Shown(_) | Replay::Awaited | Replay::Refused(_) => Self::Plain,
            },
            _ => Self::Plain,
        };
        if now == *self {
            return;
        }
        match (&model.screen, &now) {
            (Screen::Name(screen), _) => {
                out.say(lang.told_who_are_you());
                if !screen.input.text().is_empty() {
                    out.say(lang.told_suggested(screen.input.text()));
                }
            }
            (Screen::Passphrase(screen), _) => {
                let word = match screen.purpose {
                    Purpose::Join => "join",
                    Purpose::Watch => "watch",
                };
                out.say(lang.told_wants_passphrase(word, screen.room.as_str()));
            }
            (Screen::Knocking(screen), _) => out.say(lang.told_knocking(screen.room.as_str())),
            (Screen::Replay(replay), Self::Playing(_)) => {
                let lines = replay.playback().map(|playback| show::position(playback, model));
                lines.unwrap_or_default().into_iter().for_each(|line| out.say(line));
            }
            _ => {}
        }
        *self = now;
    }
}

/// Returns the question that waits for "yes" or "no".
pub(in crate::line) fn question(model: &Model) -> Option<String> {
    let lang = model.lang;
    let Some(Overlay::Confirm { action, .. }) = &model.overlay else { return None };
    Some(match action {
        Confirmed::Leave { .. } => lang.told_sure_leave().to_owned(),
        Confirmed::Quit => lang.told_sure_quit().to_owned(),
        Confirmed::Do { action: Irreversible::Abort, .. } => lang.told_sure_abort().to_owned(),
        Confirmed::Do { action: Irreversible::Restart, .. } => lang.told_sure_restart().to_owned(),
        Confirmed::Do { action: Irreversible::Draw, .. } => lang.told_sure_draw().to_owned(),
        Confirmed::Do { command: Command::Kick { seat }, .. } => {
            lang.told_sure_kick(&model.standing().map(|standing| standing.name(*seat)).unwrap_or_default())
        }
        Confirmed::Do { .. } => lang.told_sure_resign().to_owned(),
        Confirmed::AskToWatch { room } => lang.told_sure_knock(room.as_str()),
        Confirmed::Watch { room } => lang.told_sure_watch(room.as_str()),
        Confirmed::RemoveDevice { .. } => lang.told_sure_remove_device(&action.question(model)),
        Confirmed::Place { point, .. } => lang.told_sure_place(&point.to_string()),
    })
}
