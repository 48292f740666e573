// The clock: it runs while the page is visible.

/** @param {number} milliseconds */
export function formatTime(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ number) => `${number}`.padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const tail = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${tail}` : `${minutes}:${tail}`;
}

/**
 * A time as a screen reader should say it.
 * @param {number} milliseconds
 */
export function timeInWords(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  const parts = [[Math.floor(seconds / 3600), 'hour'], [Math.floor(seconds / 60) % 60, 'minute'], [seconds % 60, 'second']];
  const named = parts.filter(([count]) => count !== 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`);
  return named.length === 0 ? 'less than a second' : named.join(' and ');
}

/**
 * @param {(milliseconds: number) => void} pass called each second with the elapsed time
 */
export function startClock(pass) {
  let last = performance.now();
  setInterval(() => {
    const now = performance.now();
    // Do not count the time that the computer was asleep.
    const passed = Math.min(now - last, 2000);
    last = now;
    if (!document.hidden) pass(passed);
  }, 1000);
}
