// What a row of steps does to a position, so that a slider can stand at any of them.

import { bit } from './masks.js';

/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').Step} Step */

/**
 * The position after a step.
 * @param {import('./shape.js').Shape} shape
 * @param {Position} position
 * @param {Step} step
 * @returns {Position}
 */
export function after(shape, position, step) {
  const values = [...position.values];
  const candidates = [...position.candidates];
  for (const { cell, value } of step.placements ?? []) {
    values[cell] = value;
    candidates[cell] = 0;
    for (const peer of shape.peers[cell]) candidates[peer] &= ~bit(value);
  }
  for (const { cell, value } of step.eliminations ?? []) candidates[cell] &= ~bit(value);
  return { values, candidates };
}

/**
 * The positions before each step, and the one at the end.
 * @param {import('./shape.js').Shape} shape
 * @param {Position} start
 * @param {Step[]} steps
 * @returns {Position[]}
 */
export function positions(shape, start, steps) {
  const all = [start];
  for (const step of steps) all.push(after(shape, all[all.length - 1], step));
  return all;
}
