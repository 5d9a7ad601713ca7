//! The page's questions to the engine: one at a time, derived from the screen.

use std::time::Duration;

use tengen_session::alone::{Alone, Chosen, Wanted};
use tengen_worker::{Answer, Question, Setup};

use crate::{effect::Effect, model::Model, screen::Screen};

/// How long after a failure the engine is asked again: it may have been a moment without the server.
const AGAIN_AFTER: Duration = Duration::from_secs(10);

/// Asks what the screen needs, unless that is asked already.
pub(crate) fn keep(model: &mut Model) {
    let now = model.session.time().local();
    if model.asked.again_at.take_if(|again| *again <= now).is_some() {
        model.asked.question = None;
    }
    let wanted = wanted(model);
    if is_same(wanted.as_ref(), model.asked.question.as_ref()) {
        return;
    }
    model.asked.again_at = None;
    model.asked.number = model.asked.number.wrapping_add(1);
    model.asked.question.clone_from(&wanted);
    model.effects.push(match wanted {
        Some(question) => Effect::Think(model.asked.number, question),
        None => Effect::Rest,
    });
}

/// Whether the engine is at a question already. It goes through a game by itself, so where it began does not matter.
fn is_same(wanted: Option<&Question>, asked: Option<&Question>) -> bool {
    match (wanted, asked) {
        (Some(Question::Game { setup: wanted, .. }), Some(Question::Game { setup: asked, .. })) => {
            wanted == asked
        }
        (wanted, asked) => wanted == asked,
    }
}

fn wanted(model: &Model) -> Option<Question> {
    match &model.screen {
        Screen::Room(room) if room.is_alone() => of_room(model.session.alone()?),
        Screen::Replay(replay) => replay.question(),
        _ => None,
    }
}

fn of_room(alone: &Alone) -> Option<Question> {
    let setup = Setup::of(alone.position()?);
    Some(match alone.wanted()? {
        Wanted::Hint => Question::Hint { setup },
        Wanted::Turn { bot, step, seed, ms } => Question::Turn { setup, bot, step, seed, ms },
    })
}

/// The engine has answered a question, perhaps one that does not matter any more.
pub(crate) fn answered(model: &mut Model, number: u32, answer: Result<Answer, String>) {
    if number != model.asked.number {
        return;
    }
    let answer = match answer {
        Ok(answer) => answer,
        Err(why) => {
            let words = model.lang.web_engine_failed(&why);
            match &mut model.screen {
                Screen::Replay(replay) => replay.failed(),
                _ => model.asked.again_at = Some(model.session.time().local() + AGAIN_AFTER),
            }
            return model.tell(words);
        }
    };
    let now = model.session.time().local();
    if let Screen::Replay(replay) = &mut model.screen {
        return replay.answered(answer);
    }
    let Some(alone) = model.session.alone_mut() else { return };
    match answer {
        Answer::Stone { point, thinking } => alone.chosen(Chosen::Stone(point, thinking), now),
        Answer::Choice(choice) => alone.chosen(Chosen::Choice(choice), now),
        Answer::Hint { point, outlook } => alone.hinted(point, outlook, now),
        Answer::Seen(_) | Answer::Worth { .. } | Answer::Nothing => {}
    }
}
