// All games, collections, progress and settings as one file, for another browser, or for the page with
// or without a server: browsers keep them apart by address.

import { listCollections, listProgress, loadProgress, saveCollection, saveProgress } from '../collections/database.js';
import { element } from '../dom.js';
import { addGames, loadGames } from '../game/storage.js';
import { reportErrors, showMessage } from '../messages.js';
import { ApiError } from '../server/client.js';
import { save } from './files.js';

/** @typedef {import('../app.js').App} App */

const KIND = 'sudokit-backup';
const VERSION = 1;

/** @param {App} app */
export function createBackup(app) {
  const file = element('backup-file', HTMLInputElement);
  const dialog = element('open-dialog', HTMLDialogElement);

  const make = async () => {
    app.save();
    const backup = {
      kind: KIND,
      version: VERSION,
      settings: app.settings,
      games: loadGames(),
      collections: await listCollections(),
      progress: await listProgress(),
    };
    save(new Blob([JSON.stringify(backup)], { type: 'application/json' }), 'sudokit-games.json');
  };

  /** @param {File | undefined} chosen */
  const restore = async (chosen) => {
    if (chosen === undefined) return;
    const { settings, games, collections, progress } = parsed(await chosen.text(), chosen.name);
    addGames(games);
    // Saving deletes the oldest collections, so the newest comes last.
    for (const { opened, ...collection } of collections.reverse()) await saveCollection(collection, opened);
    for (const { id, index, ...done } of progress) await merge(id, index, done);
    app.set(settings);
    dialog.close();
    const [gameCount, collectionCount] = [counted(games.length, 'game'), counted(collections.length, 'collection')];
    showMessage(`Restored ${gameCount} and ${collectionCount}. Open shows them.`);
  };

  file.addEventListener('change', () => {
    void reportErrors(() => restore(file.files?.[0]));
    file.value = '';
  });

  return { save: () => void reportErrors(make), choose: () => file.click() };
}

/**
 * Adds progress on a puzzle, unless the player has come further here.
 * @param {string} id
 * @param {number} index
 * @param {import('../collections/database.js').Progress} done
 */
async function merge(id, index, done) {
  const known = (await loadProgress(id)).get(index);
  if (known === undefined || done.open <= known.open) await saveProgress(id, index, done);
}

/**
 * @param {string} text
 * @param {string} name of the file
 */
function parsed(text, name) {
  /** @type {any} */
  let found = null;
  try {
    found = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (found?.kind !== KIND) throw new ApiError(`${name} has no saved games. Choose a file that Save to a file made.`);
  if (found.version > VERSION) throw new ApiError(`${name} comes from a newer version of this page.`);
  const list = (/** @type {any} */ part) => (Array.isArray(part) ? part : []);
  return {
    settings: found.settings ?? {},
    games: list(found.games),
    collections: list(found.collections),
    progress: list(found.progress),
  };
}

/**
 * @param {number} count
 * @param {string} what
 */
const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
