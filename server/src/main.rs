//! The `tengen-server` program.

use mimalloc::MiMalloc;

/// Gives memory back to the system when it is free again, which the usual allocator of Linux does not: after a flood the
/// server would keep what the flood took.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> std::process::ExitCode {
    tengen_server::program::main()
}
