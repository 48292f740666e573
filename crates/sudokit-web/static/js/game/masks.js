// Sets of values as bit masks: value 1 is the lowest bit. The values of boards up to 25×25 fit.

/** @param {number} value */
export const bit = (value) => 1 << (value - 1);

/**
 * The values in a mask, in ascending order.
 * @param {number} mask
 * @returns {number[]}
 */
export function valuesOf(mask) {
  const values = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    values.push(32 - Math.clz32(rest & -rest));
  }
  return values;
}

/** @param {number} mask */
export const countOf = (mask) => valuesOf(mask).length;

/** @param {Iterable<number>} values */
export function maskOf(values) {
  let mask = 0;
  for (const value of values) mask |= bit(value);
  return mask;
}
