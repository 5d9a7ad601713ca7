//! Changes the screen of a room.

mod board;
mod dialog;
pub(crate) mod entry;
mod talk;

use tengen_session::{alone::Alone, room::RoomAction};
use tengen_shared::game::{Command, Phase, Seq};

use crate::{
    effect::{Effect, Sound},
    model::Model,
    prefs::Switch,
    route::Route,
    screen::{
        Screen,
        replay::Replay,
        room::{Dialog, Entry, Msg, Panel, Purpose},
    },
};

pub(crate) fn update(model: &mut Model, msg: Msg) {
    let Screen::Room(screen) = &mut model.screen else { return };
    match msg {
        Msg::Aim(aim) => board::aim(model, &aim),
        Msg::Do(action) => {
            screen.dialog = None;
            screen.more = false;
            model.focus("more");
            model.do_room(action);
        }
        Msg::Consider(action) => dialog::consider(model, action),
        Msg::Choose(choice) => model.do_room(RoomAction::Choose(choice)),
        Msg::Claim(claim) => dialog::claim(model, claim),
        Msg::Seat(bot) => dialog::seat(model, bot),
        Msg::Leave(true) => {
            let code = screen.code.clone();
            model.leave(&code);
            model.go(Route::Start);
        }
        Msg::Leave(false) => {
            screen.dialog = Some(Dialog::Leave);
            screen.more = false;
            model.focus("dialog");
        }
        Msg::Dismiss => {
            screen.dialog = None;
            model.focus("more");
        }
        Msg::More => screen.more = !screen.more,
        Msg::Panel(panel) => screen.panel = panel,
        Msg::Recognize(was, now) => {
            screen.dialog = None;
            model.ask(Command::Recognize { was, now });
        }
        Msg::Talk(talk) => talk::update(model, talk),
        Msg::Copy => {
            let link = screen.link(&model.origin);
            model.effects.push(Effect::Copy(link));
        }
        Msg::Analyse => analyse(model),
        Msg::Passphrase(text) => {
            if let Entry::Passphrase { text: field, .. } = &mut screen.entry {
                *field = text;
            }
        }
        Msg::Enter(purpose) => enter(model, purpose),
        Msg::Knock => entry::knock(model),
    }
}

fn enter(model: &mut Model, purpose: Purpose) {
    let Screen::Room(screen) = &mut model.screen else { return };
    screen.purpose = purpose;
    match &screen.entry {
        Entry::Passphrase { text, .. } => match text.parse() {
            Ok(passphrase) => entry::ask(model, Some(passphrase)),
            Err(error) => model.tell(model.lang.passphrase_error(error)),
        },
        _ => entry::ask(model, None),
    }
}

/// The server has refused a message: the text goes back into its field, unless the user has begun another one.
pub(crate) fn give_back(model: &mut Model, text: &str) {
    if let Screen::Room(screen) = &mut model.screen
        && screen.message.is_empty()
    {
        text.clone_into(&mut screen.message);
    }
}

/// Takes the game to the analysis board.
fn analyse(model: &mut Model) {
    let viewer = model.code().and_then(|code| model.session.viewer(code));
    let Some(game) = viewer.and_then(|viewer| viewer.room.game()) else { return };
    let board = Replay::analysing(game.position());
    model.go(Route::Board);
    model.screen = Screen::Replay(Box::new(board));
}

/// Tells the user of a new position, by sound and while the page is hidden.
fn signal(model: &mut Model) {
    let Some(viewer) = model.code().and_then(|code| model.session.viewer(code)) else { return };
    let (lang, phase) = (model.lang, viewer.room.phase());
    let is_turn = viewer.is_my_turn() && viewer.mine().len() == 1;
    let (sound, news) = match phase {
        Phase::Waiting => return,
        Phase::Over => (Sound::End, Some(lang.web_ended())),
        Phase::Turn(_) | Phase::Choice(_) if is_turn => (Sound::Turn, Some(lang.your_turn())),
        Phase::Turn(_) | Phase::Choice(_) => (Sound::Stone, None),
    };
    if model.prefs.has(Switch::Sound) {
        model.effects.push(Effect::Sound(sound));
    }
    let aloud = model.prefs.has(Switch::Notices);
    model.effects.extend(news.map(|text| Effect::Notify { text, aloud }));
}

/// Keeps what follows from the state of the room on the screen.
pub(crate) fn keep(model: &mut Model) {
    entry::begin(model);
    let Screen::Room(screen) = &mut model.screen else { return };
    if screen.entry != Entry::Inside {
        return;
    }
    model.session.keep_channel(&screen.code);
    let mut is_news = false;
    if let Some(room) = model.session.room(&screen.code).and_then(|view| view.room()) {
        let (variant, at) = (room.settings().variant, room.at());
        if screen.at != at {
            is_news = screen.at != Seq::default();
            screen.at = at;
            screen.aim.preview = None;
        }
        if !screen.is_alone() {
            model.session.want_bots(variant);
        }
    }
    if screen.panel == Panel::Chat
        && let Some(view) = model.session.room_mut(&screen.code)
    {
        view.talk.look();
    }
    if is_news {
        // The notice was about an earlier position.
        if model.code().is_some_and(Alone::is) {
            model.notice = None;
        }
        signal(model);
    }
}
