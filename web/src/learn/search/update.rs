//! Changes the screen of a search.

use tengen_shared::rules::{Variant, search::Cuts};

use super::{Go, Msg, Pace, Search, Shown, at_depth, engines, usual};
use crate::learn::{Effect, Model, Screen};

pub(crate) fn update(model: &mut Model, msg: Msg) {
    let (now, lang) = (model.now, model.lang);
    let Screen::Search(search) = &mut model.screen else { return };
    let mut asked = None;
    match msg {
        Msg::Typed(text) => search.typed = text,
        Msg::Moves(text) => search.moves = text,
        Msg::Source(source) => {
            search.source = source;
            asked = Some(search.ask(lang));
        }
        Msg::Board(text) => {
            if let Ok(variant) = text.parse::<Variant>() {
                (search.variant, search.bot) = (variant, usual(variant));
                search.moves.clear();
                asked = Some(search.ask(lang));
            }
        }
        Msg::Engine(text) => {
            let named = engines(search.variant).iter().find(|name| name.to_string() == text);
            if let Some(name) = named {
                search.bot = at_depth(*name, 2);
                asked = Some(search.ask(lang));
            }
        }
        Msg::Depth(more) => {
            if let Some(bot) = search.deeper(more) {
                search.bot = bot;
                asked = Some(search.ask(lang));
            }
        }
        Msg::Cuts => {
            search.cuts = if search.cuts == Cuts::On { Cuts::Off } else { Cuts::On };
            asked = Some(search.ask(lang));
        }
        Msg::Show => asked = Some(search.ask(lang)),
        Msg::Go(to) => go(search, to),
        Msg::Play => {
            search.step_at = match (&mut search.shown, search.step_at) {
                (Shown::Loaded(walk), None) => {
                    if walk.is_over() {
                        walk.go_to(0);
                    }
                    Some(now)
                }
                _ => None,
            };
        }
        Msg::Pace(text) => {
            search.pace = Pace::ALL.into_iter().find(|pace| pace.name() == text).unwrap_or(search.pace);
        }
        Msg::Unfold(node, unfold) => search.folds.insert(node, unfold),
        Msg::TakeApart(leaf) => search.parts = Some((leaf, None)),
    }
    model.effects.extend(asked.map(Effect::Readdress));
}

fn go(search: &mut Search, to: Go) {
    let Shown::Loaded(walk) = &mut search.shown else { return };
    search.step_at = None;
    let (made, all) = walk.progress();
    match to {
        Go::Start => walk.go_to(0),
        Go::Back => walk.go_to(made.saturating_sub(1)),
        Go::Forward => walk.go_to(made + 1),
        Go::NextCut => walk.to_next_cut(),
        Go::End => walk.go_to(all),
    }
}

/// Makes the next step if it is due.
pub(crate) fn keep(model: &mut Model) {
    let now = model.now;
    let Screen::Search(search) = &mut model.screen else { return };
    let (Shown::Loaded(walk), Some(at)) = (&mut search.shown, search.step_at) else { return };
    if at <= now {
        walk.go_to(walk.progress().0 + 1);
        search.step_at = (!walk.is_over()).then(|| now + search.pace.step());
    }
}
