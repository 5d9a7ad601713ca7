//! The keys in the last line of the screen.

use tengen_session::room::{RoomAction, board_shown};

use crate::{
    action::Action,
    keymap::{Context, HelpLine},
    model::{MenuState, Model, Standing, context},
    screen::Screen,
};

/// Returns the most useful keys of the screen, the most useful first. In rooms, the last three are for going back, for
/// help and for quitting.
pub(crate) fn keys(model: &Model) -> Vec<HelpLine> {
    match (context(model), model.standing()) {
        (Context::Room, Some(standing)) => {
            let line = |(action, what): (Action, &'static str)| {
                Some(HelpLine { keys: model.keymap.key_of(Context::Room, action)?, what })
            };
            room(&standing).into_iter().filter_map(line).collect()
        }
        (Context::Keys, _) if matches!(&model.screen, Screen::Settings(screen) if screen.waits()) => {
            vec![HelpLine { keys: "Esc".to_owned(), what: model.lang.key_never_mind() }]
        }
        (context, _) => model.keymap.hints(context),
    }
}

fn room(standing: &Standing<'_>) -> Vec<(Action, &'static str)> {
    let lang = standing.lang;
    let my_turn = standing.room.turn().is_some_and(|seat| standing.mine().contains(&seat));
    let mut keys = Vec::new();
    if standing.offered().is_some() {
        keys.extend([(Action::Yes, lang.foot_accept()), (Action::No, lang.foot_decline())]);
    } else if standing.asker().is_some() {
        keys.extend([(Action::Yes, lang.foot_let_in()), (Action::No, lang.foot_refuse())]);
    }
    if standing.offers().is_some() {
        keys.push((Action::Do(RoomAction::Withdraw), lang.foot_withdraw()));
    }
    if standing.gone().is_some() && standing.room.is_playing() {
        keys.push((Action::Do(RoomAction::Claim), lang.foot_claim()));
    }
    if my_turn {
        keys.push((Action::Select, lang.foot_place()));
    }
    let possible =
        |(action, what)| matches!(standing.can(action), MenuState::Offered(_)).then_some((action, what));
    keys.extend(
        [(Action::Select, lang.foot_ready()), (Action::Do(RoomAction::GoOn), lang.foot_go_on())]
            .into_iter()
            .filter_map(possible),
    );
    keys.extend(possible((Action::Do(RoomAction::Sit), lang.foot_sit())));
    keys.push((Action::Menu, lang.foot_menu()));
    if my_turn && board_shown(standing.room).marks_follow_seat() {
        keys.push((Action::Digit(0), lang.foot_digits()));
    } else if my_turn {
        keys.push((Action::TypePoint, lang.foot_type()));
    }
    let further = [
        (Action::Do(RoomAction::TakeBack), lang.foot_takeback()),
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
        keys.extend(possible((Action::Explain, lang.foot_explain())));
    }
    let always = [
        (Action::Back, lang.foot_leave()),
        (Action::Help, lang.foot_help()),
        (Action::Quit, lang.foot_quit()),
    ];
    keys.extend(always);
    keys
}
