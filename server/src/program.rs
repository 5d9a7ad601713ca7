//! The `tengen-server` program from its command line to its exit code.

use std::{
    fs::File,
    io::{IsTerminal as _, Write as _},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser as _};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use tracing_subscriber::EnvFilter;

use crate::{
    Server,
    cli::{Args, Cli, Task},
    error::Error,
    invite::invite,
    transfer::{self, TransferError},
};

/// Runs the program and gives its exit code: 0 after a stop that was asked for, 1 after a failure, which
/// is told on standard error.
#[must_use]
pub fn main() -> ExitCode {
    let Cli { task, serve: args } = Cli::parse();
    let filter = EnvFilter::try_from_env("TENGEN_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    if let Some(task) = task {
        return ended(carry_out(task));
    }
    // Every connection takes a file handle, and many systems start with 1024.
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::warn!(%error, "the limit on open files stays as it is");
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start the runtime");
    ended(runtime.and_then(|runtime| runtime.block_on(serve(args))))
}

fn ended(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Our errors name their causes themselves.
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(task: Task) -> anyhow::Result<()> {
    let (verb, done) = match task {
        Task::Export { place, file: Some(file) } => {
            ("exported", transfer::export_to_file(&place.folder()?, &file)?)
        }
        Task::Export { place, file: None } => {
            ("exported", transfer::export(&place.folder()?, std::io::stdout().lock(), "standard output")?)
        }
        Task::Manual(manual) => {
            return manual.print(Cli::command(), "8").context("cannot write to standard output");
        }
        Task::Import { place, file } if file.as_os_str() == "-" => {
            ("imported", transfer::import(&place.folder()?, std::io::stdin().lock(), "standard input")?)
        }
        Task::Import { place, file } => {
            let name = file.display().to_string();
            let input =
                File::open(&file).map_err(|source| TransferError::Read { file: name.clone(), source })?;
            ("imported", transfer::import(&place.folder()?, input, &name)?)
        }
    };
    let mut told = std::io::stderr();
    for (room, why) in &done.damaged {
        let _ = writeln!(told, "left out room {room}: {why}");
    }
    let _ = writeln!(told, "{verb} {done}");
    let damaged = done.damaged.len();
    anyhow::ensure!(
        damaged == 0,
        "rooms that are damaged and were left out: {damaged}; all else is exported"
    );
    Ok(())
}

async fn serve(args: Args) -> anyhow::Result<()> {
    let (address, config) = args.settle()?;
    let shutdown = CancellationToken::new();
    tokio::spawn(stop_on_signal(shutdown.clone()));
    let listener = TcpListener::bind(address).await.map_err(|source| Error::Bind { address, source })?;
    let bound = listener.local_addr().context("the listener has no address")?;
    let server = Server::open(config).await?;
    let mut out = std::io::stdout();
    // In one write: scripts wait for this line and read it while it is written.
    out.write_all(format!("listening on ws://{bound}/ws\n").as_bytes())
        .and_then(|()| out.flush())
        .context("cannot write to standard output")?;
    invite(bound);
    server.serve(listener, shutdown).await?;
    tracing::info!("stopped");
    Ok(())
}

async fn stop_on_signal(shutdown: CancellationToken) {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let Ok(mut terminate) = signal(SignalKind::terminate()) else { return };
        tokio::select! {
            _ = terminate.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
    }
    #[cfg(not(unix))]
    let _ = tokio::signal::ctrl_c().await;
    tracing::info!("stopping");
    shutdown.cancel();
}
