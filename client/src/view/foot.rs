//! The keys in the last line of the screen.

use tengen_session::{
    opening,
    room::{RoomAction, board_shown},
};
use tengen_shared::game::Offer;

use crate::{
    action::Action,
    keymap::{Context, HelpLine},
    layout::Layout,
    model::{MenuState, Model, Overlay, Standing, context},
    screen::{
        Screen,
        form::{ChangeBy, Field},
        list,
    },
};

/// The least widths of a screen with the longer labels, in columns: without and with the key to type a point.
const WIDE: (u16, u16) = (60, 90);

/// Returns the most useful keys of the screen, the most useful first. In rooms, the last three are for going back, for
/// help and for quitting.
pub(crate) fn keys(model: &Model, layout: &Layout) -> Vec<HelpLine> {
    match (context(model), model.standing()) {
        (Context::Room, Some(standing)) => {
            let line = |(action, what): (Action, &'static str)| {
                let keys = match action {
                    Action::Do(RoomAction::Choose(_)) => standing.key(action),
                    _ => model.keymap.key_of(Context::Room, action)?,
                };
                Some(HelpLine { keys, what })
            };
            room(&standing, model.size.width).into_iter().filter_map(line).collect()
        }
        (Context::Keys, _) if matches!(&model.screen, Screen::Settings(screen) if screen.waits()) => {
            vec![HelpLine { keys: "Esc".to_owned(), what: model.lang.key_never_mind() }]
        }
        (context, _) => {
            let mut hints = model.keymap.hints(context);
            hints.retain(|hint| !is_useless(model, layout, hint.what));
            for hint in &mut hints {
                hint.what = short_label(model, hint.what).unwrap_or(hint.what);
            }
            hints
        }
    }
}

/// Whether a key of the last line does nothing now, or the same as another. `what` is the text of the help.
fn is_useless(model: &Model, layout: &Layout, what: &str) -> bool {
    let lang = model.lang;
    let fits = layout.popup.as_ref().is_some_and(|popup| popup.rows.shows_all());
    if fits && what == lang.key_scroll_down() {
        return true;
    }
    match &model.screen {
        Screen::List(_) => match list::view::enter_label(model) {
            None => [lang.key_open_room(), lang.key_watch()].contains(&what),
            Some(label) => label != lang.foot_sit() && what == lang.key_watch(),
        },
        Screen::Create(form) if form.cursor == Field::Start => {
            [lang.key_value_before(), lang.key_value_after()].contains(&what)
        }
        Screen::Devices(screen) => screen.devices.keys().is_empty() && what == lang.key_remove_device(),
        _ => false,
    }
}

/// Returns how many of the first keys answer a request of another player.
pub(crate) fn answers(model: &Model) -> usize {
    let asked = |standing: Standing<'_>| standing.offered().is_some() || standing.asker().is_some();
    if context(model) == Context::Room && model.standing().is_some_and(asked) { 2 } else { 0 }
}

