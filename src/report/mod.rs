//! What leaves the device: the wire format of a release, and the merge of a fleet's reports into counts.
//!
//! Everything in a report is public: what a mechanism released, and what the device has from its makers.
