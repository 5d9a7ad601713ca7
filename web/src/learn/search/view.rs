//! Shows a search, step by step.

mod nodes;

use tengen_session::{study::Walk, text::Lang};
use tengen_shared::{
    game::Seat,
    rules::{Variant, search::Cuts},
};

use super::{Go, Msg, Pace, Search, Shown, Source, engine_of, engines};
use crate::{
    learn::{
        Element, Msg as Top,
        widgets::{back, choice, line, parts_table, signed, stepper},
    },
    tree::{button, el},
    view::{parts::boards, picture},
};

/// The id of the choice of a speed, which has its own use for the arrow keys.
const SPEED: &str = "speed";

pub(crate) fn view(search: &Search, lang: Lang) -> Element {
    let main = el("main")
        .class("search")
        .child(el("header").child(back(lang)).child(el("h1").text(lang.search_title())))
        .child(form(search, lang));
    match &search.shown {
        Shown::Wanted(_) => main.child(el("p").attr("role", "status").text(lang.search_searching())),
        Shown::Refused(why) => main.child(el("p").class("fault").attr("role", "alert").text(why.clone())),
        Shown::Loaded(walk) => {
            let is_typed = search.source == Source::Typed;
            let shown = nodes::TreeView { walk, folds: &search.folds, is_typed, lang };
            main.child(controls(search, walk, lang))
                .child(el("p").class("step").attr("role", "status").text(shown.said()))
                .children(taken_apart(search, lang))
                .children((!is_typed).then(|| board(search, walk)))
                .child(nodes::view(shown))
        }
    }
}

/// Returns what a key does at the tree and its buttons.
fn key(key: &str) -> Option<Top> {
    let go = match key {
        "ArrowRight" => Go::Forward,
        "ArrowLeft" => Go::Back,
        _ => return None,
    };
    Some(Top::Search(Msg::Go(go)))
}

/// What is searched, and how.
fn form(search: &Search, lang: Lang) -> Element {
    let is_typed = search.source == Source::Typed;
    let sources = el("div")
        .class("choices")
        .child(choice(lang.search_typed(), is_typed, Top::Search(Msg::Source(Source::Typed))))
        .child(choice(lang.search_position(), !is_typed, Top::Search(Msg::Source(Source::Position))))
        .child(choice(lang.search_cuts(), search.cuts == Cuts::On, Top::Search(Msg::Cuts)));
    let show = (lang.search_show(), Top::Search(Msg::Show));
    let line = if is_typed {
        line(lang.search_tree(), &search.typed, |text| Top::Search(Msg::Typed(text)), show)
    } else {
        line(lang.board_moves(), &search.moves, |text| Top::Search(Msg::Moves(text)), show)
    };
    let about = if is_typed { lang.search_about_tree() } else { lang.search_about_moves() };
    el("section")
        .class("fields")
        .child(sources)
        .children((!is_typed).then(|| engine(search, lang)))
        .child(line)
        .child(el("small").text(about))
}

/// The board, the engine and its depth.
fn engine(search: &Search, lang: Lang) -> Element {
    let now = engine_of(search.bot);
    let names = engines(search.variant).iter().map(|name| {
        let text = name.to_string();
        el("option").attr("value", text.clone()).flag("selected", now == Some(*name)).text(text)
    });
    let engine = el("select")
        .attr("aria-label", lang.search_engine())
        .on_input(|text| Top::Search(Msg::Engine(text)))
        .children(names);
    let depth = search.bot.depth().map(|depth| {
        let step = |more| (Top::Search(Msg::Depth(more)), search.deeper(more).is_some());
        stepper(depth, lang, [step(false), step(true)])
    });
    let is_named = Variant::NAMED.iter().any(|(_, variant)| *variant == search.variant);
    let other = (!is_named).then(|| {
        let name = search.variant.to_string();
        el("option").attr("value", name.clone()).flag("selected", true).text(name)
    });
    let boards = boards(Some(search.variant), lang, other, |text| Top::Search(Msg::Board(text)));
    el("div").class("choices").child(boards).child(engine).children(depth)
}

/// What the value of the leaf is made of, or the button that asks for it.
fn taken_apart(search: &Search, lang: Lang) -> Option<Element> {
    let leaf = search.leaf()?;
    let found = match &search.parts {
        Some((known, found)) if *known == leaf => found,
        _ => return Some(button(lang.search_parts(), Top::Search(Msg::TakeApart(leaf)))),
    };
    Some(match found {
        None => el("p").attr("role", "status").text(lang.parts_asking()),
        Some(Err(why)) => el("p").class("fault").attr("role", "alert").text(why.clone()),
        Some(Ok(found)) => parts_table(found, lang.parts_sum(&signed(found.value)), ["MAX", "MIN"], lang),
    })
}

/// The buttons that go through the steps, and the counts.
fn controls(search: &Search, walk: &Walk, lang: Lang) -> Element {
    let step = |sign: &'static str, label: &'static str, go: Go| {
        button(sign, Top::Search(Msg::Go(go))).attr("aria-label", label)
    };
    let play = if search.step_at.is_some() { lang.search_pause() } else { lang.search_play() };
    let paces = Pace::ALL.into_iter().map(|pace| {
        el("option").attr("value", pace.name()).flag("selected", pace == search.pace).text(pace.title(lang))
    });
    let speed = el("select")
        .attr("id", SPEED)
        .attr("aria-label", lang.search_speed())
        .on_input(|text| Top::Search(Msg::Pace(text)))
        .children(paces);
    let totals = &walk.tree().totals;
    let shown = u64::try_from(walk.tree().nodes.len()).unwrap_or(u64::MAX);
    let mut counts = vec![lang.search_counts(walk.entered(), totals.nodes)];
    if totals.nodes > shown {
        counts.push(lang.search_shown(shown));
    }
    counts.extend(totals.plain.map(|plain| lang.search_plain(plain)));
    el("div")
        .class("buttons steps")
        .on_key(|key, id| self::key(key).filter(|_| id != SPEED))
        .child(step("|◀", lang.web_first_move(), Go::Start))
        .child(step("◀", lang.search_back(), Go::Back))
        .child(button(play, Top::Search(Msg::Play)).class("primary"))
        .child(step("▶", lang.search_next(), Go::Forward))
        .child(step("▶|", lang.web_last_move(), Go::End))
        .children(
            walk.has_window().then(|| button(lang.search_next_cut(), Top::Search(Msg::Go(Go::NextCut)))),
        )
        .child(speed)
        .child(el("span").class("counts").text(counts.join(" · ")))
}

/// The position of the node that the search is at.
fn board(search: &Search, walk: &Walk) -> Element {
    let mut moves = search.root.clone();
    moves.extend(walk.last().map(|step| walk.path(step.node())).unwrap_or_default());
    picture::board(search.variant, &moves, Some(Seat::One), &[])
}
