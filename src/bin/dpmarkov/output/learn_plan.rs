use crate::learn::plan::Plan;
use std::io::{self, Write};
pub fn text(_: &mut dyn Write, _: &Plan) -> io::Result<()> { Ok(()) }
pub fn json(_: &mut dyn Write, _: &Plan) -> io::Result<()> { Ok(()) }
