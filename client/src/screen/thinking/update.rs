//! Handles the screen with an AI's search tree: loads it, folds it, takes values apart, and goes to other positions.

use tengen_session::{room::RoomView, study::Outline};
use tengen_shared::{
    game::{Room, RoomCode, Seat},
    protocol::{Cmd, Frame, Request},
    rules::{
        Bot, Variant,
        search::{Cuts, End, Parts, Tree},
    },
};

use crate::{
    action::Action,
    keymap::Context,
    layout::{Body, Layout},
    model::Model,
    screen::{
        Screen,
        room::update::ready::warn_watching,
        thinking::{Answer, Apart, ThinkingScreen, bots_to_show, first_bot, played},
    },
    update::{
        common::{ask, moved},
        cursor,
    },
    wish::Insight,
};

/// Shows the search tree for the position before the last move of the room on the screen.
pub(crate) fn open(model: &mut Model) {
    open_at(model, None, None, Insight::Tree(Cuts::On));
}

/// Shows the search tree for the position with `ply` stones, by default the one before the last move, or the parts of a
/// value in it. Without `bot`, shows the AI that moves there.
pub(crate) fn open_at(model: &mut Model, ply: Option<u16>, bot: Option<Bot>, insight: Insight) {
    let (cuts, apart) = match insight {
        Insight::Tree(cuts) => (cuts, None),
        Insight::Parts(path) => (Cuts::On, Some(Apart::new(path))),
    };
    let Some(screen) = model.screen.room().cloned() else { return };
    let Some(room) = model.session.room(&screen.code).and_then(RoomView::room) else { return };
    let last = room.game().map_or(0, tengen_shared::game::Game::ply);
    let Some(me) = model.session.player() else { return warn_watching(model) };
    let opened = room.position_to_explain(me, ply.unwrap_or(last.saturating_sub(1))).map(|position| {
        let game = room.game();
        let to_move = game.and_then(|game| game.seat_of(position.to_move()));
        let known = known_bots(model, room.settings().variant);
        let bot = bot.unwrap_or_else(|| first_bot(room, to_move, &known));
        ThinkingScreen {
            room: screen,
            game: game.map_or(0, tengen_shared::game::Game::number),
            black: game.and_then(tengen_shared::game::Game::black),
            without_ai: Seat::BOTH.into_iter().all(|seat| room.seats().bot(seat).is_none()),
            played: played(room, &position, bot),
            bot,
            cuts,
            position,
            answer: Answer::Awaited,
            apart,
        }
    });
    match opened {
        Ok(screen) => {
            model.notice = None;
            model.screen = Screen::SearchTree(Box::new(screen));
        }
        Err(reject) => model.warn(model.lang.reject(&reject)),
    }
}

pub(crate) fn act(model: &mut Model, action: Action) {
    let page = page(model);
    let Screen::SearchTree(screen) = &mut model.screen else { return };
    if let Some(apart) = &mut screen.apart {
        let last = apart.parts().len().saturating_sub(1);
        match action {
            Action::Back => {
                screen.apart = None;
                reveal(model);
            }
            Action::PageUp => apart.cursor = apart.cursor.saturating_sub(page),
            Action::PageDown => apart.cursor = (apart.cursor + page).min(last),
            Action::ClickRow(row) => apart.cursor = row.min(last),
            _ => apart.cursor = moved(apart.cursor, last + 1, action).unwrap_or(apart.cursor),
        }
        return;
    }
    match action {
        Action::Back => {
            model.screen = Screen::Room(screen.room.clone());
            return cursor::keep_in_view(model);
        }
        Action::Earlier => return go_to(model, false),
        Action::Later => return go_to(model, true),
        Action::OtherBot => return other_bot(model),
        Action::Cuts => return change_cuts(model),
        Action::TakeApart => return take_apart(model),
        Action::Deeper | Action::Shallower => return change_depth(model, action == Action::Deeper),
        _ => {}
    }
    if let Answer::Shown(outline) = &mut screen.answer {
        walk(outline, page, action);
        reveal(model);
    }
}

