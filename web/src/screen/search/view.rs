//! Shows a search, step by step.

mod nodes;

use tengen_session::{study::Walk, text::Lang};
use tengen_shared::{game::Seat, rules::search::Cuts};

use super::{Go, Msg, Pace, Search, Shown, Source, engine_of, engines};
use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    tree::{Handler, button, el},
    view::{
        parts::{back, boards},
        picture,
    },
};

/// The id of the choice of a speed, which has its own use for the arrow keys.
const SPEED: &str = "speed";

pub(crate) fn view(model: &Model, search: &Search) -> Element {
    let lang = model.lang;
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

fn choice(label: &'static str, chosen: bool, msg: Msg) -> Element {
    button(label, Top::Search(msg)).class("choice").says("aria-pressed", chosen)
}

fn field(label: &'static str, value: &str, msg: fn(String) -> Msg) -> Element {
    el("input")
        .attr("aria-label", label)
        .attr("autocomplete", "off")
        .attr("autocapitalize", "none")
        .attr("spellcheck", "false")
        .attr("value", value.to_owned())
        .on_input(move |text| Top::Search(msg(text)))
}

/// What is searched, and how.
fn form(search: &Search, lang: Lang) -> Element {
    let is_typed = search.source == Source::Typed;
    let sources = el("div")
        .class("choices")
        .child(choice(lang.search_typed(), is_typed, Msg::Source(Source::Typed)))
        .child(choice(lang.search_position(), !is_typed, Msg::Source(Source::Position)))
        .child(choice(lang.search_cuts(), search.cuts == Cuts::On, Msg::Cuts));
    let text = if is_typed {
        field(lang.search_tree(), &search.typed, Msg::Typed)
    } else {
        field(lang.board_moves(), &search.moves, Msg::Moves)
    };
    let line = el("form")
        .class("line")
        .on(Handler::Submit(Top::Search(Msg::Show)))
        .child(text)
        .child(el("button").attr("type", "submit").text(lang.search_show()));
    let about = is_typed.then(|| el("small").text(lang.search_about_tree()));
    el("section")
        .class("fields")
        .child(sources)
        .children((!is_typed).then(|| engine(search, lang)))
        .child(line)
        .children(about)
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
        let step = |sign: &'static str, label: &'static str, more| {
            let button = button(sign, Top::Search(Msg::Depth(more))).attr("aria-label", label);
            button.flag("disabled", search.deeper(more).is_none())
        };
        el("div")
            .class("stepper")
            .child(step("−", lang.web_less(), false))
            .child(el("output").text(lang.search_depth(depth)))
            .child(step("+", lang.web_more(), true))
    });
    let boards = boards(Some(search.variant), lang, None, |text| Top::Search(Msg::Board(text)));
    el("div").class("choices").child(boards).child(engine).children(depth)
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
