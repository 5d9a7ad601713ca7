//! A thread that searches for one answer and reports its progress.

use std::{io, sync::mpsc::SyncSender, thread, time::Instant};

use tengen_engine::{Choice, Engine, Limits, Observer, StopFlag, Value, pvs::PvsEngine};
use tengen_shared::rules::Position;

use crate::{
    event::{Event, Found},
    swap2,
};

/// The longest message: old managers read lines of 256 bytes.
const LONGEST: usize = 240;

/// A question that the manager asks.
pub(crate) enum Task {
    Move(Position),
    Swap2(Position),
}

impl Task {
    /// Returns the number of empty points.
    pub(crate) fn free_points(&self) -> u32 {
        let (Self::Move(position) | Self::Swap2(position)) = self;
        let board = position.variant().reading_order().filter(|point| position.board().is_empty_at(*point));
        u32::try_from(board.count()).unwrap_or(u32::MAX)
    }
}

/// Starts a search. Its result is an [`Event::Thought`], which returns the engine.
///
/// # Errors
/// Returns an error if no thread can start. The engine is lost then.
pub(crate) fn begin(
    mut brain: Box<PvsEngine>,
    task: Task,
    limits: Limits,
    stop: StopFlag,
    events: SyncSender<Event>,
) -> io::Result<()> {
    let think = move || {
        let began = Instant::now();
        let mut reporter = Reporter { began, events: &events };
        let found = match task {
            Task::Move(position) => {
                let choice = brain.choose(&position, &limits, &stop, &mut reporter);
                if let Some(choice) = &choice {
                    reporter.depth_done(choice);
                }
                Found::Move(choice.map(|choice| choice.point))
            }
            Task::Swap2(position) => Found::Swap2(swap2::answer(&mut brain, position, limits, &stop)),
        };
        // If nobody receives the event, the program is ending.
        let _ = events.send(Event::Thought { brain, found });
    };
    thread::Builder::new().spawn(think).map(|_| ())
}

struct Reporter<'a> {
    began: Instant,
    events: &'a SyncSender<Event>,
}

impl Observer for Reporter<'_> {
    fn depth_done(&mut self, choice: &Choice) {
        // If the manager does not read, messages are dropped, because waiting would cost time.
        let _ = self.events.try_send(Event::Message(message(choice, self.began)));
    }
}

/// Returns the message for a completed depth.
fn message(choice: &Choice, began: Instant) -> String {
    let millis = began.elapsed().as_millis().max(1);
    let value = match choice.value {
        Value::Win(plies) => format!("+M{plies}"),
        Value::Loss(plies) => format!("-M{plies}"),
        Value::Estimate(units) => units.to_string(),
    };
    let speed = u128::from(choice.nodes) * 1000 / millis;
    let mut text = format!(
        "depth {} value {value} nodes {} speed {speed} time {millis} line",
        choice.depth, choice.nodes
    );
    for point in &choice.line {
        let point = format!(" {point}");
        if text.len() + point.len() > LONGEST {
            break;
        }
        text += &point;
    }
    text
}
