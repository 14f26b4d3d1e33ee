//! Tests of the whole way inside the program, with fixed randomness.
