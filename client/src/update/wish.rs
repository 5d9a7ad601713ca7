//! What a front end without cursor and popups asks for: the deeds behind the screens, one by one.

use tengen_shared::{
    game::{ChatText, Claim, Command, Game, Name, Passphrase, RoomCode, Seat, SeatPlan, Settings},
    protocol::{Cmd, Request},
    rules::{Bot, Point, Variant},
};

use super::{act, ask, begin, chat, doors, history, name, place, replay, settings, thinking, way};
use crate::{
    action::Action,
    effect::Effect,
    model::{FindScreen, ListScreen, MenuItem, Mode, Model, Mutable, Purpose, Screen},
    settings::Misclick,
};
use tengen_session::link::Address;

/// Something that is wanted at once, with all that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wish {
    /// What a key would do on the screen that is up.
    Act(Action),
    /// Play under this name.
    Name(Name),
    /// Go into a room.
    Enter {
        /// Which.
        room: RoomCode,
        /// To play or to look on.
        purpose: Purpose,
        /// Its secret, if it has one.
        passphrase: Option<Passphrase>,
    },
    /// Make a room.
    Make {
        /// What is played there, and how.
        settings: Settings,
        /// Who sits where.
        seats: [SeatPlan; 2],
        /// Its secret, if it has one.
        passphrase: Option<Passphrase>,
    },
    /// Change the room, or ask the other player to.
    Change {
        /// What is to be in force.
        settings: Settings,
        /// Its new secret, if it gets one.
        passphrase: Option<Passphrase>,
    },
    /// Go to a server.
    Dial(Address),
    /// Play on this machine.
    Local,
    /// Go back to the room in which a seat is kept.
    Continue,
    /// Show the servers on this network.
    Find,
    /// Look for a room on the servers that can be reached.
    Seek {
        /// Which.
        room: RoomCode,
        /// To play or to look on.
        purpose: Purpose,
        /// Its secret, if it has one.
        passphrase: Option<Passphrase>,
    },
    /// Find somebody to play with.
    Quick(Variant),
    /// Show the rooms of the server.
    Rooms,
    /// Place a stone.
    Place(Point),
    /// Want the next game.
    Ready,
    /// Give a seat to the computer.
    SetAi {
        /// Which seat.
        seat: Seat,
        /// Which level or brain.
        bot: Bot,
    },
    /// Let a computer play on for whoever is gone.
    StandIn(Bot),
    /// Claim the game of somebody who is gone.
    Claim(Claim),
    /// Say something in the room.
    Say(ChatText),
    /// Ask for what was said before all that is known.
    OlderTalk,
    /// Hear somebody no more, or again.
    Mute {
        /// Whom.
        who: Mutable,
        /// Whether to hear them no more.
        muted: bool,
    },
    /// Show the finished games of the room.
    History,
    /// Show the user's finished games.
    Mine,
    /// Show older games of the list that is up.
    OlderGames,
    /// Replay the game with this place in the list that is up, from 0.
    Replay(usize),
    /// In a replay, go to the position with so many stones.
    Go(usize),
    /// In a replay, try a move.
    Try(Point),
    /// Show how an AI thinks.
    Explain {
        /// About the position after so many stones; the last move that an AI has made if not said.
        ply: Option<u16>,
        /// Which AI; the one that moved there if not said.
        bot: Option<Bot>,
    },
    /// Go back from a screen beside the room.
    ToRoom,
}

/// Does what is wanted, or leaves a notice that says why not.
pub(super) fn carry_out(model: &mut Model, effects: &mut Vec<Effect>, wish: Wish) {
    match wish {
        Wish::Act(action) => act(model, effects, action),
        Wish::Name(name) => name::accept(model, effects, name),
        Wish::Enter { room, purpose, passphrase } => {
            doors::enter(model, room, purpose, passphrase);
        }
        Wish::Make { settings, seats, passphrase } => {
            let cmd = Request::Create { settings, seats, passphrase };
            way::open(model, None, cmd, model.lang.making_room());
        }
        Wish::Change { settings, passphrase } => settings::change(model, settings, passphrase),
        Wish::Quick(variant) => {
            way::open(model, None, Request::QuickMatch { variant }, model.lang.finding_match());
        }
        // A list that is up is kept up to date by the server, which sends it whole only once.
        Wish::Rooms if matches!(model.screen, Screen::List(_)) => {}
        Wish::Rooms => model.screen = Screen::List(ListScreen::new(Purpose::Join)),
        Wish::Dial(address) => way::dial(model, address, None),
        Wish::Local => {
            if model.mode == Mode::Online {
                way::to_menu(model);
            }
            way::go_local(model, effects);
        }
        Wish::Continue => go_on(model, effects),
        Wish::Find => model.screen = Screen::Find(FindScreen::new(Purpose::Join, model.last_server.clone())),
        Wish::Seek { room, purpose, passphrase } => begin::seek(model, effects, room, purpose, passphrase),
        // Nobody types a whole point by a slip of the hand.
        Wish::Place(point) => place::select_with(model, point, Misclick::Off),
        Wish::Ready => place::ready_here(model),
        Wish::SetAi { seat, bot } => ask_here(model, Command::SetAi { seat, bot }),
        Wish::StandIn(_) | Wish::Claim(_) => claim(model, &wish),
        Wish::Say(text) => chat::say_here(model, text),
        Wish::OlderTalk => chat::ask_older(model),
        Wish::Mute { who, muted } => chat::mute(model, who, muted),
        Wish::History => history::open_here(model),
        Wish::Mine => history::open_mine(model),
        Wish::OlderGames => history::to_last(model),
        Wish::Replay(index) => history::open_game(model, index),
        Wish::Go(ply) => replay::go(model, ply),
        Wish::Try(point) => replay::try_move(model, point),
        Wish::Explain { ply, bot } => thinking::open_at(model, ply, bot),
        Wish::ToRoom => to_room(model),
    }
}

/// The start screen, which on this machine leads everywhere, knows the way back.
fn go_on(model: &mut Model, effects: &mut Vec<Effect>) {
    if !matches!(model.screen, Screen::Menu(_)) {
        model.screen = model.start_screen();
    }
    act(model, effects, Action::Go(MenuItem::GoOn));
}

fn to_room(model: &mut Model) {
    if let Some(room) = model.screen.room().cloned() {
        model.screen = Screen::Room(room);
    }
}

/// Asks for something in the room on the screen.
fn ask_here(model: &mut Model, cmd: impl Into<Cmd>) {
    if let Some(code) = model.screen.room().map(|screen| screen.code.clone()) {
        ask(model, Some(code), cmd);
    }
}

/// What concerns the game of somebody who is gone. The server decides whether they are.
fn claim(model: &mut Model, wish: &Wish) {
    let Some(standing) = model.standing() else { return };
    let (Some(seat), Some(game)) = (standing.seat(), standing.room.game().map(Game::number)) else { return };
    let cmd = match wish {
        Wish::StandIn(bot) => Command::StandIn { seat, game, bot: *bot },
        Wish::Claim(claim) => Command::Claim { seat, game, claim: *claim },
        _ => return,
    };
    ask_here(model, cmd);
}
