// Mouse, pen and touch on the board: press and drag to select, with Shift or Ctrl to add to the
// selection, double-click to select all similar cells. While regions are painted, dragging paints.

/** @typedef {import('../app.js').App} App */

/** @param {App} app */
export function listenToPointer(app) {
  const { grid } = app.board;
  /** Whether dragging adds cells to the selection or removes them. */
  let adding = true;
  let pressed = -1;

  /** @param {PointerEvent} event */
  const isScrolling = (event) => app.board.isLarge && event.pointerType === 'touch';

  grid.addEventListener('pointerdown', (event) => {
    if (isScrolling(event)) return;
    event.preventDefault();
    pressed = event.pointerId;
    grid.setPointerCapture(pressed);
    press(event);
  });

  // On a large board, touching and dragging scrolls; only a tap selects.
  grid.addEventListener('click', (event) => {
    if (event instanceof PointerEvent && isScrolling(event)) press(event);
  });

  /** @param {PointerEvent} event */
  const press = (event) => {
    const cell = app.board.cellAt(event.clientX, event.clientY);
    if (cell === null || event.button !== 0) return;
    if (app.regions !== null && !event.shiftKey) {
      app.select([cell]);
      app.paint(app.regions.brush, [cell]);
      app.board.focus();
      return;
    }
    const together = event.shiftKey || event.ctrlKey || event.metaKey;
    adding = !(together && app.selection.has(cell) && app.selection.size > 1);
    if (!together) app.select([cell]);
    else extend(app, cell, adding);
    if (app.settings.digitFirst && app.chosenValue !== 0 && !together) app.write(app.chosenValue);
    else app.render();
    app.board.focus();
  };

  grid.addEventListener('pointermove', (event) => {
    if (event.pointerId !== pressed) return;
    const cell = app.board.cellAt(event.clientX, event.clientY);
    if (cell !== null && app.regions !== null && !event.shiftKey) {
      if (app.regions.paint([cell], app.regions.brush, true)) app.render();
      return;
    }
    if (cell === null || app.selection.has(cell) === adding) return;
    extend(app, cell, adding);
    app.render();
  });

  for (const end of /** @type {const} */ (['pointerup', 'pointercancel'])) {
    grid.addEventListener(end, () => { pressed = -1; });
  }

  grid.addEventListener('dblclick', (event) => {
    const cell = app.board.cellAt(event.clientX, event.clientY);
    if (cell === null) return;
    const similar = similarCells(app, cell);
    if (similar.length > 1) app.select([...similar.filter((other) => other !== cell), cell]);
    app.render();
  });
}

/**
 * @param {App} app
 * @param {number} cell
 * @param {boolean} adding
 */
function extend(app, cell, adding) {
  const others = app.selected.filter((other) => other !== cell);
  app.select(adding ? [...others, cell] : others);
}

/**
 * The cells with the same value or, for empty cells, the same colours.
 * @param {App} app
 * @param {number} cell
 */
function similarCells({ game }, cell) {
  const { value, colours } = game.cells[cell];
  return [...game.cells.keys()].filter((other) => {
    if (value !== 0) return game.cells[other].value === value;
    return colours !== 0 && game.cells[other].colours === colours;
  });
}
