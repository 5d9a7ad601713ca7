//! Shows the analysis board.

mod analysis;

use tengen_session::{
    ending::Ending,
    evaluation::{Detail, EvaluatedGame},
    opening,
    terms::{self, plural},
    text::Lang,
};
use tengen_shared::{
    game::{GameRecord, Seat},
    rules::{Outcome, Point, Position},
};

use crate::{
    model::Model,
    msg::{Element, Msg as Top},
    route::query_value,
    screen::replay::{Format, Go, Loaded, Msg, Replay, Shown},
    tree::{Handler, button, el},
    view::{
        board::{self, Picture},
        parts::{back, boards, name_form},
    },
};

pub(crate) fn view(model: &Model, replay: &Replay) -> Element {
    let lang = model.lang;
    let loaded = match &replay.shown {
        Shown::Wanted if model.name.is_none() => return door(lang, name_form(model)),
        Shown::Wanted | Shown::Asked(_) => {
            return door(lang, el("p").attr("role", "status").text(lang.asking_for_game()));
        }
        Shown::Refused(why) => {
            return door(lang, el("p").class("fault").attr("role", "alert").text(why.clone()));
        }
        Shown::Loaded(loaded) => loaded,
    };
    let Loaded { record, tree } = loaded.as_ref();
    let position = tree.position();
    let won = position.winning_line();
    let seen = replay.analysis.seen(&tree.path());
    let board = board::view(&Picture {
        lang,
        variant: position.variant(),
        board: Some(position.board()),
        black: Some(record.as_ref().map_or(Seat::One, |record| record.black)),
        won: &won,
        last: position.last(),
        ghost: position.outcome().is_none().then(|| position.to_move()),
        pending: None,
        hint: seen.and_then(|seen| seen.lines.first()?.moves.first().copied()),
        forbidden: position.forbidden_points().collect(),
        threats: seen.map(|seen| &seen.threats),
        cover: None,
        aim: &replay.aim,
        now: model.session.time().local(),
        note: None,
        act: |aim| Top::Replay(Msg::Aim(aim)),
    });
    let title = match record {
        Some(record) => {
            let name = opening::after_board(&terms::board(record.variant, lang), record.opening, lang);
            lang.replay_title_of(record.room.as_str(), record.number, &name)
        }
        None => lang.board_title().to_owned(),
    };
    let side = el("section")
        .class("side")
        .children(record.as_ref().map(|record| el("p").class("status").text(ending(record, lang))))
        .children(
            record
                .is_none()
                .then(|| boards(Some(position.variant()), lang, None, |text| Top::Replay(Msg::Board(text)))),
        )
        .child(el("p").attr("aria-live", "polite").text(here(loaded, &position, lang)))
        .children(notes(loaded, lang).into_iter().map(|note| el("p").class("note").text(note)))
        .child(steps(loaded, lang))
        .child(moves(replay, loaded, lang))
        .child(more(loaded, lang))
        // It changes its height while the engine thinks, so nothing to click stands below it.
        .child(analysis::view(replay, loaded, lang));
    el("main")
        .class("room")
        .child(el("header").child(back(lang)).child(el("h1").text(title)))
        .child(board)
        .child(side)
}

/// The moves as text, to take out and to put in.
fn moves(replay: &Replay, loaded: &Loaded, lang: Lang) -> Element {
    let text = replay.typed.clone().unwrap_or_else(|| loaded.text());
    let field = el("input")
        .attr("aria-label", lang.board_moves())
        .attr("autocomplete", "off")
        .attr("autocapitalize", "none")
        .attr("spellcheck", "false")
        .attr("value", text)
        .on_input(|text| Top::Replay(Msg::Type(text)));
    el("form")
        .class("line")
        .on(Handler::Submit(Top::Replay(Msg::Set)))
        .child(field)
        .child(el("button").attr("type", "submit").text(lang.board_set()))
        .child(button(lang.board_copy(), Top::Replay(Msg::Copy)))
}

