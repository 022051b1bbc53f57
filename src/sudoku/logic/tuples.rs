//! Combinations of sets whose union has as many elements as there are sets.

use super::search::Flow;

/// Visits every combination of `degree` of these nine sets, each of two or more elements, whose union has exactly
/// `degree` elements. Passes the mask of the chosen sets, in ascending order, and the union.
pub fn each_tuple(sets: &[u16; 9], degree: u32, mut visit: impl FnMut(u16, u16) -> Flow) -> Flow {
    let mut eligible = [(0, 0); 9];
    let mut count = 0;
    for (i, &set) in sets.iter().enumerate() {
        if (2..=degree).contains(&set.count_ones()) {
            eligible[count] = (1 << i, set);
            count += 1;
        }
    }
    if count < degree as usize {
        return Flow::Continue(());
    }
    extend(&eligible[..count], degree, degree, (0, 0), &mut visit)
}

/// Chooses the highest of the missing sets first, so that masks ascend.
fn extend(
    sets: &[(u16, u16)],
    missing: u32,
    degree: u32,
    (mask, union): (u16, u16),
    visit: &mut impl FnMut(u16, u16) -> Flow,
) -> Flow {
    for (i, &(bit, set)) in sets.iter().enumerate().skip(missing as usize - 1) {
        let (mask, union) = (mask | bit, union | set);
        if union.count_ones() > degree {
            continue;
        }
        if missing > 1 {
            extend(&sets[..i], missing - 1, degree, (mask, union), visit)?;
        } else if union.count_ones() == degree {
            visit(mask, union)?;
        }
    }
    Flow::Continue(())
}

/// Visits every subset of `0..count` with `chosen` elements, in ascending order of masks.
pub fn each_choice(count: u32, chosen: u32, mut visit: impl FnMut(u32) -> Flow) -> Flow {
    let mut mask = (1_u32 << chosen) - 1;
    while mask < 1 << count {
        visit(mask)?;
        if mask == 0 {
            break;
        }
        // The next number with the same number of ones (Gosper's hack).
        let lowest = mask & mask.wrapping_neg();
        let ripple = mask + lowest;
        mask = (((ripple ^ mask) >> 2) / lowest) | ripple;
    }
    Flow::Continue(())
}
