// The on-screen keypad: the values or colours of the board, and the mode buttons.

import { element, html, svg } from '../dom.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../game/game.js').Mode} Mode */

export const COLOUR_NAMES = [
  'blue', 'orange', 'yellow', 'pink', 'cyan', 'green', 'lime', 'olive', 'grey',
];

/** @param {App} app */
export function createKeypad(app) {
  const keypad = element('keypad', HTMLElement);
  const modes = [...element('modes', HTMLElement).querySelectorAll('button')];
  let made = '';

  keypad.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button') : null;
    if (button === null) return;
    const value = Number(button.dataset.value);
    if (app.regions !== null) choose(app, value - 1);
    else if (app.isEntering && !app.settings.digitFirst) app.enter(value);
    else if (value === 0) app.erase();
    else if (!app.settings.digitFirst) app.write(value);
    else {
      app.chosenValue = app.chosenValue === value ? 0 : value;
      app.render();
    }
  });

  modes.forEach((button, index) => {
    button.addEventListener('click', () => chooseMode(app, button));
    button.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      const next = modes[(index + step + modes.length) % modes.length];
      chooseMode(app, next);
      next.focus();
    });
  });

  app.onRender(() => {
    const mode = app.activeMode;
    for (const button of modes) {
      const checked = button.dataset.mode === mode;
      button.setAttribute('aria-checked', `${checked}`);
      button.tabIndex = checked ? 0 : -1;
    }
    element('modes', HTMLElement).hidden = app.game.editing;
    const { shape } = app.game;
    const { editing } = app.game;
    const painting = app.regions !== null;
    const wanted = `${shape.symbols.join(' ')} ${mode} ${editing} ${painting}`;
    if (made !== wanted) {
      made = wanted;
      keypad.replaceChildren(...(painting ? regionButtons(shape) : buttons(shape, mode)), editing && !painting ? blank() : eraser());
      const count = keypad.children.length;
      const width = columns(count);
      keypad.style.setProperty('--columns', `${width}`);
      // The last key fills its row.
      keypad.style.setProperty('--last', `${Math.ceil(count / width) * width - count + 1}`);
      keypad.classList.toggle('many', count > 12);
    }
    markButtons(app, keypad, mode);
  });
}

/**
 * @param {App} app
 * @param {HTMLElement} button
 */
function chooseMode(app, button) {
  app.mode = /** @type {Mode} */ (button.dataset.mode);
  app.render();
}

/**
 * The keys in a row: all of a small board, two rows up to 12, seven or less in a row beyond.
 * @param {number} count
 */
export function columns(count) {
  if (count <= 7) return count;
  return count <= 13 ? Math.ceil(count / 2) : Math.ceil(count / Math.ceil(count / 7));
}

/**
 * @param {import('../game/shape.js').Shape} shape
 * @param {Mode} mode
 */
function buttons(shape, mode) {
  if (mode === 'colour') {
    return COLOUR_NAMES.map((name, index) =>
      html('button', {
        type: 'button', 'data-value': index + 1, class: `swatch swatch-${index + 1}`,
        'aria-label': `colour ${'abcdefghi'[index]}, ${name}`,
      }, 'abcdefghi'[index]),
    );
  }
  const what = { value: 'value', corner: 'corner mark', centre: 'centre mark' }[mode];
  return shape.symbols.map((symbol, index) =>
    html('button', {
      type: 'button', 'data-value': index + 1, class: mode, 'aria-label': `${what} ${symbol}`,
    }, symbol),
  );
}

/** @param {import('../game/shape.js').Shape} shape */
function regionButtons(shape) {
  return shape.symbols.map((symbol, index) =>
    html('button', {
      type: 'button', 'data-value': index + 1, class: `region swatch-${(index % 9) + 1}`, 'aria-label': `region ${symbol}`,
    }, symbol),
  );
}

/**
 * Chooses the region that the pointer paints. Several selected cells are painted at once.
 * @param {App} app
 * @param {number} region -1 for none
 */
function choose(app, region) {
  if (app.regions === null) return;
  if (app.selection.size > 1) app.paint(region, app.selected);
  app.regions.brush = region;
  app.render();
}

function eraser() {
  const cross = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: 'M9 6h11v12H9l-6-6zM12 9.5l5 5M17 9.5l-5 5' }));
  return html('button', {
    type: 'button', 'data-value': 0, class: 'erase', 'aria-label': 'erase', title: 'Erase (Backspace)',
  }, cross);
}

/** Leaves a cell open while a puzzle is entered. */
function blank() {
  const dot = svg('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('path', { d: 'M4 12h14M13 7l5 5-5 5' }));
  return html('button', {
    type: 'button', 'data-value': 0, class: 'erase', 'aria-label': 'empty cell, next', title: 'Empty cell (0, . or Space)',
  }, dot);
}

/**
 * Dims values that are complete; in "value first" mode highlights the chosen one.
 * @param {App} app
 * @param {HTMLElement} keypad
 * @param {Mode} mode
 */
function markButtons(app, keypad, mode) {
  const { values, shape } = app.game;
  const { regions } = app;
  if (regions !== null) {
    for (const button of keypad.querySelectorAll('button')) {
      button.setAttribute('aria-pressed', `${Number(button.dataset.value) === regions.brush + 1}`);
    }
    return;
  }
  for (const button of keypad.querySelectorAll('button:not(.erase)')) {
    if (!(button instanceof HTMLElement)) continue;
    const value = Number(button.dataset.value);
    const count = values.filter((other) => other === value).length;
    button.classList.toggle('finished', mode !== 'colour' && count >= shape.size);
    if (app.settings.digitFirst) button.setAttribute('aria-pressed', `${app.chosenValue === value}`);
    else button.removeAttribute('aria-pressed');
  }
}
