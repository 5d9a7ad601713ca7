//! Repeatable pseudorandom numbers.

/// Returns the number at index `step` of the sequence of `seed`: SplitMix64 (Steele, Lea and Flood, "Fast
/// splittable pseudorandom number generators", 2014).
pub(crate) const fn drawn(seed: u64, step: u64) -> u64 {
    let mut z = seed.wrapping_add(step.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
