//! The main loop: takes in events, updates the model, carries out effects, and draws.

use std::io;

use crossterm::event::{Event, EventStream};
use futures_util::StreamExt;
use tokio::time::{Instant, sleep};

use crate::{
    effect::Effect,
    model::Model,
    msg::Msg,
    terminal::Guard,
    update::update,
    view,
    world::{RuntimeError, World, told_to_stop},
};

/// The parts that the loop works with.
#[derive(Debug)]
pub struct Runtime {
    /// The terminal, which is restored on drop.
    pub guard: Guard,
    /// Network, files and the local server.
    pub world: World,
}

/// The reason why the loop woke up.
enum Wake {
    Msg(Msg),
    Nothing,
    Stop,
}

impl Runtime {
    /// Runs until the user or the system ends the program, then restores the terminal.
    ///
    /// # Errors
    /// Returns an error if the terminal or the network task is gone, or the local server has failed.
    pub async fn run(mut self, model: &mut Model, first: Vec<Effect>) -> Result<(), RuntimeError> {
        let result = self.turn(model, first).await;
        drop(self.guard);
        let stopped = self.world.stop().await;
        result.and(stopped)
    }

    async fn turn(&mut self, model: &mut Model, first: Vec<Effect>) -> Result<(), RuntimeError> {
        let mut keys = EventStream::new();
        let mut stop = std::pin::pin!(told_to_stop());
        let mut last = Instant::now();
        let mut effects = first;
        loop {
            if self.carry_out(model, effects) {
                return Ok(());
            }
            let resized = self.measure(model)?;
            if self.carry_out(model, resized) {
                return Ok(());
            }
            self.draw(model)?;
            let changes = [model.next_change(), model.session.next_change()];
            let change = changes.into_iter().flatten().min();
            let wake = tokio::select! {
                event = keys.next() => from_terminal(event)?,
                report = self.world.next() => Wake::Msg(report?),
                () = sleep(change.unwrap_or_default()), if change.is_some() => Wake::Nothing,
                () = &mut stop => Wake::Stop,
            };
            // The event happened now, so the time before it must pass first.
            let now = Instant::now();
            effects = update(model, Msg::Tick(now.duration_since(last)));
            last = now;
            match wake {
                Wake::Msg(msg) => {
                    effects.extend(update(model, msg));
                    effects.extend(self.take_waiting(model));
                }
                Wake::Nothing => {}
                Wake::Stop => return Ok(()),
            }
        }
    }

    /// Applies up to 64 waiting reports of the network, so that a burst is drawn only once.
    fn take_waiting(&mut self, model: &mut Model) -> Vec<Effect> {
        let mut effects = Vec::new();
        for report in std::iter::from_fn(|| self.world.waiting()).take(64) {
            effects.extend(update(model, report));
        }
        effects
    }

    /// Updates the model if the terminal has a new size. Returns the effects of that.
    fn measure(&self, model: &mut Model) -> Result<Vec<Effect>, RuntimeError> {
        let size = self.guard.size()?;
        if size == model.size {
            return Ok(Vec::new());
        }
        Ok(update(model, Msg::Resize { width: size.width, height: size.height }))
    }

    fn draw(&mut self, model: &Model) -> Result<(), RuntimeError> {
        self.guard.set_mouse(model.settings.mouse)?;
        Ok(self.guard.draw(|frame| view::draw(frame, model))?)
    }

    /// Carries out effects. Returns true if the program should end.
    fn carry_out(&mut self, model: &mut Model, effects: Vec<Effect>) -> bool {
        let done = self.world.carry_out(effects);
        for (call, text) in done.calls {
            // If the terminal was closed, the next draw fails.
            let _ = self.guard.call(call, &text);
        }
        let mut exit = done.exit;
        for report in done.reports {
            let more = update(model, report);
            exit |= self.carry_out(model, more);
        }
        exit
    }
}

fn from_terminal(event: Option<io::Result<Event>>) -> Result<Wake, RuntimeError> {
    let gone = || io::Error::from(io::ErrorKind::UnexpectedEof);
    Ok(match event.ok_or_else(gone)?? {
        Event::Key(key) => Wake::Msg(Msg::Key(key)),
        Event::Mouse(mouse) => Wake::Msg(Msg::Mouse(mouse)),
        Event::Resize(width, height) => Wake::Msg(Msg::Resize { width, height }),
        Event::Paste(text) => Wake::Msg(Msg::Paste(text)),
        Event::FocusGained | Event::FocusLost => Wake::Nothing,
    })
}
