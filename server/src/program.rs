//! The `tengen-server` program, from its command line to its exit code.

use std::{
    fs::File,
    io::{Read, Write},
    process::ExitCode,
};

use anyhow::Context as _;
use clap::{CommandFactory as _, Parser as _};
use tokio::{net::TcpListener, runtime::Runtime};
use tokio_util::sync::CancellationToken;

use crate::{
    Server,
    cli::{Args, Cli, Kept, Task},
    cluster::NodeName,
    error::Error,
    invite::invite,
    limits::Limits,
    log,
    transfer::{self, Identity, TransferError, Transferred},
};

/// Runs the program and returns its exit code: 0 after a requested stop, 1 after an error, which it prints on standard
/// error.
#[must_use]
pub fn main() -> ExitCode {
    let Cli { task, serve: args } = Cli::parse();
    log::start();
    if let Some(task) = task {
        return ended(carry_out(task));
    }
    let runtime = Runtime::new().context("cannot start the runtime");
    ended(runtime.and_then(|runtime| runtime.block_on(serve(args))))
}

fn ended(result: anyhow::Result<()>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // The texts of our own errors include their causes.
            let ours = error.is::<Error>() || error.is::<TransferError>();
            let text = if ours { error.to_string() } else { format!("{error:#}") };
            let _ = writeln!(std::io::stderr(), "error: {text}");
            ExitCode::FAILURE
        }
    }
}

fn carry_out(task: Task) -> anyhow::Result<()> {
    let (verb, done) = match task {
        Task::Export { place, with_identity, file } => {
            let identity = if with_identity { Identity::Included } else { Identity::LeftOut };
            let (kept, out) = (place.kept()?, std::io::stdout());
            let done = match file {
                Some(file) => transfer::to_file(&file, |out, name| export(&kept, out, name, identity))?,
                None => export(&kept, out.lock(), "standard output", identity)?,
            };
            ("exported", done)
        }
        Task::Manual(manual) => {
            return manual.print(Cli::command(), "8").context("cannot write to standard output");
        }
        Task::Import { place, file } if file.as_os_str() == "-" => {
            ("imported", import(&place.kept()?, std::io::stdin().lock(), "standard input")?)
        }
        Task::Import { place, file } => {
            let name = file.display().to_string();
            let input =
                File::open(&file).map_err(|source| TransferError::Read { file: name.clone(), source })?;
            ("imported", import(&place.kept()?, input, &name)?)
        }
    };
    let mut stderr = std::io::stderr();
    for (room, why) in &done.damaged {
        let _ = writeln!(stderr, "left out room {room}: {why}");
    }
    let _ = writeln!(stderr, "{verb} {done}");
    if let Some(about_key) = done.about_key {
        let _ = writeln!(stderr, "{about_key}");
    }
    let damaged = done.damaged.len();
    anyhow::ensure!(
        damaged == 0,
        "rooms that are damaged and were left out: {damaged}; everything else was exported"
    );
    Ok(())
}

fn export(
    kept: &Kept,
    out: impl Write,
    name: &str,
    identity: Identity,
) -> Result<Transferred, TransferError> {
    match kept {
        Kept::Folder(folder) => transfer::export(folder, out, name, identity),
        Kept::Cluster(brokers) => runtime()?.block_on(async {
            let broker = brokers.connect(&NodeName::of_machine("export")).await?;
            transfer::export_cluster(broker, out, name, identity).await
        }),
    }
}

fn import(kept: &Kept, input: impl Read, name: &str) -> Result<Transferred, TransferError> {
    match kept {
        Kept::Folder(folder) => transfer::import(folder, input, name),
        Kept::Cluster(brokers) => runtime()?.block_on(async {
            let broker = brokers.connect(&NodeName::of_machine("import")).await?;
            transfer::import_cluster(broker, input, name).await
        }),
    }
}

fn runtime() -> Result<Runtime, TransferError> {
    Runtime::new().map_err(TransferError::Runtime)
}

async fn serve(args: Args) -> anyhow::Result<()> {
    let (address, mut config) = args.settle()?;
    config.limits.validate().map_err(Error::from)?;
    fit_to_open_files(&mut config.limits);
    let shutdown = CancellationToken::new();
    // Before anybody can know that the server is there: a signal that comes earlier would kill it.
    let asked_to_stop = asked_to_stop().context("cannot listen for signals")?;
    let stop = shutdown.clone();
    tokio::spawn(async move {
        asked_to_stop.await;
        tracing::info!("stopping");
        stop.cancel();
    });
    let listener = TcpListener::bind(address).await.map_err(|source| Error::Bind { address, source })?;
    let bound = listener.local_addr().context("the listener has no address")?;
    let server = tokio::select! {
        server = Server::open(config) => server?,
        // A node may wait long for its brokers.
        () = shutdown.cancelled() => return Ok(()),
    };
    let mut out = std::io::stdout();
    // One write: scripts may read the line before it is complete.
    out.write_all(format!("listening on ws://{bound}/ws\n").as_bytes())
        .and_then(|()| out.flush())
        .context("cannot write to standard output")?;
    invite(bound);
    server.serve(listener, shutdown).await?;
    tracing::info!("stopped");
    Ok(())
}

/// Raises the limit on open files as far as possible, and lowers the limit on connections to fit. Every connection
/// needs a file handle, and many systems start with 1024.
fn fit_to_open_files(limits: &mut Limits) {
    match rlimit::increase_nofile_limit(u64::MAX) {
        Ok(files) => {
            if let Some(wanted) = limits.fit_to_files(files) {
                let fits = limits.connections;
                tracing::warn!(
                    "only {files} files may be open, so the server accepts {fits} connections instead of {wanted}: raise the limit with ulimit -n"
                );
            }
        }
        Err(error) => tracing::warn!(%error, "cannot raise the limit on open files"),
    }
}

/// Listens for the signals that stop the server, from now on. The future ends with the first one.
#[cfg(unix)]
fn asked_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Listens for Ctrl-C, from the first poll on.
#[cfg(not(unix))]
fn asked_to_stop() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async { drop(tokio::signal::ctrl_c().await) })
}
