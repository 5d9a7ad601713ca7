//! The program `tengen-server`, built beside the tests so that they can start and kill it.

use std::process::ExitCode;

fn main() -> ExitCode {
    tengen_server::program::main()
}
