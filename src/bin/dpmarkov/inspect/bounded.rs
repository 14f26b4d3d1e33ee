//! Lists that are no longer than a release's can be: a small file that unpacks to a huge list must not take the memory.
use crate::states::MOST_STATES;
use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// What is said of a longer list; it holds for states, for rows and for the numbers of a row.
pub const EXPECTED: &str =
    "at most 4096, one for each state: inspect takes up to 4096 states, on a support too";
const _: () = assert!(MOST_STATES == 4096);

struct List<T>(Vec<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for List<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_seq(Items(PhantomData))
    }
}

struct Items<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for Items<T> {
    type Value = List<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<List<T>, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            if items.len() == MOST_STATES {
                let message = format!("a list of more than {MOST_STATES}, expected {EXPECTED}");
                return Err(Error::custom(message));
            }
            items.push(item);
        }
        Ok(List(items))
    }
}

/// One list.
pub fn list<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Vec<T>, D::Error> {
    List::deserialize(from).map(|list| list.0)
}

/// A list of lists, or none.
pub fn rows<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<Vec<Vec<T>>>, D::Error> {
    let rows = Option::<List<List<T>>>::deserialize(from)?;
    Ok(rows.map(|rows| rows.0.into_iter().map(|row| row.0).collect()))
}
