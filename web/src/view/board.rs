//! A board: a grid that mouse, finger, keyboard and screen readers use alike.

use std::time::Duration;

use tengen_session::{points, terms, text::Lang};
use tengen_shared::{
    game::Seat,
    rules::{Board, Foul, Point, Stone, Threat, Variant},
};

use crate::{
    model::cell_id,
    screen::aim::{self, Aim, moved},
    tree::{Element, Handler, Text, el},
    view::parts::Mark,
};

/// What a board shows.
pub(crate) struct Picture<'a, M> {
    pub(crate) lang: Lang,
    pub(crate) variant: Variant,
    pub(crate) board: Option<&'a Board>,
    pub(crate) black: Option<Seat>,
    pub(crate) won: &'a [Point],
    pub(crate) last: Option<Point>,
    /// The colour of the stone that the user could place now.
    pub(crate) ghost: Option<Stone>,
    /// The point of a stone that waits for the server.
    pub(crate) pending: Option<Point>,
    pub(crate) hint: Option<Point>,
    pub(crate) forbidden: Vec<(Point, Foul)>,
    /// The threats at each empty point, for Black and for White; `None` to draw none.
    pub(crate) threats: Option<&'a [Vec<(Point, Threat)>; 2]>,
    /// What is said across the board, for example that it may be out of date.
    pub(crate) cover: Option<&'static str>,
    pub(crate) aim: &'a Aim,
    /// The local time, for the enlarged view under a finger.
    pub(crate) now: Duration,
    /// What else is shown on a point.
    pub(crate) note: Option<&'a dyn Fn(Point) -> Note>,
    /// Makes a message of what the user does on the board.
    pub(crate) act: fn(aim::Msg) -> M,
}

/// What is shown on a point besides its stone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Note {
    /// The name of its look in the style sheet; empty for the usual one.
    pub(crate) class: &'static str,
    pub(crate) text: Text,
}

/// Shows a board with its edges.
pub(crate) fn view<M: 'static>(picture: &Picture<'_, M>) -> Element<M> {
    let (lang, variant, act) = (picture.lang, picture.variant, picture.act);
    let from = picture.cursor();
    let size = format!("--cols:{};--rows:{}", variant.width(), variant.height());
    let grid = el("div")
        .class(if variant.is_3x3() { "grid squares" } else { "grid" })
        .attr("role", "grid")
        .attr("aria-label", lang.web_board_of(&terms::board(variant, lang)))
        .on_pointer(move |pointer| act(aim::Msg::Pointer(pointer)))
        .on_key(move |key, id| {
            // The cell that has the keyboard counts, however it got it.
            let focused = id.strip_prefix("p-").and_then(|point| point.parse().ok());
            Some(act(key_on_board(key, focused.unwrap_or(from), variant)?))
        })
        .children((1..=variant.height()).map(|row| picture.row(row)));
    let may_place = picture.ghost.is_some();
    let loupe = picture.aim.hand.filter(|hand| may_place && hand.has_loupe(picture.now));
    let loupe = loupe.and_then(|hand| hand.at).map(|point| picture.loupe(point));
    let letters = (0..variant.width()).map(|col| el("span").text(char::from(b'a' + col).to_string()));
    let numbers = (1..=variant.height()).rev().map(|row| el("span").text(row.to_string()));
    let cover = picture.cover.map(|cover| el("p").class("cover").attr("role", "status").text(cover));
    el("section")
        .class(if picture.cover.is_some() { "board stale" } else { "board" })
        .attr("style", size)
        .child(el("div").class("numbers").attr("aria-hidden", "true").children(numbers))
        .child(grid)
        .child(el("div").class("letters").attr("aria-hidden", "true").children(letters))
        .children(loupe)
        .children(cover)
}

/// Returns what a key on the board does; `None` leaves it to the browser.
fn key_on_board(key: &str, from: Point, variant: Variant) -> Option<aim::Msg> {
    if let Some(point) = moved(from, key, variant) {
        return Some(aim::Msg::Cursor(point));
    }
    match key {
        "Enter" | " " => Some(aim::Msg::Choose(from)),
        _ => {
            let mut letters = key.chars();
            let letter =
                letters.next().filter(|letter| letter.is_ascii_alphanumeric() && letters.next().is_none())?;
            Some(aim::Msg::Type(letter))
        }
    }
}

