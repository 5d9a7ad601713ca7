//! Handles the list of finished games: loads its pages, and opens a replay.

use tengen_session::study::GameList;
use tengen_shared::{
    game::CommandId,
    protocol::{Frame, GameSummary},
};

use crate::{
    action::Action,
    model::Model,
    screen::{
        Screen,
        history::{HistoryScreen, Played},
        replay::{Replay, ReplayScreen},
    },
    update::{
        common::{ask, moved},
        cursor, way,
    },
};

/// The number of rows that a page key moves.
const PAGE: usize = 10;

/// Lists the finished games of the room on the screen.
pub(crate) fn open_here(model: &mut Model) {
    if let Screen::Room(room) = &model.screen {
        open(model, Played::Here(room.clone()));
    }
}

/// Lists the user's finished games.
pub(crate) fn open_mine(model: &mut Model) {
    open(model, Played::Mine);
}

fn open(model: &mut Model, of: Played) {
    model.notice = None;
    model.screen = Screen::History(HistoryScreen::new(of));
}

pub(crate) fn act(model: &mut Model, action: Action) {
    let Screen::History(screen) = &mut model.screen else { return };
    let last = screen.list.games().len().saturating_sub(1);
    match action {
        Action::Back => return close(model),
        Action::PageUp => screen.cursor = screen.cursor.saturating_sub(PAGE),
        Action::PageDown => screen.cursor = (screen.cursor + PAGE).min(last),
        // The cursor does not wrap round, since at the end the next page may load.
        Action::Down => screen.cursor = (screen.cursor + 1).min(last),
        Action::Up => screen.cursor = screen.cursor.saturating_sub(1),
        Action::ClickRow(row) => screen.cursor = row.min(last),
        Action::Select => {}
        _ => {
            screen.cursor = moved(screen.cursor, screen.list.games().len(), action).unwrap_or(screen.cursor);
            return;
        }
    }
    if matches!(action, Action::Select | Action::ClickRow(_)) {
        choose(model);
    }
}

fn close(model: &mut Model) {
    let Screen::History(screen) = &model.screen else { return };
    match screen.of.clone() {
        Played::Here(room) => {
            model.screen = Screen::Room(room);
            cursor::keep_in_view(model);
        }
        Played::Mine => way::home(model),
    }
}

fn choose(model: &mut Model) {
    let Screen::History(screen) = &model.screen else { return };
    let Some(game) = screen.list.games().get(screen.cursor) else { return };
    let replay = ReplayScreen { history: screen.clone(), game: game.game, shown: Replay::Awaited };
    model.notice = None;
    model.screen = Screen::Replay(Box::new(replay));
}

/// Moves the cursor to the end of the list, so that the next page loads.
pub(crate) fn to_last(model: &mut Model) {
    if let Screen::History(screen) = &mut model.screen {
        screen.cursor = screen.list.games().len().saturating_sub(1);
    }
}

/// Opens the replay of the game at `index`.
pub(crate) fn open_game(model: &mut Model, index: usize) {
    if let Screen::Replay(replay) = &model.screen {
        model.screen = Screen::History(replay.history.clone());
    }
    if let Screen::History(screen) = &mut model.screen
        && index < screen.list.games().len()
    {
        screen.cursor = index;
        choose(model);
    }
}

/// Asks for the next page once the cursor is at the end.
pub(crate) fn refresh(model: &mut Model) {
    let Screen::History(screen) = &model.screen else { return };
    let Some((room, request)) = screen.list.next_page().filter(|_| screen.wants_more()) else { return };
    let asked = ask(model, room, request);
    let why = model.lang.too_many_questions();
    if let Screen::History(screen) = &mut model.screen {
        match asked {
            Some(id) => screen.list.asked(id),
            None => screen.list.give_up(why),
        }
    }
}

/// The list that is on the screen or behind the replay.
const fn list_of(screen: &mut Screen) -> Option<&mut GameList> {
    match screen {
        Screen::History(screen) => Some(&mut screen.list),
        Screen::Replay(replay) => Some(&mut replay.history.list),
        _ => None,
    }
}

/// Takes in a page, unless the list has been closed.
pub(crate) fn listed(model: &mut Model, id: CommandId, games: Vec<GameSummary>) {
    if let Some(list) = list_of(&mut model.screen) {
        list.take(id, games);
    }
}

/// Notes that the server refuses to send the page.
pub(crate) fn refused(model: &mut Model, frame: &Frame, text: &str) {
    if let Some(list) = list_of(&mut model.screen) {
        list.refused(frame.id, text);
    }
}