/// Shows the parts of the value under the cursor, if it is a static one.
fn take_apart(model: &mut Model) {
    let Screen::SearchTree(screen) = &mut model.screen else { return };
    let Some(outline) = screen.outline() else { return };
    let node = outline.rows().get(outline.cursor_row()).and_then(|node| outline.node(*node));
    if node.is_some_and(|node| matches!(node.end, End::Leaf {})) {
        screen.apart = Some(Apart::new(outline.path()));
        model.notice = None;
    } else {
        model.tell(model.lang.no_parts_here());
    }
}

fn walk(outline: &mut Outline, page: usize, action: Action) {
    let (row, count) = (outline.cursor_row(), outline.rows().len());
    match action {
        Action::Select => outline.toggle(),
        Action::Left => outline.fold(),
        Action::Right => outline.unfold(),
        Action::PageUp => outline.move_to(row.saturating_sub(page)),
        Action::PageDown => outline.move_to(row + page),
        Action::ClickRow(row) => {
            outline.move_to(row);
            outline.toggle();
        }
        _ => {
            if let Some(row) = moved(row, count, action) {
                outline.move_to(row);
            }
        }
    }
}

/// Returns the number of visible rows of the tree.
fn page(model: &Model) -> usize {
    match Layout::of(model) {
        Some(Layout { body: Body::Thinking(parts), .. }) => usize::from(parts.rows.area.height),
        _ => 0,
    }
}

/// Scrolls the tree so that the cursor is visible.
pub(crate) fn reveal(model: &mut Model) {
    let page = page(model);
    if let Screen::SearchTree(screen) = &mut model.screen
        && let Answer::Shown(outline) = &mut screen.answer
    {
        outline.reveal(page);
    }
}

/// Goes to the next or previous position of the game, if there is one.
fn go_to(model: &mut Model, later: bool) {
    let me = model.session.player();
    let Screen::SearchTree(screen) = &mut model.screen else { return };
    let room = model.session.room(&screen.room.code).and_then(RoomView::room);
    let (Some(room), Some(me)) = (room, me) else { return };
    let Some(game) = room.game() else { return };
    let last = last_ply(room);
    let ply = screen.ply();
    let wanted = if later { ply.saturating_add(1) } else { ply.saturating_sub(1) }.min(last);
    if wanted == ply && game.number() == screen.game {
        return model.tell(if later { model.lang.last_position() } else { model.lang.first_position() });
    }
    match room.position_to_explain(me, wanted) {
        Ok(position) => {
            screen.played = played(room, &position, screen.bot);
            screen.position = position;
            screen.game = game.number();
            screen.black = game.black();
            screen.answer = Answer::Awaited;
            model.notice = None;
        }
        Err(reject) => model.warn(model.lang.reject(&reject)),
    }
}

/// Returns the number of stones in the last position that can be searched. If the game was decided on the board, this
/// is the position before the last move.
fn last_ply(room: &Room) -> u16 {
    room.game().map_or(0, |game| {
        let decided = game.position().outcome().is_some();
        game.ply().saturating_sub(u16::from(decided))
    })
}

/// Shows another AI for the same position.
fn other_bot(model: &mut Model) {
    let Screen::SearchTree(screen) = &model.screen else { return };
    let Some(room) = model.session.room(&screen.room.code).and_then(RoomView::room) else { return };
    let bots = bots_to_show(room, &known_bots(model, screen.position.variant()));
    let next = bots.iter().position(|bot| *bot == screen.bot).map_or(0, |at| at + 1);
    let bot = bots.get(next).or(bots.first()).copied().filter(|bot| *bot != screen.bot);
    match bot {
        Some(bot) => show_bot(model, bot),
        None => model.tell(model.lang.no_other_ai()),
    }
}

/// Asks for the tree of `bot` for the same position.
fn show_bot(model: &mut Model, bot: Bot) {
    let Screen::SearchTree(screen) = &mut model.screen else { return };
    let room = model.session.room(&screen.room.code).and_then(RoomView::room);
    screen.played = room.and_then(|room| played(room, &screen.position, bot));
    screen.bot = bot;
    screen.answer = Answer::Awaited;
    model.notice = None;
}

