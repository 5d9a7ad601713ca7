//! Shows a lesson.

mod board;
mod findings;

use tengen_session::text::Lang;
use tengen_worker::{Edition, Program};

use super::{Lesson, Msg, NoWalk, Tool, examples, words};
use crate::{
    learn::{
        Element, Model, Msg as Top,
        widgets::{back, choice, line, signed, stepper},
    },
    tree::{Text, button, el},
};

pub(crate) fn view(model: &Model, lesson: &Lesson) -> Element {
    let lang = model.lang;
    let article = lesson.article();
    let title = el("header")
        .child(back(lang))
        .child(el("h1").text(words::title(article, lang)))
        .child(el("p").text(words::name(article, lang)));
    let about = el("section")
        .class("about")
        .child(el("p").text(words::teaches(article, lang)))
        .children(words::how(article, lang).map(|text| el("p").text(text)));
    let side = el("div")
        .class("side")
        .child(findings::status(lesson, lang))
        .children(findings::moves(lesson, lang).filter(|_| !lesson.is_game()))
        .child(below_moves(lesson, lang))
        .children(findings::parts(lesson, lang))
        .children(findings::log(lesson, lang));
    el("main")
        .class("lesson")
        .child(title)
        .child(about)
        .child(examples(lesson, lang))
        .child(tools(lesson, lang))
        .child(el("div").class("both").child(board::view(model, lesson)).child(side))
        .child(position(lesson, lang))
        .children(weights(lesson, lang))
        .child(defects(lesson, lang))
}

fn act(label: impl Into<Text>, msg: Msg) -> Element {
    button(label, Top::Lesson(msg))
}

fn examples(lesson: &Lesson, lang: Lang) -> Element {
    let shown = examples::of(lesson.article())
        .into_iter()
        .map(|example| act((example.title)(lang), Msg::Example(example)));
    el("section")
        .child(el("h2").text(lang.learn_examples()))
        .child(el("div").class("choices").children(shown).child(act(lang.learn_empty(), Msg::Clear)))
}

/// What a click on the board does.
fn tools(lesson: &Lesson, lang: Lang) -> Element {
    let tool = |label, tool| choice(label, lesson.tool == tool, Top::Lesson(Msg::Tool(tool)));
    let explain =
        matches!(lesson.program, Program::Greedy(_)).then(|| tool(lang.learn_place_explain(), Tool::Explain));
    let about = match lesson.tool {
        Tool::Play => lang.learn_about_play(),
        Tool::Person | Tool::Computer => lang.learn_about_place(),
        Tool::Explain => lang.learn_about_explain(),
    };
    let against =
        |label, edition| choice(label, lesson.edition == edition, Top::Lesson(Msg::Against(edition)));
    let play = (lesson.tool == Tool::Play).then(|| {
        el("div")
            .class("choices against")
            .child(el("span").text(lang.learn_against()))
            .child(against(lang.learn_printed(), Edition::Printed))
            .child(against(lang.learn_repaired(), Edition::Repaired))
            .child(act(lang.learn_begin(), Msg::Begin))
    });
    el("section")
        .child(
            el("div")
                .class("choices")
                .child(tool(lang.learn_place_play(), Tool::Play))
                .child(tool(lang.learn_place_person(), Tool::Person))
                .child(tool(lang.learn_place_computer(), Tool::Computer))
                .children(explain),
        )
        .children(play)
        .child(el("small").text(about))
}

/// The depth, and the way to the search.
fn below_moves(lesson: &Lesson, lang: Lang) -> Element {
    let depth = lesson.program.depth().map(|depth| {
        let step = |more, end| (Top::Lesson(Msg::Depth(more)), depth != end);
        stepper(depth, lang, [step(false, 1), step(true, lesson.program.deepest())])
    });
    let note = |text: &'static str| Some(el("small").text(text));
    let walk = match lesson.walk() {
        Ok(_) => {
            let about = if lesson.program.variant().is_3x3() {
                lang.learn_walk_signs()
            } else {
                lang.learn_walk_values()
            };
            let walk = act(lang.learn_walk(), Msg::Walk);
            Some(el("div").class("walk-to").child(walk).child(el("small").text(about)))
        }
        Err(NoWalk::NoSearch | NoWalk::Over) => None,
        Err(NoWalk::Counts) => note(lang.learn_no_walk_counts()),
        Err(NoWalk::Weights) => note(lang.learn_no_walk_weights()),
    };
    el("div").class("choices").children(depth).children(walk)
}

/// The position as text.
fn position(lesson: &Lesson, lang: Lang) -> Element {
    let about =
        if lesson.program.variant().is_3x3() { lang.learn_about_small() } else { lang.learn_about_large() };
    let fault =
        lesson.is_refused.then(|| el("p").class("fault").attr("role", "alert").text(lang.learn_bad_text()));
    let show = (lang.learn_show(), Top::Lesson(Msg::Set));
    el("section")
        .child(el("h2").text(lang.learn_text()))
        .child(line(lang.learn_text(), &lesson.typed, |text| Top::Lesson(Msg::Type(text)), show))
        .children(fault)
        .child(el("small").text(about))
}

/// The weights in a form; nothing if the program has none that could be changed.
fn weights(lesson: &Lesson, lang: Lang) -> Option<Element> {
    if lesson.weights.is_empty() {
        return None;
    }
    let fields = lesson.weights.iter().enumerate().map(|(index, weight)| {
        let field = el("input")
            .attr("inputmode", "numeric")
            .attr("autocomplete", "off")
            .attr("value", weight.typed.clone())
            .says("aria-invalid", weight.number().is_none())
            .on_input(move |text| Top::Lesson(Msg::Weight(index, text)));
        el("label").child(el("span").text(weight.label(lang))).child(field)
    });
    let fault = lesson.weights.iter().find(|weight| weight.number().is_none()).map(|weight| {
        let [least, most] = [*weight.range().start(), *weight.range().end()].map(signed);
        let text = lang.learn_weight_fault(&weight.label(lang), &least, &most);
        el("p").class("fault").attr("role", "alert").text(text)
    });
    Some(
        el("details")
            .child(el("summary").text(lang.learn_weights()))
            .child(el("div").class("weights").children(fields))
            .children(fault)
            .child(act(lang.learn_own_weights(), Msg::OwnWeights)),
    )
}

fn defects(lesson: &Lesson, lang: Lang) -> Element {
    let items = examples::defects(lesson.article()).into_iter().map(|defect| {
        let title = (defect.example.title)(lang);
        let label = format!("{}: {title}", lang.learn_show());
        el("li")
            .child(el("p").text(title))
            .child(el("p").text(lang.learn_repair((defect.repair)(lang))))
            .child(act(lang.learn_show(), Msg::Example(defect.example)).attr("aria-label", label))
    });
    el("section").child(el("h2").text(lang.learn_defects())).child(el("ul").class("defects").children(items))
}
