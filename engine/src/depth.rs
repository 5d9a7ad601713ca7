//! Depths of the search, in fractions of a ply.

/// How many plies are left to search, or by how many fewer or more, in 1/1024 ply. Below 0 in quiescence search, and always
/// less than 2^18: the iterations end at 100 plies, and on each of 180 plies the extensions add at most 704/1024 ply.
/// Fractions of a ply add up along a line.
pub(crate) type Depth = i32;

/// One ply.
pub(crate) const PLY: Depth = 1024;
