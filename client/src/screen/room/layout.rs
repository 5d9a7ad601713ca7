//! The layout of a room: the board, the players, the banner, and the panels for which there is space.

pub(crate) mod invitation;
pub(crate) mod talk;

use ratatui::layout::Rect;
use tengen_session::room::{RoomView, board_shown};
use tengen_shared::{game::Room, rules::Variant};

use crate::{
    intent::Mode,
    layout::{
        board_layout::BoardLayout,
        frame::{Frame, Wanted},
    },
    model::{Model, Overlay},
    screen::room::RoomScreen,
};

/// The lines for both players: beside the board, and where space is short.
const SEATS: (u16, u16) = (4, 2);
/// The lines for the banner: beside the board, and above it.
const BANNER: (u16, u16) = (4, 1);
/// The least height of a column in which each player has two lines.
const TALL: u16 = 16;
/// The fewest lines of a panel: a title and two rows.
const LEAST: u16 = 3;
/// The lines of the evaluation graph: a title and a row of bars.
const EVALUATION_ROWS: u16 = 2;
/// The lines of the spectator panel: a title and the names.
const WATCHERS: u16 = 2;
/// The lines that the board gives up for a panel that the user opens: a title, rows, and a text field.
const ASKED: u16 = 4;

/// The areas around the board of a room. Each panel includes its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panels {
    pub seats: Rect,
    /// The banner: the turn or the result, and what others ask for.
    pub banner: Rect,
    /// The graph of the AI's evaluations.
    pub evaluations: Option<Rect>,
    /// The moves of the game.
    pub moves: Option<Rect>,
    pub chat: Option<Rect>,
    pub watchers: Option<Rect>,
}

impl Panels {
    /// Returns the areas of all visible panels.
    pub fn areas(&self) -> impl Iterator<Item = Rect> {
        let further = [self.evaluations, self.moves, self.chat, self.watchers];
        [self.seats, self.banner].into_iter().chain(further.into_iter().flatten())
    }
}

/// The areas of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    pub board: BoardLayout,
    /// The areas around the board.
    pub panels: Panels,
}

/// What the panels have to show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents {
    pub(crate) has_evaluations: bool,
    /// Whether the chat's text field is open.
    pub(crate) typing: bool,
    pub(crate) talked: bool,
    /// Whether the user has opened the moves.
    pub(crate) moves_asked: bool,
    pub(crate) watched: bool,
    /// Whether nobody else can enter the room, so that there is no chat.
    pub(crate) alone: bool,
}

impl Contents {
    fn of(model: &Model, screen: &RoomScreen, view: &RoomView, room: &Room) -> Self {
        let talked = model.heard(view).next().is_some();
        Self {
            has_evaluations: room.game().is_some_and(|game| !game.thoughts().is_empty()),
            typing: matches!(model.overlay, Some(Overlay::Chat(_))),
            talked,
            moves_asked: screen.moves_shown,
            watched: view.spectators.count > 0,
            alone: model.mode == Mode::Local && !talked,
        }
    }

    /// The lines below the board that are kept for a panel the user has opened.
    const fn kept(self) -> u16 {
        if self.typing || self.moves_asked { ASKED } else { 0 }
    }
}

pub(crate) fn parts(model: &Model, screen: &RoomScreen, view: &RoomView, room: &Room, area: Rect) -> Parts {
    let contents = Contents::of(model, screen, view, room);
    let (board, panels) = arrange(contents, board_shown(room), screen.origin, area);
    Parts { board, panels }
}

/// Returns the layout of the board of `variant` and of the panels around it.
pub(crate) fn arrange(
    contents: Contents,
    variant: Variant,
    origin: (u8, u8),
    area: Rect,
) -> (BoardLayout, Panels) {
    let wanted = Wanted { variant, origin, above: SEATS.1 + BANNER.1, below: contents.kept() };
    match wanted.frame(area) {
        Frame::Beside { board, side, further } => (board, beside(side, further, contents)),
        Frame::Stacked { above, board, below } => {
            let (seats, banner) = split(above, SEATS.1);
            let mut panels =
                Panels { seats, banner, evaluations: None, moves: None, chat: None, watchers: None };
            fill(&mut panels, below, contents);
            (board, panels)
        }
    }
}

fn beside(side: Rect, further: Option<Rect>, contents: Contents) -> Panels {
    let tall = side.height >= TALL;
    let (seats, rest) = split(side, if tall { SEATS.0 } else { SEATS.1 });
    let (_, rest) = split(rest, u16::from(tall));
    let (banner, rest) = split(rest, if tall { BANNER.0 } else { BANNER.1 });
    let mut panels = Panels { seats, banner, evaluations: None, moves: None, chat: None, watchers: None };
    match further {
        None => fill(&mut panels, rest, contents),
        Some(further) => {
            let quiet = Contents { typing: false, talked: false, watched: false, ..contents };
            fill(&mut panels, rest, quiet);
            let (watchers, further) = split(further, if contents.watched { WATCHERS + 1 } else { 0 });
            panels.watchers = contents.watched.then_some(Rect { height: WATCHERS, ..watchers });
            panels.chat = (!contents.alone || contents.typing).then_some(further);
        }
    }
    panels
}

/// Divides a column among the panels that have content. Their sizes do not depend on how much content they have.
fn fill(panels: &mut Panels, area: Rect, contents: Contents) {
    let Contents { typing, talked, .. } = contents;
    let mut rest = area;
    if contents.watched && rest.height >= WATCHERS + 2 * LEAST {
        let (above, watchers) = split(rest, rest.height - WATCHERS);
        (rest, panels.watchers) = (above, Some(watchers));
    }
    if contents.has_evaluations && rest.height >= EVALUATION_ROWS + 2 * LEAST {
        let (evaluations, below) = split(rest, EVALUATION_ROWS);
        (rest, panels.evaluations) = (below, Some(evaluations));
    }
    let both = talked || typing;
    if rest.height < LEAST {
        return;
    }
    match (both, rest.height >= 2 * LEAST) {
        (false, _) => panels.moves = Some(rest),
        (true, true) => {
            // While the user types, the chat gets more space.
            let moves = if typing { rest.height / 3 } else { rest.height / 2 };
            let (moves, chat) = split(rest, moves.max(LEAST));
            (panels.moves, panels.chat) = (Some(moves), Some(chat));
        }
        (true, false) if typing || !contents.moves_asked => panels.chat = Some(rest),
        (true, false) => panels.moves = Some(rest),
    }
}

/// Divides an area into its first `height` lines and the rest.
fn split(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    (Rect { height, ..area }, Rect { y: area.y + height, height: area.height - height, ..area })
}

/// Returns the area of the chat while the user types: its panel, or the lines at the bottom.
pub(crate) fn chat(parts: Option<&Parts>, area: Rect) -> Rect {
    parts.and_then(|parts| parts.panels.chat).unwrap_or_else(|| {
        let height = ASKED.max(talk::AROUND + 1).min(area.height);
        Rect { y: area.bottom() - height, height, ..area }
    })
}
