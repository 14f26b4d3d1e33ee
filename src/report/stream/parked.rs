//! An encoder between two rows, as plain numbers: for the C interface, which keeps it in the caller's storage, under a seal.
use super::{Encoder, Head, Output, Sink};
use crate::counts::Support;
use crate::domain::{GeometricRate, PolyaParameters, Variance};
use crate::error::{Error, Result};
use crate::privacy::ledger::Window;
use crate::privacy::{Adjacency, DirichletParameters, Guarantee, MechanismParameters};
use crate::report::{About, StateTable, Width};

/// Words of an encoder.
pub(crate) const WORDS: usize = 16;

/// Two halves of a word, the first in its lower one.
fn pair(first: u32, second: u32) -> u64 {
    u64::from(first) | (u64::from(second) << 32)
}
/// The reverse: each cast keeps the half that it names.
fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

/// Tells supports of one size apart: FNV-1a over the lengths and targets of their rows, a number at a time; 0 for a full one. It finds mistakes.
fn fingerprint(support: &Support<'_>) -> u64 {
    if support.is_full() {
        return 0;
    }
    let mix = |hash: u64, number: usize| (hash ^ number as u64).wrapping_mul(0x0000_0100_0000_01b3);
    support.rows().fold(0xcbf2_9ce4_8422_2325, |hash, row| {
        let len = row.len();
        row.fold(mix(hash, len), mix)
    })
}

impl<'a> Encoder<'a> {
    /// What is to be remembered until the next row. What it has written already (state table, window, generation, id) is not among it.
    pub(crate) fn park(mut self) -> [u64; WORDS] {
        let head = &self.head;
        let (kind, [a, b, c]) = match &head.parameters {
            MechanismParameters::Dirichlet(p) => {
                let bits = [p.weight.get().to_bits(), p.pseudo_count.get().to_bits(), 0];
                (0, bits)
            }
            MechanismParameters::Polya(p, states) => {
                let masses = pair(p.event_mass(), p.prior_mass());
                (1, [masses, pair(p.draw_mass(), p.draws()), *states as u64])
            }
            MechanismParameters::Geometric(rate) => {
                (2, [pair(rate.numerator(), rate.denominator()), 0, 0])
            }
            MechanismParameters::Gaussian(v) => (3, [v.numerator(), u64::from(v.denominator()), 0]),
        };
        let flags = u32::from(head.sparse)
            | (u32::from(head.width == Width::Bits16) << 1)
            | (u32::from(self.broken) << 2)
            | (u32::from(head.totals.is_some()) << 3);
        // all zero where there are none
        let totals = head.totals.map_or([0; 3], |(guarantee, rate)| {
            [
                guarantee.epsilon.get().to_bits(),
                guarantee.delta.get().to_bits(),
                pair(rate.numerator(), rate.denominator()),
            ]
        });
        let [t_epsilon, t_delta, t_rate] = totals;
        let guarantee = &head.guarantee;
        let (checksum, written) = self.output.park();
        [
            pair(guarantee.adjacency as u32, flags),
            guarantee.epsilon.get().to_bits(),
            guarantee.delta.get().to_bits(),
            pair(guarantee.releases.get(), kind),
            a,
            b,
            c,
            t_epsilon,
            t_delta,
            t_rate,
            head.states as u64,
            head.cells as u64,
            self.next as u64,
            u64::from(checksum),
            written as u64,
            fingerprint(&self.support),
        ]
    }

    /// The encoder that was parked, on the support that it was begun with.
    ///
    /// # Errors
    /// [`Error::ReportMismatch`] for another support, by a hash of 64 bits.
    pub(crate) fn resume(
        words: &[u64; WORDS],
        support: &Support<'a>,
        sink: &'a mut Sink<'a>,
    ) -> Result<Self> {
        let [
            who,
            epsilon,
            delta,
            what,
            a,
            b,
            c,
            t_epsilon,
            t_delta,
            t_rate,
            states,
            cells,
            next,
            checksum,
            written,
            transitions,
        ] = *words;
        let (adjacency, flags) = halves(who);
        let adjacency = Adjacency::from_code(adjacency as i32)?;
        let (releases, kind) = halves(what);
        let guarantee = Guarantee::accepted_before(adjacency, epsilon, delta, releases)?;
        let parameters = match kind {
            0 => MechanismParameters::Dirichlet(DirichletParameters::new(
                f64::from_bits(a),
                f64::from_bits(b),
            )?),
            1 => {
                let ((event, prior), (draw, draws)) = (halves(a), halves(b));
                let urn = PolyaParameters::new(event, prior, draw, draws)?;
                MechanismParameters::Polya(urn, c as usize)
            }
            2 => {
                let (numerator, denominator) = halves(a);
                MechanismParameters::Geometric(GeometricRate::new(numerator, denominator)?)
            }
            _ => MechanismParameters::Gaussian(Variance::new(a, b as u32)?),
        };
        let totals = if flags & 8 == 0 {
            None
        } else {
            let (numerator, denominator) = halves(t_rate);
            let own = Guarantee::accepted_before(adjacency, t_epsilon, t_delta, releases)?;
            Some((own, GeometricRate::new(numerator, denominator)?))
        };
        if support.states() as u64 != states
            || support.cells() as u64 != cells
            || support.is_full() != (flags & 1 == 0)
            || fingerprint(support) != transitions
        {
            return Err(Error::ReportMismatch);
        }
        let head = Head {
            guarantee,
            parameters,
            // written already
            about: About {
                state_table: StateTable([0; 16]),
                window: Window::new(0, 0)?,
                generation: 0,
                id: None,
            },
            states: support.states(),
            cells: support.cells(),
            sparse: flags & 1 != 0,
            width: if flags & 2 == 0 {
                Width::Bits32
            } else {
                Width::Bits16
            },
            totals,
        };
        Ok(Encoder {
            output: Output::resumed(sink, checksum as u32, written as usize),
            support: *support,
            head,
            next: next as usize,
            broken: flags & 4 != 0,
        })
    }
}
