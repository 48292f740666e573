//! Stub: plain backtracking.
use std::ops::ControlFlow;

use super::control::Meter;
use super::{End, Findings, Report, Statistics, Task};

pub(crate) fn search(task: &Task<'_>, report: Report<'_>) -> Findings {
    let mut values = task.puzzle.values().to_vec();
    let mut meter = Meter::new(task.control, 64);
    let mut count = 0;
    let end = descend(task, &mut values, &mut meter, &mut count, report).err();
    Findings {
        count,
        end: end.unwrap_or(End::Exhausted),
        attempt: values,
        statistics: Statistics {
            nodes: meter.used(),
            ..Default::default()
        },
    }
}

fn descend(
    t: &Task<'_>,
    values: &mut [u8],
    meter: &mut Meter<'_>,
    count: &mut u64,
    report: Report<'_>,
) -> Result<(), End> {
    meter.node()?;
    let shape = t.puzzle.shape();
    let free = |values: &[u8], cell: usize| {
        shape
            .peers(cell)
            .iter()
            .fold(t.puzzle.allowed(cell), |m, p| match values[*p as usize] {
                0 => m,
                v => m & !(1 << (v - 1)),
            })
    };
    let open = (0..values.len()).filter(|c| values[*c] == 0);
    let Some(cell) = open.min_by_key(|c| free(values, *c).count_ones()) else {
        *count += 1;
        if report(values) == ControlFlow::Break(()) || *count == t.limit {
            return Err(End::Limit);
        }
        return Ok(());
    };
    let mut mask = free(values, cell);
    while mask != 0 {
        values[cell] = mask.trailing_zeros() as u8 + 1;
        mask &= mask - 1;
        descend(t, values, meter, count, report)?;
    }
    values[cell] = 0;
    Ok(())
}
