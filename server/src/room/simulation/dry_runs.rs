//! Compares the availability of commands, as viewers compute it, with the room's decisions.

use rand::RngExt;
use tengen_shared::game::{Availability, Command, Input, Occupant, Reject, Seat};

use super::{acts, world::World};
use crate::room_io::Ask;

impl World {
    /// Checks what a viewer without missed events may do. The viewer must never say no where the room would say yes. A
    /// yes may be wrong only because time has passed or somebody is back.
    pub(super) fn check_dry_runs(&mut self) {
        let index = self.rng.random_range(0..self.clients.len());
        let client = &self.clients[index];
        let Some(from) = client.sender().filter(|_| client.reads && client.follows()) else { return };
        let Some(known) = client.room.clone() else { return };
        let (player, present) = (client.player, client.present);
        let context = self.shell.context(self.app.now(), Some(&from));
        // A player who returns under another name would change that name, which nobody asks about in advance.
        let seated = Seat::BOTH.into_iter().find_map(|seat| match &known.seats()[seat].occupant {
            Some(Occupant::Person { player: known, name }) if *known == player => Some(name.clone()),
            _ => None,
        });
        let name = seated.unwrap_or_else(|| "Ann".parse().unwrap());
        for _ in 0..8 {
            let command = match acts::ask(&mut self.rng, &known, player) {
                Ask::Decide(command) => command,
                Ask::Change(settings, _, at) => Command::Change { settings, passphrase: None, at },
                _ if self.rng.random() => Command::Join { passphrase: None },
                _ => Command::AskToWatch {},
            };
            let truth =
                self.room().decide(Input::Command { player, name: &name, command: &command }, &context);
            match (known.can(player, &command, present), truth) {
                // Viewers do not know who becomes host when the host leaves.
                (Availability::Already, Ok(events)) => {
                    let leaves = matches!(command, Command::Leave {});
                    assert!(leaves || events.is_empty(), "{command:?} leads to {events:?}");
                }
                (Availability::No(why), Ok(events)) => {
                    panic!("{command:?} leads to {events:?}, but player {} was told {why:?}", player.0)
                }
                (Availability::Yes, Err(why)) => {
                    // Time has run out, or somebody is back and the viewer hears of it a little later.
                    let overtaken = matches!(
                        why,
                        Reject::TimeUp | Reject::NotHost | Reject::OpponentHere | Reject::TooEarly { .. }
                    );
                    assert!(overtaken, "player {} was told yes to {command:?}, not {why:?}", player.0);
                }
                _ => {}
            }
        }
    }
}
