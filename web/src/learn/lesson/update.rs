//! Changes a lesson.

use tengen_shared::rules::{Point, Stone};
use tengen_worker::Program;

use super::{Lesson, Msg, Over, Tool, text, weights};
use crate::{
    learn::{Effect, Model, Screen, route::Route},
    model::cell_id,
    screen::aim::Outcome,
};

pub(crate) fn update(model: &mut Model, msg: Msg) {
    let Screen::Lesson(lesson) = &mut model.screen else { return };
    let mut shows = None;
    match msg {
        Msg::Aim(msg) => match lesson.aim.update(&msg, lesson.program.variant(), model.now) {
            Outcome::Nothing => {}
            Outcome::Focus(point) => model.effects.push(Effect::Focus(cell_id(point).into())),
            // Everything here can be undone, so a finger needs no second tap.
            Outcome::Chosen(point) | Outcome::Unsure(point) => lesson.choose(point),
        },
        Msg::Tool(tool) => lesson.tool = tool,
        Msg::Example(example) => {
            lesson.show(example);
            // The board may be far above the list of defects. Its top row brings all of it into view.
            let variant = lesson.program.variant();
            let top = variant.point_from_top(1, variant.width() / 2 + 1);
            shows = top.map(|top| Effect::Focus(cell_id(top).into()));
        }
        Msg::Clear => lesson.set(Vec::new()),
        Msg::Begin => lesson.let_move(),
        Msg::Against(edition) => {
            lesson.edition = edition;
            lesson.think_again();
        }
        Msg::Type(text) => (lesson.typed, lesson.is_refused) = (text, false),
        Msg::Set => match text::read(&lesson.typed, &lesson.program) {
            Some(stones) => lesson.set(stones),
            None => lesson.is_refused = true,
        },
        Msg::Depth(more) => {
            let depth = lesson.program.depth().unwrap_or(0);
            let depth = if more { depth.saturating_add(1) } else { depth.saturating_sub(1) };
            lesson.program = lesson.program.clone().at_depth(depth);
            lesson.think_again();
        }
        Msg::Weight(index, text) => {
            if let Some(weight) = lesson.weights.get_mut(index) {
                weight.typed = text;
            }
            if let Some(program) = weights::put_into(&lesson.weights, &lesson.program) {
                lesson.program = program;
                lesson.think_again();
            }
        }
        Msg::OwnWeights => {
            let depth = lesson.program.depth().unwrap_or(0);
            lesson.program = Program::of(lesson.article()).at_depth(depth);
            lesson.weights = weights::of(&lesson.program);
            lesson.think_again();
        }
        Msg::Walk => {
            if let Ok(route) = lesson.walk() {
                return model.go(route);
            }
        }
    }
    model.effects.extend(shows);
    model.effects.extend(lesson.readdress());
}

impl Lesson {
    /// Has the address say what is on the board now.
    pub(crate) fn readdress(&mut self) -> Option<Effect> {
        let query = self.query();
        let is_new = self.came_by != query;
        self.came_by.clone_from(&query);
        is_new.then(|| Effect::Readdress(Route::Lesson(self.article(), query)))
    }

    /// The user has chosen a point of the board.
    fn choose(&mut self, point: Point) {
        let computer = self.program.computer();
        match self.tool {
            Tool::Play => {
                // A program without a move may have one after the next stone. While it thinks, the last stone has no value yet.
                let goes_on = matches!(self.over, None | Some(Over::Stuck));
                if goes_on && !self.has_stone(point) && !self.is_wanted {
                    self.play(point, computer.other(), None);
                    self.is_to_move = self.over.is_none();
                }
            }
            Tool::Person => self.toggle(point, computer.other()),
            Tool::Computer => self.toggle(point, computer),
            Tool::Explain => {
                self.point = Some(point);
                self.think_again();
            }
        }
    }

    /// Places a stone while a position is set up, or takes the one that is there.
    fn toggle(&mut self, point: Point, stone: Stone) {
        let count = self.stones.len();
        self.stones.retain(|(at, _)| *at != point);
        if self.stones.len() == count {
            self.stones.push((point, stone));
        }
        self.point = None;
        self.log.clear();
        self.changed();
    }

    /// Lets the computer place a stone once it has thought.
    fn let_move(&mut self) {
        self.think_again();
        self.is_to_move = self.over.is_none();
    }
}
