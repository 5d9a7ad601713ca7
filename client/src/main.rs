//! The `tengen` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    tengen_client::program::main()
}
