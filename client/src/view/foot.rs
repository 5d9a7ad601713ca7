//! The keys that matter now, for the last line of the screen.

use crate::{
    action::{Action, Deed},
    keymap::{self, Context, HelpLine},
    model::{Can, Model, Standing},
};

/// The most useful keys on the screen, the most useful first; the two last are there always.
pub(super) fn keys(model: &Model) -> Vec<HelpLine> {
    match (keymap::context(model), model.standing()) {
        (Context::Room, Some(standing)) => {
            let line = |(action, what): (Action, &'static str)| {
                Some(HelpLine { keys: keymap::key_of(Context::Room, action)?, what })
            };
            room(&standing).into_iter().filter_map(line).collect()
        }
        (context, _) => keymap::hints(context),
    }
}

fn room(standing: &Standing<'_>) -> Vec<(Action, &'static str)> {
    let lang = standing.lang;
    let my_turn = standing.room.turn().is_some_and(|seat| standing.mine().contains(&seat));
    let mut keys = Vec::new();
    if standing.offered().is_some() {
        keys.extend([(Action::Yes, lang.key_accept()), (Action::No, lang.key_decline())]);
    } else if standing.asker().is_some() {
        keys.extend([(Action::Yes, lang.key_let_in()), (Action::No, lang.key_refuse())]);
    }
    if standing.offers().is_some() {
        keys.push((Action::Do(Deed::Withdraw), lang.key_withdraw()));
    }
    if standing.gone().is_some() && standing.room.is_playing() {
        keys.push((Action::Do(Deed::Claim), lang.key_claim()));
    }
    if my_turn {
        keys.push((Action::Select, lang.key_place()));
    }
    let possible = |(action, what)| matches!(standing.can(action), Can::Now(_)).then_some((action, what));
    keys.extend(
        [(Action::Select, lang.key_ready()), (Action::GoOn, lang.key_go_on())]
            .into_iter()
            .filter_map(possible),
    );
    keys.extend(possible((Action::Sit, lang.key_sit())));
    keys.push((Action::Do(Deed::Menu), lang.key_menu()));
    if my_turn {
        keys.push((Action::TypePoint, lang.key_type()));
    }
    let further = [
        (Action::Do(Deed::TakeBack), lang.key_takeback()),
        (Action::Hint, lang.key_hint()),
        (Action::Do(Deed::Settings), lang.key_settings()),
    ];
    keys.extend(further.into_iter().filter_map(possible));
    if !standing.sits() {
        keys.extend([(Action::Chat, lang.key_chat()), (Action::History, lang.key_games())]);
        keys.extend(possible((Action::Explain, lang.key_explain())));
    }
    let always =
        [(Action::Back, lang.key_leave()), (Action::Help, lang.key_help()), (Action::Quit, lang.key_quit())];
    keys.extend(always);
    keys
}
