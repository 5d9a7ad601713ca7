//! Changes the lessons: an event in, effects out.

use super::{Effect, Model, Msg, Screen, lesson, route::Route, search};

/// Changes the model after an event. Returns what is to be done besides showing it.
pub fn update(model: &mut Model, msg: Msg) -> Vec<Effect> {
    match msg {
        Msg::Passed(elapsed) => model.now += elapsed,
        Msg::Answered(number, answer) if number == model.asked.0 => {
            let lang = model.lang;
            let answer = answer.map_err(|why| lang.web_engine_failed(&why));
            match &mut model.screen {
                Screen::Search(search) => search.answered(answer, lang),
                Screen::Lesson(lesson) => {
                    if lesson.answered(answer, lang) {
                        model.effects.push(Effect::Sound);
                        model.effects.extend(lesson.readdress());
                    }
                }
                Screen::Contents | Screen::Missing => {}
            }
        }
        // Nobody waits for this answer any more.
        Msg::Answered(..) => {}
        Msg::Go(route) => model.go(route),
        Msg::Moved(path, query) => model.open(Route::of(&path, &query)),
        Msg::Lesson(msg) => lesson::update::update(model, msg),
        Msg::Search(msg) => search::update::update(model, msg),
    }
    search::update::keep(model);
    keep_asking(model);
    std::mem::take(&mut model.effects)
}

/// Asks the engine what the screen needs, unless that is asked already.
fn keep_asking(model: &mut Model) {
    let wanted = match &model.screen {
        Screen::Search(search) => search.task(),
        Screen::Lesson(lesson) => lesson.task(),
        Screen::Contents | Screen::Missing => None,
    };
    let (number, asked) = &mut model.asked;
    if wanted != *asked {
        *number = number.wrapping_add(1);
        asked.clone_from(&wanted);
        model.effects.push(wanted.map_or(Effect::Rest, |task| Effect::Think(*number, task)));
    }
}
