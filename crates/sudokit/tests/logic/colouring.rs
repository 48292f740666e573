//! Checks colourings against their definitions.

use sudokit::logic::{Board, Candidate, Family, Role, Step, Technique};

use super::walks::{each_step, places, see};

#[test]
fn colours_are_linked_and_prove_the_step() {
    let met = each_step(Family::Colouring, |board, step| {
        linked(board, step, [Role::ColourA, Role::ColourB]);
        linked(board, step, [Role::ColourC, Role::ColourD]);
        proven(board, step);
    });
    assert_eq!(met.len(), 3, "not all techniques were found: {met:?}");
}

/// Checks that every coloured candidate has a strong link to one of the opposite colour.
fn linked(board: &Board, step: &Step, [one, other]: [Role; 2]) {
    for (own, opposite) in [(one, other), (other, one)] {
        for candidate in step.marked(own) {
            let mut opposites = step.marked(opposite);
            assert!(
                opposites.any(|other| strong(board, candidate, other)),
                "{candidate:?} hangs on nothing: {step:?}"
            );
        }
    }
}

fn strong(board: &Board, one: Candidate, other: Candidate) -> bool {
    if one.cell == other.cell {
        return board.candidates(one.cell as usize).count_ones() == 2;
    }
    let houses = board.shape().houses_of(one.cell as usize).iter();
    one.value == other.value
        && houses
            .map(|house| places(board, *house as usize, one.value))
            .any(|places| places.len() == 2 && places.contains(&other.cell))
}

/// Checks that the eliminations are a whole colour that leads to a contradiction, or that each sees
/// two colours of which one is true.
fn proven(board: &Board, step: &Step) {
    let conflicts = |one: Candidate, other: Candidate| {
        one.cell == other.cell || one.value == other.value && see(board, one.cell, other.cell)
    };
    let meets = |one: Candidate, role: Role| step.marked(role).any(|other| conflicts(one, other));
    let first: Vec<Candidate> = step.marked(Role::ColourA).collect();
    if step.eliminations.len() == first.len() && first.iter().all(|c| step.eliminations.contains(c))
    {
        let refuted = match step.technique {
            Technique::MultiColouring => [Role::ColourC, Role::ColourD]
                .iter()
                .all(|role| first.iter().any(|c| meets(*c, *role))),
            _ => {
                let clash = |c: &Candidate| first.iter().any(|d| d != c && conflicts(*c, *d));
                first.iter().any(clash) || empties_a_cell(board, &first)
            }
        };
        assert!(refuted, "{step:?}");
        return;
    }
    let true_or_true = match step.technique {
        Technique::MultiColouring => [Role::ColourB, Role::ColourD],
        _ => [Role::ColourA, Role::ColourB],
    };
    for gone in &step.eliminations {
        let met = true_or_true.iter().all(|role| meets(*gone, *role));
        assert!(met, "{gone:?} does not see both: {step:?}");
    }
}

fn empties_a_cell(board: &Board, colour: &[Candidate]) -> bool {
    let sees = |cell: u16, value: u8| {
        let mut same = colour.iter().filter(|c| c.value == value);
        same.any(|c| see(board, c.cell, cell))
    };
    let open = (0..81).filter(|cell| board.value(*cell as usize) == 0);
    open.map(|cell| (cell, 1..=9)).any(|(cell, mut values)| {
        values.all(|value| !board.has(cell as usize, value) || sees(cell, value))
    })
}
