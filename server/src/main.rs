//! The `tengen-server` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    tengen_server::program::main()
}
