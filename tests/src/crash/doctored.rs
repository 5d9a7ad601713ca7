//! Doctored histories: the checker must find what is wrong with each.
