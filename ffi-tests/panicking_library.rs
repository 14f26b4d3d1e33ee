//! The control of the no-panic check: one function that can panic (an index out of range), under the same kind of handler as
//! the feature `panic-forbidden`. A program with it must fail to link.
#![no_std]

#[unsafe(no_mangle)]
pub extern "C" fn panicking_library_at(i: usize) -> u8 {
    static TABLE: [u8; 5] = [1, 2, 3, 4, 5];
    TABLE[i]
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    unsafe extern "C" {
        fn dpmarkov_a_panic_path_survived() -> !;
    }
    // SAFETY: never runs: a program that could reach this does not link.
    unsafe { dpmarkov_a_panic_path_survived() }
}
