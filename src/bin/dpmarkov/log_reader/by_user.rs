//! Reads a log user by user: one sparse histogram of transitions for each.
use super::{Names, open};
use crate::failure::{Failure, printable};
use crate::source::Source;
use crate::states::{MOST_STATES, States};
use std::collections::HashMap;

/// The forms of a log with users; the header tells which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// user, from, to: one transition a line.
    Pairs,
    /// user, from, to, count.
    CountedPairs,
    /// user, session, state: consecutive states of one session of one user are transitions.
    Sessions,
    /// user, state: consecutive states of one user are transitions.
    Visits,
}

/// What one user did: SECRET. How often each transition (from, to) was made, up to 4294967295; those that never were are not in it.
pub type UserCounts = HashMap<(u32, u32), u32>;

/// A log by users: SECRET, but for the number of users.
pub struct UserLog {
    /// The states' names, in their order.
    pub states: Vec<String>,
    /// One for each user, in the order of their first lines. A user without any transition is here too: who is there is public.
    pub users: Vec<UserCounts>,
}

/// Reads the whole log. With `known` states every other is refused.
pub fn read(source: Source, user_column: &str, known: Option<States>) -> Result<UserLog, Failure> {
    let user_column = user_column.trim().to_ascii_lowercase();
    let user = user_column.as_str();
    let forms: [(Form, &[&str]); 4] = [
        (Form::Pairs, &[user, "from", "to"]),
        (Form::CountedPairs, &[user, "from", "to", "count"]),
        (Form::Sessions, &[user, "session", "state"]),
        (Form::Visits, &[user, "state"]),
    ];
    // A user column that is called like another one leaves the forms in which no name stands twice.
    let forms: Vec<_> = forms
        .into_iter()
        .filter(|(_, names)| names.iter().skip(1).all(|name| *name != user))
        .collect();
    let listed: Vec<String> = forms
        .iter()
        .map(|(_, names)| printable(&names.join(",")))
        .collect();
    let expected = format!(
        "a header with the users' column that --user-column names: {}",
        listed.join(" or ")
    );
    let mut reader = open(source, MOST_STATES, &expected)?;
    let (form, columns) = reader.header(&forms, &expected)?;
    let mut names = Names::new(known);
    let mut numbers: HashMap<String, usize> = HashMap::new();
    let mut users: Vec<UserCounts> = Vec::new();
    // where each session (of a user) is; where there are none, its name is empty
    let mut current: HashMap<(usize, String), u32> = HashMap::new();
    while reader.next()? {
        let name = reader.field(&columns, 0)?;
        let user = match numbers.get(name) {
            Some(user) => *user,
            None => {
                let user = users.len();
                if user == MOST_USERS {
                    let found = format!("more than {MOST_USERS} users");
                    return Err(reader.fault(Some(reader.line), &found, "at most 16777216 users"));
                }
                numbers.insert(name.to_string(), user);
                users.push(UserCounts::new());
                user
            }
        };
        let event = match form {
            Form::Pairs | Form::CountedPairs => {
                let count = match form {
                    Form::CountedPairs => reader.count(&columns, 3)?,
                    _ => 1,
                };
                let from = reader.state(&columns, 1, &mut names)?;
                let to = reader.state(&columns, 2, &mut names)?;
                Some(((from, to), count))
            }
            Form::Sessions | Form::Visits => {
                let (session, place) = match form {
                    Form::Sessions => (reader.field(&columns, 1)?.to_string(), 2),
                    _ => (String::new(), 1),
                };
                let state = reader.state(&columns, place, &mut names)?;
                let from = current.insert((user, session), state);
                from.map(|from| ((from, state), 1))
            }
        };
        if let Some((pair, count)) = event.filter(|(_, count)| *count > 0)
            && let Some(counts) = users.get_mut(user)
        {
            // Not refused: one user must not decide whether there is a release. That user's own vote is all that it changes.
            let cell = counts.entry(pair).or_insert(0);
            *cell = cell.saturating_add(count);
        }
    }
    reader.at_least_two(&names.states, "in the log")?;
    let (states, renumbered) = names.in_order();
    if renumbered.iter().zip(0..).any(|(new, old)| *new != old) {
        let number = |old: u32| renumbered.get(old as usize).copied().unwrap_or_default();
        for counts in &mut users {
            let moved = counts.drain();
            let moved: Vec<_> = moved
                .map(|((a, b), c)| ((number(a), number(b)), c))
                .collect();
            counts.extend(moved);
        }
    }
    Ok(UserLog {
        states: states.into_names(),
        users,
    })
}

/// The most users: what the library takes as votes.
const MOST_USERS: usize = *dpmarkov::domain::VOTES.end();
