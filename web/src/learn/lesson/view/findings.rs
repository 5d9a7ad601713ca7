//! What the program makes of the position.

use tengen_session::text::Lang;
use tengen_shared::rules::search::Verdict;
use tengen_worker::{Edition, Pick, Program, Study};

use crate::{
    learn::{
        Element,
        lesson::{Lesson, Over, Studied},
        widgets::{parts_table, signed},
    },
    tree::{Text, el},
};

/// Says how the game has ended, or that the program thinks.
pub(super) fn status(lesson: &Lesson, lang: Lang) -> Element {
    let text = match lesson.over {
        Some(Over::Won(stone)) if stone == lesson.program.computer() => lang.learn_you_lose(),
        Some(Over::Won(_)) => lang.learn_you_win(),
        Some(Over::Draw) => lang.learn_is_draw(),
        Some(Over::Announced(Verdict::Win)) => lang.learn_ends_win(),
        Some(Over::Announced(Verdict::Draw)) => lang.learn_ends_draw(),
        Some(Over::Stuck) => lang.learn_stuck(),
        Some(Over::OnStone) => lang.learn_on_top(),
        None if lesson.task().is_some() => lang.learn_thinking(),
        None => "",
    };
    let fault = lesson.failed.as_ref().map(|why| el("span").class("fault").text(why.clone()));
    el("p").class("status").attr("role", "status").text(text).children(fault)
}

/// The move of both editions, side by side.
pub(super) fn moves(lesson: &Lesson, lang: Lang) -> Option<Element> {
    let studied = lesson.study.as_ref()?;
    let study = &studied.study;
    let pick = |edition: Edition| *study.picks.of(edition);
    let row = |label: &'static str, cell: &dyn Fn(Edition) -> Text| {
        el("tr")
            .child(el("th").attr("scope", "row").text(label))
            .children([Edition::Printed, Edition::Repaired].map(|edition| el("td").text(cell(edition))))
    };
    let played = |edition| match pick(edition) {
        None => lang.learn_no_move().into(),
        Some(pick) if studied.is_on_stone(pick) => lang.learn_on_stone(&pick.point.to_string()).into(),
        Some(Pick { point, .. }) => point.to_string().into(),
    };
    let value = |edition| pick(edition).map_or(Text::Borrowed(""), |pick| signed(pick.value).into());
    let announces = |edition| match pick(edition).and_then(|pick| pick.announces) {
        None => Text::Borrowed(""),
        Some(Verdict::Win) => lang.learn_announces_win().into(),
        Some(Verdict::Draw) => lang.learn_announces_draw().into(),
    };
    let fixed = |edition| study.value.map_or(Text::Borrowed(""), |value| signed(*value.of(edition)).into());
    let heads = [(lang.learn_printed(), "key slip"), (lang.learn_repaired(), "key pick")]
        .map(|(head, key)| el("th").attr("scope", "col").text(head).child(el("i").class(key)));
    Some(
        el("table")
            .child(el("caption").text(lang.learn_moves()))
            .child(el("thead").child(el("tr").child(el("td")).children(heads)))
            .child(
                el("tbody")
                    .child(row(lang.learn_move(), &played))
                    .child(row(lang.learn_value(), &value))
                    .children(study.value.map(|_| row(lang.learn_static(), &fixed)))
                    .children(
                        matches!(lesson.program, Program::Levels { .. })
                            .then(|| row(lang.learn_announces(), &announces)),
                    ),
            ),
    )
}

/// What the value of the position, or the score of the chosen point, is made of.
pub(super) fn parts(lesson: &Lesson, lang: Lang) -> Vec<Element> {
    // The computer is to move, so the engine counts it as MAX.
    let sides = [lang.learn_computer(), lang.learn_you()];
    let Some(Studied { exercise, study: Study { parts, point, .. } }) = &lesson.study else {
        return Vec::new();
    };
    let note = match &lesson.program {
        Program::Greedy(_) => [lang.learn_scores(), lang.learn_near()].join(" "),
        Program::Domain { .. } => lang.learn_domain().to_owned(),
        Program::Alphabeta { .. } | Program::Levels { .. } => String::new(),
    };
    let of_point = point.iter().flat_map(|(parts, printed)| {
        let name = exercise.point.map(|point| point.to_string()).unwrap_or_default();
        [
            parts_table(parts, lang.learn_score_sum(&name, &signed(parts.value)), sides, lang),
            el("p").text(lang.learn_line_printed(&signed(*printed))),
        ]
    });
    let notes = (!note.is_empty()).then(|| el("p").class("quiet").text(note));
    notes
        .into_iter()
        .chain(of_point)
        .chain(
            parts.iter().map(|parts| parts_table(parts, lang.parts_sum(&signed(parts.value)), sides, lang)),
        )
        .collect()
}

/// The stones of the game, each with the static value after it.
pub(super) fn log(lesson: &Lesson, lang: Lang) -> Option<Element> {
    let rows = lesson.log.iter().map(|logged| {
        let is_computer = logged.stone == lesson.program.computer();
        let who = if is_computer { lang.learn_computer() } else { lang.learn_you() };
        let chosen = logged.chosen.map(|value| lang.learn_logged_chosen(&signed(value))).unwrap_or_default();
        let value = logged.value.map(|value| lang.learn_logged_value(&signed(value))).unwrap_or_default();
        el("li").text(lang.learn_logged(who, &logged.point.to_string()) + &chosen + &value)
    });
    (!lesson.log.is_empty())
        .then(|| el("ol").class("lines").attr("data-end", "").attr("tabindex", "0").children(rows))
}
