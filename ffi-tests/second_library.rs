//! A second static library written in Rust, to be linked into one program with libdpmarkov.a.
#![cfg_attr(not(feature = "std"), no_std)]

#[unsafe(no_mangle)]
pub extern "C" fn second_library_sum(numbers: *const f64, n: usize) -> f64 {
    if numbers.is_null() {
        return f64::NAN;
    }
    // SAFETY: the caller promises n readable doubles.
    unsafe { core::slice::from_raw_parts(numbers, n) }.iter().sum()
}

#[cfg(not(feature = "std"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
