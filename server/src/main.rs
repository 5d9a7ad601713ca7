//! The `tengen-server` program.

use std::process::ExitCode;

/// Costs less than the allocator of the C library, see `bench/RESULTS.md`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The allocator asks for huge pages. Idle connections would then take half as much memory again. An old kernel may
    // not know this call; the server works without it.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    tengen_server::program::main()
}
