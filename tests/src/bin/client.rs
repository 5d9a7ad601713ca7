//! The program `tengen`, built beside the tests so that they can run it in pseudo-terminals.

use std::process::ExitCode;

fn main() -> ExitCode {
    tengen_client::program::main()
}