/// Returns what a key of the last line does now, if that is shorter or more exact than the help. `what` is the text of
/// the help.
fn short_label(model: &Model, what: &'static str) -> Option<&'static str> {
    let lang = model.lang;
    if let Some(Overlay::Confirm { action, .. }) = &model.overlay {
        let [yes, no] = action.answers(lang);
        return if what == lang.key_yes() { Some(yes) } else { (what == lang.key_no()).then_some(no) };
    }
    match &model.screen {
        Screen::Create(form) if what == lang.key_next_or_start() && form.cursor == Field::More => {
            Some(if form.more { lang.foot_hide() } else { lang.foot_show() })
        }
        Screen::Create(form) if what == lang.key_next_or_start() => {
            Some(match form.changed().map(|change| change.by) {
                None => lang.foot_start(),
                Some(ChangeBy::Host) => lang.foot_save(),
                Some(ChangeBy::Consent) => lang.foot_ask(),
            })
        }
        Screen::List(_) if what == lang.key_open_room() => list::view::enter_label(model),
        Screen::Replay(_) if what == lang.key_to_game_or_back() => Some(lang.key_back()),
        Screen::Settings(_) if what == lang.key_default() => Some(lang.foot_reset()),
        Screen::Devices(_) if what == lang.key_device_code() => Some(lang.foot_device_code()),
        Screen::Devices(_) if what == lang.key_enter_device_code() => Some(lang.foot_enter_code()),
        Screen::Devices(_) if what == lang.key_remove_device() => Some(lang.foot_remove()),
        Screen::List(_) | Screen::Find(_) if what == lang.key_code() => Some(lang.foot_code()),
        _ => None,
    }
}

/// Returns the keys for open requests: to answer that of another player, or to cancel one's own.
fn requests(standing: &Standing<'_>) -> Vec<(Action, &'static str)> {
    let lang = standing.lang;
    let mut keys = Vec::new();
    if let Some((_, made)) = standing.offered() {
        keys.extend([(Action::Yes, lang.foot_accept()), (Action::No, lang.foot_decline())]);
        // The menu lists the proposed settings, for which the banner may be too small.
        if matches!(made.offer, Offer::Change { .. }) {
            keys.push((Action::Menu, lang.foot_details()));
        }
    } else if standing.asker().is_some() {
        keys.extend([(Action::Yes, lang.foot_let_in()), (Action::No, lang.foot_refuse())]);
    }
    if standing.offers().is_some() {
        keys.push((Action::Do(RoomAction::Withdraw), lang.foot_withdraw()));
    }
    keys
}

fn take_back(standing: &Standing<'_>, is_wide: bool) -> &'static str {
    if standing.room.seats().two_people() && is_wide {
        standing.lang.foot_ask_takeback()
    } else {
        standing.lang.foot_takeback()
    }
}

fn room(standing: &Standing<'_>, width: u16) -> Vec<(Action, &'static str)> {
    let lang = standing.lang;
    let places = standing.position_to_play().is_some();
    let mut keys = requests(standing);
    if standing.gone().is_some() && standing.room.is_playing() {
        keys.push((Action::Do(RoomAction::Claim), lang.foot_claim()));
    }
    if places {
        keys.push((Action::Select, lang.foot_place()));
    }
    let choices = standing.choices().into_iter();
    keys.extend(
        choices.map(|choice| (Action::Do(RoomAction::Choose(choice)), opening::button(choice, lang))),
    );
    let possible =
        |(action, what)| matches!(standing.can(action), MenuState::Offered(_)).then_some((action, what));
    keys.extend(
        [(Action::Select, lang.foot_ready()), (Action::Do(RoomAction::GoOn), lang.foot_go_on())]
            .into_iter()
            .filter_map(possible),
    );
    keys.extend(possible((Action::Do(RoomAction::Sit), lang.foot_sit())));
    if standing.room.clocks_paused() {
        let asks = standing.asks_to_restart_clocks();
        let what = if asks { lang.foot_ask_clocks_on() } else { lang.foot_clocks_on() };
        keys.extend(possible((Action::Do(RoomAction::Pause), what)));
    }
    if !keys.iter().any(|(action, _)| *action == Action::Menu) {
        keys.push((Action::Menu, lang.foot_menu()));
    }
    let types = places && !board_shown(standing.room).is_3x3();
    if types {
        keys.push((Action::TypePoint, lang.foot_type()));
    } else if places {
        keys.push((Action::Digit(0), lang.foot_digits()));
    }
    let is_wide = width >= if types { WIDE.1 } else { WIDE.0 };
    let further = [
        (Action::Do(RoomAction::TakeBack), take_back(standing, is_wide)),
        (Action::Do(RoomAction::Hint), lang.foot_hint()),
        (Action::Do(RoomAction::Settings), lang.foot_settings()),
    ];
    keys.extend(further.into_iter().filter_map(possible));
    // A player with an AI opponent has nobody to chat with.
    if standing.room.seats().two_people() || !standing.sits() {
        keys.push((Action::Chat, lang.foot_chat()));
    }
    if !standing.sits() {
        keys.push((Action::History, lang.foot_games()));
        keys.extend(possible((Action::Explain, lang.analysis())));
    }
    let always = [
        (Action::Back, lang.foot_leave()),
        (Action::Help, lang.foot_help()),
        (Action::Quit, lang.foot_quit()),
    ];
    keys.extend(always);
    keys
}
