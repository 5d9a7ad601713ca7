//! Records a session for the documentation: an asciicast, and screens as text.
//!
//! `cargo build --release -p tengen-client -p tengen-server`, then
//! `cargo run --release -p tengen-tests --bin record`

use std::{io::Write as _, path::PathBuf, process::ExitCode};

use clap::Parser;
use tengen_tests::record::{Programs, Script, record};

/// Plays a script in terminals against its own server, and writes a recording of them.
#[derive(Debug, Parser)]
struct Args {
    /// Path of the script
    #[arg(default_value = "docs/session.toml")]
    script: PathBuf,
    /// Asciicast to write
    #[arg(long, value_name = "FILE", default_value = "docs/tengen.cast")]
    cast: PathBuf,
    /// Folder for the screens
    #[arg(long, value_name = "DIR", default_value = "docs/screens")]
    screens: PathBuf,
    /// Path of the client program [default: tengen beside this one]
    #[arg(long, value_name = "PATH")]
    client: Option<PathBuf>,
    /// Path of the server program [default: tengen-server beside this one]
    #[arg(long, value_name = "PATH")]
    server: Option<PathBuf>,
    /// Address for the server to listen on; port 0 picks a free one
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:5151")]
    bind: String,
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Args::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(std::io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(args: Args) -> Result<(), Box<dyn std::error::Error>> {
    let sibling = |chosen: Option<PathBuf>, name: &str| -> Result<PathBuf, String> {
        let me = std::env::current_exe().map_err(|error| error.to_string())?;
        let program =
            chosen.unwrap_or_else(|| me.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX)));
        if program.is_file() {
            Ok(program)
        } else {
            Err(format!("there is no {name} at {}: build it first, or name it", program.display()))
        }
    };
    let programs = Programs {
        client: sibling(args.client, "tengen")?,
        server: sibling(args.server, "tengen-server")?,
        bind: args.bind,
    };
    let script: Script = toml::from_str(&std::fs::read_to_string(&args.script)?)?;
    let recording = record(&script, &programs).await?;
    recording.write(&args.cast, &args.screens)?;
    let count = recording.screens.len();
    writeln!(std::io::stdout(), "{} and {count} screens in {}", args.cast.display(), args.screens.display())?;
    Ok(())
}
