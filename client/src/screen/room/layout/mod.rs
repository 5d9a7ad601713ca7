//! Where the parts of a room stand: the board, the players, the banner, and panels that fold by the space there is.

pub(crate) mod talk;

use ratatui::layout::Rect;
use tengen_session::room::{RoomView, board_shown};
use tengen_shared::{game::Room, rules::Variant};

use crate::{
    intent::Mode,
    layout::{
        board::BoardLayout,
        frame::{Frame, Wanted},
    },
    model::{Model, Overlay},
    screen::room::RoomScreen,
};

/// The lines of both players beside the board, and where the space is short.
const SEATS: (u16, u16) = (4, 2);
/// The lines of the banner beside the board, and above it.
const BANNER: (u16, u16) = (4, 1);
/// From this height of a column on, players take two lines each.
const TALL: u16 = 16;
/// The fewest lines of a panel: its title and two rows.
const LEAST: u16 = 3;
/// The lines of the panel that shows how the AIs judge: a title and a row of bars.
const JUDGEMENT: u16 = 2;
/// The lines of those who watch: a title and their names.
const WATCHERS: u16 = 2;
/// The lines kept for a panel that was asked for where there is space for none: a title, rows, a line to type in.
const ASKED: u16 = 4;

/// Where the parts of a room stand beside its board. A panel begins with its title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panels {
    /// The two players.
    pub seats: Rect,
    /// Whose turn it is, how the game ended, what others ask.
    pub banner: Rect,
    /// How the AIs judge the game.
    pub judgement: Option<Rect>,
    /// The moves.
    pub moves: Option<Rect>,
    /// The talk.
    pub chat: Option<Rect>,
    /// Those who watch.
    pub watchers: Option<Rect>,
}

impl Panels {
    /// All of them that are there.
    pub fn areas(&self) -> impl Iterator<Item = Rect> {
        let further = [self.judgement, self.moves, self.chat, self.watchers];
        [self.seats, self.banner].into_iter().chain(further.into_iter().flatten())
    }
}

/// Where the parts of a room stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The board.
    pub board: BoardLayout,
    /// What stands round it.
    pub panels: Panels,
}

/// What there is to show in panels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Contents {
    pub(crate) judged: bool,
    /// A line is being typed.
    pub(crate) typing: bool,
    pub(crate) talked: bool,
    /// The moves were asked for.
    pub(crate) moves_asked: bool,
    pub(crate) watched: bool,
    /// Nobody else can come here, so nobody has anything to say.
    pub(crate) alone: bool,
}

impl Contents {
    fn of(model: &Model, screen: &RoomScreen, view: &RoomView, room: &Room) -> Self {
        let talked = model.heard(view).next().is_some();
        Self {
            judged: room.game().is_some_and(|game| !game.thoughts().is_empty()),
            typing: matches!(model.overlay, Some(Overlay::Chat(_))),
            talked,
            moves_asked: screen.moves_shown,
            watched: view.spectators.count > 0,
            alone: model.mode == Mode::Local && !talked,
        }
    }

    /// The lines below the board that are kept for what was asked for.
    const fn kept(self) -> u16 {
        if self.typing || self.moves_asked { ASKED } else { 0 }
    }
}

pub(crate) fn parts(model: &Model, screen: &RoomScreen, view: &RoomView, room: &Room, area: Rect) -> Parts {
    let contents = Contents::of(model, screen, view, room);
    let (board, panels) = arrange(contents, board_shown(room), screen.origin, area);
    Parts { board, panels }
}

/// The board of `variant` with everything round it.
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
                Panels { seats, banner, judgement: None, moves: None, chat: None, watchers: None };
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
    let mut panels = Panels { seats, banner, judgement: None, moves: None, chat: None, watchers: None };
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

/// Shares a column among the panels that have something to show. The borders between them do not move while the
/// game goes on.
fn fill(panels: &mut Panels, area: Rect, contents: Contents) {
    let Contents { typing, talked, .. } = contents;
    let mut rest = area;
    if contents.watched && rest.height >= WATCHERS + 2 * LEAST {
        let (above, watchers) = split(rest, rest.height - WATCHERS);
        (rest, panels.watchers) = (above, Some(watchers));
    }
    if contents.judged && rest.height >= JUDGEMENT + 2 * LEAST {
        let (judgement, below) = split(rest, JUDGEMENT);
        (rest, panels.judgement) = (below, Some(judgement));
    }
    let both = talked || typing;
    if rest.height < LEAST {
        return;
    }
    match (both, rest.height >= 2 * LEAST) {
        (false, _) => panels.moves = Some(rest),
        (true, true) => {
            // Whoever types looks at the talk.
            let moves = if typing { rest.height / 3 } else { rest.height / 2 };
            let (moves, chat) = split(rest, moves.max(LEAST));
            (panels.moves, panels.chat) = (Some(moves), Some(chat));
        }
        (true, false) if typing || !contents.moves_asked => panels.chat = Some(rest),
        (true, false) => panels.moves = Some(rest),
    }
}

/// The first `height` lines of an area, and the rest.
fn split(area: Rect, height: u16) -> (Rect, Rect) {
    let height = height.min(area.height);
    (Rect { height, ..area }, Rect { y: area.y + height, height: area.height - height, ..area })
}

/// Where the talk stands while a line is typed: its panel, or the lines at the bottom.
pub(crate) fn chat(parts: Option<&Parts>, area: Rect) -> Rect {
    parts.and_then(|parts| parts.panels.chat).unwrap_or_else(|| {
        let height = ASKED.max(talk::AROUND + 1).min(area.height);
        Rect { y: area.bottom() - height, height, ..area }
    })
}