/// The ways to a search of this position, and to pictures of it.
fn more(loaded: &Loaded, lang: Lang) -> Element {
    let board = query_value(&loaded.variant().to_string());
    let search = format!("/search?board={board}&moves={}", shown_moves(loaded));
    let go = |label, msg| button(label, Top::Replay(msg));
    el("div")
        .class("buttons")
        // The search is a program of its own. This board stays open beside it.
        .child(
            el("a").class("button").attr("href", search).attr("target", "_blank").text(lang.search_title()),
        )
        .child(go(lang.board_svg(), Msg::Save(Format::Svg)))
        .child(go(lang.board_png(), Msg::Save(Format::Png)))
}

/// Returns the moves that lead to the position on the board, as one word.
fn shown_moves(loaded: &Loaded) -> String {
    loaded.tree.path().iter().map(ToString::to_string).collect()
}

/// Shows the screen of a game that is not there.
fn door(lang: Lang, text: Element) -> Element {
    el("main").child(el("header").child(back(lang)).child(el("h1").text(lang.replay_title()))).child(text)
}

/// The buttons that go through the moves.
fn steps(loaded: &Loaded, lang: Lang) -> Element {
    let step = |sign: &'static str, label: &'static str, go: Go| {
        button(sign, Top::Replay(Msg::Go(go))).attr("aria-label", label)
    };
    let left = loaded.tree.left_game_at().is_some();
    el("div")
        .class("buttons steps")
        .child(step("|◀", lang.web_first_move(), Go::First))
        .child(step("◀", lang.web_back_move(), Go::Back))
        .child(step("▶", lang.web_next_move(), Go::Forward))
        .child(step("▶|", lang.web_last_move(), Go::Last))
        .children(left.then(|| button(lang.web_to_game(), Top::Replay(Msg::Go(Go::ToGame)))))
        .children(left.then(|| button(lang.web_erase(), Top::Replay(Msg::Go(Go::Erase)))))
}

fn ending(record: &GameRecord, lang: Lang) -> String {
    let [black, white] = [record.black, record.black.other()].map(|seat: Seat| record.label(seat));
    let ending = Ending::of_record(record).full_text(|seat| record.label(seat), lang);
    format!("{black} - {white} · {ending}")
}

/// Returns the number of the current move, in the game or in a branch.
fn here(loaded: &Loaded, position: &Position, lang: Lang) -> String {
    let tree = &loaded.tree;
    let (ply, count) = (tree.ply(), tree.game_len());
    let moves = u64::try_from(count).unwrap_or(u64::MAX);
    if count == 0 && position.last().is_none() {
        return String::new();
    }
    let Some(point) = position.last() else { return lang.before_first(&lang.moves(moves, plural(moves))) };
    let decided = match position.outcome() {
        Some(Outcome::Win(_)) => lang.which_wins(),
        Some(Outcome::Draw) => lang.which_draws(),
        None => "",
    };
    match tree.left_game_at() {
        None => lang.in_game(ply, count, &point.to_string()),
        Some(left) if ply == left + 1 => lang.in_branch(ply, &format!("{point}{decided}")),
        Some(left) => lang.in_long_branch(left + 1, ply, &format!("{point}{decided}")),
    }
}

/// Returns what is known about the current move: the choices in the opening after it, the AI's evaluation, a hint that
/// was asked for, and the moves tried from here.
fn notes(loaded: &Loaded, lang: Lang) -> Vec<String> {
    let Loaded { record, tree } = loaded;
    let ply = tree.ply();
    let mut notes = Vec::new();
    if let Some(record) = record.as_ref().filter(|_| tree.left_game_at().is_none()) {
        notes.extend(opening::chosen_at(ply, &record.choices, |seat| record.label(seat), lang));
        let thought = record.thoughts.iter().find(|thought| usize::from(thought.ply) == ply);
        let text =
            thought.and_then(|thought| EvaluatedGame::of_record(record).text(thought, Detail::Words, lang));
        notes.extend(text.map(|text| lang.ai_thought(&text)));
        let hint = record.hints.iter().find(|mark| usize::from(mark.ply) + 1 == ply);
        notes.extend(hint.map(|mark| lang.asked_for_hint(&record.label(mark.seat))));
    }
    let own = usize::from(tree.left_game_at().is_none() && ply < tree.game_len());
    let tried: Vec<String> = tree.options().iter().skip(own).map(Point::to_string).collect();
    if !tried.is_empty() {
        notes.push(lang.tried_next(&tried.join(" ")));
    }
    notes
}
