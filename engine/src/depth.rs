//! Depths of the search, in fractions of a ply.

/// How many plies are left to search, in 1/1024 ply. Fractions of a ply add up along a line.
pub(crate) type Depth = i32;

/// One ply.
pub(crate) const PLY: Depth = 1024;
