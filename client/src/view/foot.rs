//! The keys that matter now, for the last line of the screen.

use crate::{
    action::{Action, Deed},
    keymap::{self, Context, HelpLine},
    model::{Can, Model, Screen, Standing},
};

/// The most useful keys on the screen, the most useful first; the two last are there always.
pub(super) fn keys(model: &Model) -> Vec<HelpLine> {
    match (keymap::context(model), model.standing()) {
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
    let my_turn = standing.room.turn().is_some_and(|seat| standing.mine().contains(&seat));
    let mut keys = Vec::new();
    if standing.offered().is_some() {
        keys.extend([(Action::Yes, "accept"), (Action::No, "decline")]);
    } else if standing.asker().is_some() {
        keys.extend([(Action::Yes, "let in"), (Action::No, "refuse")]);
    }
    if standing.offers().is_some() {
        keys.push((Action::Do(Deed::Withdraw), "take offer back"));
    }
    if standing.gone().is_some() && standing.room.is_playing() {
        keys.push((Action::Do(Deed::Claim), "claim"));
    }
    if my_turn {
        keys.push((Action::Select, "place"));
    }
    for (action, what) in [(Action::Select, "ready"), (Action::GoOn, "go on"), (Action::Sit, "take seat")] {
        if matches!(standing.can(action), Can::Now(_)) {
            keys.push((action, what));
        }
    }
    keys.push((Action::Do(Deed::Menu), "menu"));
    if my_turn {
        keys.push((Action::TypePoint, "type h8"));
    }
    for (action, what) in [
        (Action::Do(Deed::TakeBack), "take back"),
        (Action::Hint, "hint"),
        (Action::Do(Deed::Settings), "settings"),
    ] {
        if matches!(standing.can(action), Can::Now(_)) {
            keys.push((action, what));
        }
    }
    keys.extend([(Action::Back, "leave"), (Action::Help, "help"), (Action::Quit, "quit")]);
    keys
}