/// Searches the same position one depth deeper or less, if the engine has a depth to choose.
fn change_depth(model: &mut Model, deeper: bool) {
    let Screen::SearchTree(screen) = &model.screen else { return };
    let bot = screen.bot;
    let Some(depths) = bot.depths() else {
        return model.warn(model.lang.no_depth(&model.key(Context::SearchTree, Action::OtherBot)));
    };
    let searched = match &screen.answer {
        Answer::Shown(outline) => outline.tree().depth,
        Answer::Awaited | Answer::Refused(_) => *depths.start(),
    };
    let now = bot.depth().unwrap_or(searched);
    let next = if deeper { now.saturating_add(1) } else { now.saturating_sub(1) };
    match bot.with_depth(next) {
        Some(bot) => show_bot(model, bot),
        None => model.warn(model.lang.depth_limit(*depths.start(), *depths.end())),
    }
}

/// Searches the same position with cuts or without them, if the search makes any.
fn change_cuts(model: &mut Model) {
    let Screen::SearchTree(screen) = &mut model.screen else { return };
    let makes_none = |outline: &Outline| {
        let totals = &outline.tree().totals;
        totals.plain == Some(totals.nodes)
    };
    screen.cuts = match screen.cuts {
        Cuts::On if screen.outline().is_some_and(makes_none) => {
            return model.tell(model.lang.search_without_cuts());
        }
        Cuts::On => Cuts::Off,
        Cuts::Off => Cuts::On,
    };
    screen.answer = Answer::Awaited;
    model.notice = None;
}

fn known_bots(model: &Model, variant: Variant) -> Vec<Bot> {
    model.session.bots(variant).map(<[Bot]>::to_vec).unwrap_or_default()
}

/// Asks the server for what the screen shows. The server answers one such request at a time, so a waiting one comes
/// first.
pub(crate) fn refresh(model: &mut Model) {
    let Screen::SearchTree(screen) = &model.screen else { return };
    let code = screen.room.code.clone();
    let asked = model.session.waiting().any(|frame| is_about_thinking(&frame.cmd));
    if !screen.is_awaited() || asked {
        return;
    }
    let cmd = screen.request();
    if ask(model, Some(code), cmd).is_none() {
        refuse(model, model.lang.too_many_questions());
    }
}

/// Takes in the tree, unless the user has gone to another one.
pub(crate) fn explained(model: &mut Model, asked: Option<&Frame>, tree: Tree) {
    if !asked.is_some_and(|frame| is_awaited(model, frame)) {
        return;
    }
    let page = page(model);
    match (Outline::new(tree), &mut model.screen) {
        (Some(mut outline), Screen::SearchTree(screen)) => {
            outline.centre(page);
            screen.answer = Answer::Shown(outline);
        }
        _ => refuse(model, model.lang.no_tree()),
    }
}

/// Takes in the parts of a value, unless the user has gone on.
pub(crate) fn taken_apart(model: &mut Model, asked: Option<&Frame>, parts: Parts) {
    let is_awaited = asked.is_some_and(|frame| is_awaited(model, frame));
    if let Screen::SearchTree(screen) = &mut model.screen
        && let Some(apart) = screen.apart.as_mut().filter(|_| is_awaited)
    {
        apart.answer = Answer::Shown(parts);
    }
}

/// Whether a command asks how an AI thinks.
pub(crate) const fn is_about_thinking(cmd: &Cmd) -> bool {
    matches!(cmd, Cmd::Request(Request::Explain { .. } | Request::TakeApart { .. }))
}

/// Notes that the server refuses to send the tree.
pub(crate) fn refused(model: &mut Model, frame: &Frame, text: &str) {
    if is_awaited(model, frame) {
        refuse(model, text);
    }
}

fn refuse(model: &mut Model, text: &str) {
    let Screen::SearchTree(screen) = &mut model.screen else { return };
    match &mut screen.apart {
        Some(apart) => apart.answer = Answer::Refused(text.to_owned()),
        None => screen.answer = Answer::Refused(text.to_owned()),
    }
}

/// Whether `frame` asked for what the screen waits for.
fn is_awaited(model: &Model, frame: &Frame) -> bool {
    let Screen::SearchTree(screen) = &model.screen else { return false };
    let about = |room: &RoomCode| *room == screen.room.code;
    let asked = screen.request();
    frame.room.as_ref().is_some_and(about) && frame.cmd == asked
}
