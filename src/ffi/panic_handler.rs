//! The `#[panic_handler]` of the final C artefacts, and the one with which linking fails if any panic path survived.
//!
//! Absent from tests and from the command-line program, which bring the standard library's own. cargo-c passes no feature of ours but `capi`; it
//! sets the cfg `cargo_c` where it builds the C libraries, and nowhere else.

/// Stops the machine here, in WebAssembly by a trap. No path leads here: the link-time check of `tests/capi` proves it for each build.
#[cfg(all(
    any(feature = "panic-handler", cargo_c),
    not(feature = "panic-forbidden"),
    not(any(test, feature = "cli"))
))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    #[cfg(target_arch = "wasm32")]
    core::arch::wasm32::unreachable();
    #[cfg(not(target_arch = "wasm32"))]
    loop {
        core::hint::spin_loop();
    }
}

/// Names a function that nobody defines: a program links (with `--gc-sections`) only if nothing in it can panic.
#[cfg(all(feature = "panic-forbidden", not(any(test, feature = "cli"))))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn dpmarkov_a_panic_path_survived() -> !;
    }
    // SAFETY: never runs: a program that could reach this does not link.
    unsafe { dpmarkov_a_panic_path_survived() }
}
