//! Renyi orders.
