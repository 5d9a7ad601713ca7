//! `pbrain-tengen`: the `pvs` engine with the Gomocup protocol, on standard input and output.

mod brain;
mod command;
mod event;
mod game;
mod input;
mod session;
mod settings;
mod swap2;
mod think;
mod time;

use std::{io, process::ExitCode, sync::mpsc};

/// The maximum number of events that may wait in the queue.
const WAITING: usize = 1024;

fn main() -> ExitCode {
    let (events, inbox) = mpsc::sync_channel(WAITING);
    let reader = events.clone();
    // The thread ends with the program, because a blocked read cannot be cancelled.
    std::thread::spawn(move || input::read(io::stdin().lock(), &reader));
    match session::Session::new(io::stdout().lock(), events).run(&inbox) {
        Ok(()) => ExitCode::SUCCESS,
        // The manager has closed the pipe, so an error message would reach nobody.
        Err(_) => ExitCode::FAILURE,
    }
}
