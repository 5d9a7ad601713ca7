//! `pbrain-tengen`: the engine behind the Gomocup protocol, on standard input and output.

mod brain;
mod command;
mod event;
mod game;
mod input;
mod session;
mod settings;
mod think;
mod time;

use std::{io, process::ExitCode, sync::mpsc};

/// Lines from the manager that may wait to be read.
const WAITING: usize = 1024;

fn main() -> ExitCode {
    let (events, inbox) = mpsc::sync_channel(WAITING);
    let reader = events.clone();
    // It ends with the program: a blocked read cannot be called off.
    std::thread::spawn(move || input::read(io::stdin().lock(), &reader));
    match session::Session::new(io::stdout().lock(), events).run(&inbox) {
        Ok(()) => ExitCode::SUCCESS,
        // The manager has gone: there is nobody to tell.
        Err(_) => ExitCode::FAILURE,
    }
}
