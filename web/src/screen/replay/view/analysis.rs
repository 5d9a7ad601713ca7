//! Shows what the engine thinks of the position and of the game.

use tengen_session::{
    evaluation::moves_of_winner,
    study::{GameValues, Known, Turning, TurningKind, black_chance, percent},
    text::Lang,
};
use tengen_shared::rules::{Outcome, Point, Stone, Threat, Value};
use tengen_worker::{Line, Seen};

use crate::{
    msg::{Element, Msg as Top},
    screen::replay::{Go, Loaded, Msg, Replay, analysis::MOST_LINES},
    tree::{Handler, button, el},
};

/// The moves of a line that are written out.
const WRITTEN: usize = 12;
/// The points of a threat that are named.
const NAMED: usize = 6;

pub(super) fn view(replay: &Replay, loaded: &Loaded, lang: Lang) -> Element {
    let analysis = &replay.analysis;
    let label = if analysis.on { lang.board_stop() } else { lang.board_start() };
    let main =
        el("section").class("analysis").child(button(label, Top::Replay(Msg::Analyse)).class("primary"));
    if !analysis.on {
        return main;
    }
    let path = loaded.tree.path();
    let main = match analysis.seen(&path) {
        Some(seen) if seen.done && seen.lines.is_empty() => main.child(el("p").text(lang.board_over())),
        Some(seen) => {
            main.children(position(seen, path.len(), lang)).child(count(seen, analysis.lines, lang))
        }
        None => main.child(el("p").attr("role", "status").text(lang.board_thinking())),
    };
    main.children(analysis.values().into_iter().flat_map(|values| game(values, loaded, lang)))
}

/// Returns a value in words, from Black's point of view. `ply` stones are on the board.
fn worth(ply: usize, value: Value, lang: Lang) -> String {
    let (winner, moves) = match value {
        Value::Win(plies) => (Stone::of_ply(ply + 1), moves_of_winner(plies)),
        Value::Loss(plies) => (Stone::of_ply(ply), moves_of_winner(plies.saturating_sub(1))),
        Value::Estimate(_) => return lang.board_black_chance(percent(black_chance(ply, value))),
    };
    match winner {
        Stone::Black => lang.board_black_wins(moves),
        Stone::White => lang.board_white_wins(moves),
    }
}

/// The best moves, and the threats.
fn position(seen: &Seen, ply: usize, lang: Lang) -> Vec<Element> {
    let line = |(index, line): (usize, &Line)| {
        let moves: Vec<String> = line.moves.iter().take(WRITTEN).map(Point::to_string).collect();
        let more = if line.moves.len() > WRITTEN { " …" } else { "" };
        let label = format!("{} · {}{more}", worth(ply, line.value, lang), moves.join(" "));
        el("li").key(index.to_string()).child(button(label, Top::Replay(Msg::Go(Go::Follow(index)))))
    };
    let lines = el("ol")
        .class("best")
        .attr("aria-label", lang.board_lines())
        .children(seen.lines.iter().enumerate().map(line));
    let names = [lang.board_threats_black(), lang.board_threats_white()];
    let threats = seen.threats.iter().zip(names).filter(|(threats, _)| !threats.is_empty());
    let threats = threats
        .map(|(threats, name)| el("p").child(el("b").text(name)).text(" ").text(in_words(threats, lang)));
    [lines].into_iter().chain(threats).collect()
}

/// Returns threats in words, strongest first.
fn in_words(threats: &[(Point, Threat)], lang: Lang) -> String {
    let of = |kind: Threat| {
        let points: Vec<String> = threats
            .iter()
            .filter(|(_, threat)| *threat == kind)
            .map(|(point, _)| point.to_string())
            .collect();
        let named = points.iter().take(NAMED).map(String::as_str).collect::<Vec<_>>().join(" ");
        let more = if points.len() > NAMED { " …" } else { "" };
        (!points.is_empty()).then(|| format!("{named}{more}"))
    };
    let words = [
        of(Threat::Five).map(|points| lang.board_five(&points)),
        of(Threat::OpenFour).map(|points| lang.board_open_four(&points)),
        of(Threat::Four).map(|points| lang.board_four(&points)),
        of(Threat::OpenThree).map(|points| lang.board_open_three(&points)),
    ];
    words.into_iter().flatten().collect::<Vec<_>>().join(lang.board_and())
}

