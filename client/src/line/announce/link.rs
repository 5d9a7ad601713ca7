//! Tells changes of the connection.

use tengen_session::link::{Link, Loss};
use tengen_shared::game::RejectCode;

use super::Lines;
use crate::{intent::Mode, model::Model};

/// The state of the connection that was told last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Known {
    #[default]
    Nothing,
    /// The client is connecting.
    Dialling,
    Online,
    /// The client is connected, but the server is silent.
    Silent,
    /// The connection is lost, for this reason.
    Down(Loss),
}

impl Known {
    /// Tells the state of the connection if it has changed.
    pub(super) fn tell(&mut self, model: &Model, out: &mut Lines) {
        let lang = out.lang;
        let address = model.address().to_string();
        let next = match (model.session.link(), &*self) {
            (link, Self::Nothing | Self::Online | Self::Silent) if link.is_beginning() => {
                if model.mode == Mode::Online {
                    out.say(lang.told_dialling(&address));
                }
                Self::Dialling
            }
            (Link::Online, Self::Nothing | Self::Dialling) => {
                out.say(match model.mode {
                    Mode::Online => {
                        let name = model.me.name().map(ToString::to_string).unwrap_or_default();
                        lang.told_online(&address, &name)
                    }
                    Mode::Local => lang.told_local(model.me.here().as_str()),
                });
                Self::Online
            }
            (Link::Online, Self::Down(_)) => {
                out.say(lang.told_online_again());
                Self::Online
            }
            (Link::Online, Self::Silent) => {
                out.say(lang.told_heard());
                Self::Online
            }
            (Link::Silent { .. }, known) if *known != Self::Silent => {
                out.say(lang.told_silent());
                Self::Silent
            }
            // The answer to `devices use` says so, and the client connects again as before.
            (Link::Down { why: Loss::NotWelcome { code: RejectCode::BadPairingCode, .. }, .. }, _) => return,
            (Link::Down { why, .. }, known) if *known != Self::Down(why.clone()) => {
                out.say(lang.told_down(&lang.loss(why)));
                Self::Down(why.clone())
            }
            _ => return,
        };
        *self = next;
    }
}
