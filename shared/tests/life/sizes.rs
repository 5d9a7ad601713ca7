//! The longest messages of a room's life, measured in both codecs.