/// How far the engine is, and how many moves it compares.
fn count(seen: &Seen, lines: u8, lang: Lang) -> Element {
    let step = |sign: &'static str, label: &'static str, more| {
        button(sign, Top::Replay(Msg::Lines(more))).attr("aria-label", label)
    };
    let searched = lang.board_searched(seen.nodes, seen.depth);
    el("div")
        .class("stepper")
        .child(step("−", lang.board_fewer_lines(), false).flag("disabled", lines == 1))
        .child(el("output").attr("aria-live", "off").text(if seen.done {
            searched
        } else {
            format!("{searched} …")
        }))
        .child(step("+", lang.board_more_lines(), true).flag("disabled", lines == MOST_LINES))
}

/// The values of the game as a picture, and the moves where it turned.
fn game(values: &GameValues, loaded: &Loaded, lang: Lang) -> [Element; 3] {
    let here = loaded.tree.left_game_at().is_none().then(|| loaded.tree.ply());
    let moves = loaded.tree.game_moves();
    let turnings = values.turnings(&moves);
    let column = |(ply, known): (usize, &Option<Known>)| {
        let turned = turnings.iter().any(|turning| turning.ply == ply);
        let (chance, words) = match *known {
            None => (50, String::new()),
            Some(Known::Worth(value, _)) => (percent(black_chance(ply, value)), worth(ply, value, lang)),
            Some(Known::Over(Outcome::Draw)) => (50, lang.outlook_drawn().to_owned()),
            Some(Known::Over(Outcome::Win(Stone::Black))) => (100, lang.board_black_won().to_owned()),
            Some(Known::Over(Outcome::Win(Stone::White))) => (0, lang.board_white_won().to_owned()),
        };
        let class = match (here == Some(ply), turned) {
            (true, true) => "column here turned",
            (true, false) => "column here",
            (false, true) => "column turned",
            (false, false) => "column",
        };
        el("div")
            .class(class)
            .attr("title", if ply == 0 { words } else { lang.board_after(ply, &words) })
            .attr("style", format!("--chance:{chance}%"))
            .on(Handler::Click(Top::Replay(Msg::Go(Go::To(ply)))))
    };
    // A picture: the list below says in words what matters, and the buttons above go through the moves.
    let graph = el("div")
        .class("graph")
        .attr("role", "img")
        .attr("aria-label", lang.board_graph())
        .children(values.all().iter().enumerate().map(column));
    let list = match (turnings.is_empty(), values.missing()) {
        (true, Some(_)) => el("p").attr("role", "status").text(lang.board_thinking()),
        (true, None) => el("p").text(lang.board_no_turning()),
        (false, _) => {
            el("ul").class("turnings").children(turnings.iter().map(|it| turning(it, &moves, lang)))
        }
    };
    [graph, el("h2").text(lang.board_turned()), list]
}

/// A move where the game turned. A click shows the position before it.
fn turning(turning: &Turning, moves: &[Point], lang: Lang) -> Element {
    let what = match turning.kind {
        TurningKind::MissedWin(plies) => lang.board_missed(moves_of_winner(plies)),
        TurningKind::LetWin(plies) => lang.board_let_win(moves_of_winner(plies)),
        TurningKind::Foul => lang.board_foul().to_owned(),
        TurningKind::Mistake(from, to) => lang.board_mistake(from, to),
    };
    let point = moves.get(turning.ply - 1).map(Point::to_string).unwrap_or_default();
    let better = lang.board_better(&turning.better.to_string());
    let label = format!("{}: {what} ({better})", lang.board_move(turning.ply, &point));
    el("li").child(button(label, Top::Replay(Msg::Go(Go::To(turning.ply - 1)))))
}