impl<M> Picture<'_, M> {
    fn cursor(&self) -> Point {
        self.aim.cursor_on(self.variant, self.last)
    }

    /// The point under a finger or a mouse button, of a first tap, or of a stone that waits for the server.
    fn pressed(&self) -> Option<Point> {
        self.aim.hand.and_then(|hand| hand.at).or(self.aim.preview).or(self.pending)
    }

    /// Returns a row of cells; `row` counts from 1 at the top.
    fn row(&self, row: u8) -> Element<M> {
        let points = (1..=self.variant.width()).filter_map(|col| self.variant.point_from_top(row, col));
        el("div").class("row").attr("role", "row").children(points.map(|point| self.cell(point)))
    }

    fn cell(&self, point: Point) -> Element<M> {
        let stone = self.board.and_then(|board| board.get(point));
        let foul = self.forbidden.iter().find(|(at, _)| *at == point).map(|(_, foul)| *foul);
        let mut class = String::from("cell");
        let mut add = |name: &str, set: bool| {
            if set {
                class.push(' ');
                class.push_str(name);
            }
        };
        add("left", point.col() == 0);
        add("right", point.col() + 1 == self.variant.width());
        add("bottom", point.row() == 0);
        add("top", point.row() + 1 == self.variant.height());
        add("star", points::is_star(self.variant, point));
        let pressed = self.pressed() == Some(point) && stone.is_none();
        add("pressed", pressed);
        let shown = self.mark(if pressed { self.ghost } else { stone });
        add(shown.map_or("", Mark::class), shown.is_some());
        add("last", self.last == Some(point));
        add("won", self.won.contains(&point));
        add("hint", self.hint == Some(point) && stone.is_none());
        add("foul", foul.is_some());
        add(self.threat(point), stone.is_none());
        let note = self.note.map(|note| note(point)).unwrap_or_default();
        add(note.class, !note.class.is_empty());
        el("div")
            .class(class)
            .attr("role", "gridcell")
            .attr("id", cell_id(point))
            .attr("tabindex", if point == self.cursor() { "0" } else { "-1" })
            .attr("aria-label", self.label(point, stone, foul, &note))
            .on(Handler::Click((self.act)(aim::Msg::Choose(point))))
            .children((!note.text.is_empty()).then(|| el("small").text(note.text)))
    }

    /// Returns the class of the strongest threat at a point: whose it is, and whether it wins.
    fn threat(&self, point: Point) -> &'static str {
        let [black, white] = self.threats.map_or([None; 2], |both| {
            [0, 1]
                .map(|side: usize| both[side].iter().find(|(at, _)| *at == point).map(|(_, threat)| *threat))
        });
        match (black, white) {
            (Some(black), white) if Some(black) >= white && black >= Threat::OpenFour => {
                "threat strong of-black"
            }
            (Some(black), white) if Some(black) >= white => "threat of-black",
            (_, Some(white)) if white >= Threat::OpenFour => "threat strong of-white",
            (_, Some(_)) => "threat of-white",
            (_, None) => "",
        }
    }

    fn mark(&self, stone: Option<Stone>) -> Option<Mark> {
        let seat = self.black.zip(stone).map(|(black, stone)| Seat::of_stone(stone, black));
        Mark::of(self.variant, seat, stone)
    }

    fn label(&self, point: Point, stone: Option<Stone>, foul: Option<Foul>, note: &Note) -> String {
        let (lang, name) = (self.lang, point.to_string());
        let label = match (self.mark(stone), foul) {
            (Some(Mark::Black), _) => lang.web_black(&name),
            (Some(Mark::White), _) => lang.web_white(&name),
            (Some(Mark::Cross), _) => lang.web_cross(&name),
            (Some(Mark::Nought), _) => lang.web_nought(&name),
            (None, Some(foul)) => lang.web_forbidden(&name, &lang.foul(foul)),
            (None, None) => lang.web_empty(&name),
        };
        if note.text.is_empty() { label } else { format!("{label}, {}", note.text) }
    }

    /// Returns the enlarged view of what is under a finger: the point and its neighbours.
    fn loupe(&self, point: Point) -> Element<M> {
        let near = (-1..=1).rev().flat_map(|row| (-1..=1).map(move |col| (col, row)));
        let cells = near.map(|(col, row)| {
            let at = point.offset(col, row).filter(|at| self.variant.contains(*at));
            match at {
                Some(at) => Element {
                    attributes: self
                        .cell(at)
                        .attributes
                        .into_iter()
                        .filter(|(name, _)| *name == "class")
                        .collect(),
                    ..el("div")
                },
                None => el("div").class("cell outside"),
            }
        });
        let side = if point.col() * 2 < self.variant.width() { "loupe right" } else { "loupe left" };
        el("div")
            .class(side)
            .attr("aria-hidden", "true")
            .child(el("div").class("near").children(cells))
            .child(el("b").text(point.to_string()))
    }
}
