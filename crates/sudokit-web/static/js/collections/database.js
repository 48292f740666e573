// Collections and the progress on their puzzles, in IndexedDB: thousands of puzzles do not fit into
// local storage. Without a database everything works until the page is closed.

/** @typedef {import('./collection.js').Collection} Collection */

/**
 * The progress on a puzzle.
 * @typedef {object} Progress
 * @property {string} fragment
 * @property {number} elapsed
 * @property {number} open number of empty cells
 * @property {boolean} solved whether it was ever solved
 */

const MAX_COLLECTIONS = 8;
const COLLECTIONS = 'collections';
const PROGRESS = 'works';

/** @type {Map<string, Collection & { opened: number }>} */
const collections = new Map();
/** @type {Map<string, Map<number, Progress>>} */
const progress = new Map();

/** @type {Promise<IDBDatabase | null>} */
const database = new Promise((resolve) => {
  try {
    const opening = indexedDB.open('sudokit', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(COLLECTIONS, { keyPath: 'id' });
      opening.result.createObjectStore(PROGRESS);
    };
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => resolve(null);
    opening.onblocked = () => resolve(null);
  } catch {
    resolve(null);
  }
});

/**
 * @template T
 * @param {string} name
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest<T>} act
 * @returns {Promise<T | undefined>}
 */
async function query(name, mode, act) {
  const open = await database;
  if (open === null) return undefined;
  return new Promise((resolve) => {
    try {
      const request = act(open.transaction(name, mode).objectStore(name));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => resolve(undefined);
    } catch {
      resolve(undefined);
    }
  });
}

/**
 * @param {Collection} collection
 * @param {number} [opened] when it was last opened
 */
export async function saveCollection(collection, opened = Date.now()) {
  const saved = { ...collection, opened };
  collections.set(saved.id, saved);
  await query(COLLECTIONS, 'readwrite', (store) => store.put(saved));
  for (const { id } of (await listCollections()).slice(MAX_COLLECTIONS)) await deleteCollection(id);
}

/** @param {string} id */
async function deleteCollection(id) {
  collections.delete(id);
  progress.delete(id);
  await query(COLLECTIONS, 'readwrite', (store) => store.delete(id));
  await query(PROGRESS, 'readwrite', (store) => store.delete(ofCollection(id)));
}

/**
 * @param {string} id
 * @returns {Promise<Collection | undefined>}
 */
export async function findCollection(id) {
  return collections.get(id) ?? query(COLLECTIONS, 'readonly', (store) => store.get(id));
}

/** All collections, the most recently opened first. */
export async function listCollections() {
  /** @type {(Collection & { opened: number })[]} */
  const stored = (await query(COLLECTIONS, 'readonly', (store) => store.getAll())) ?? [];
  const all = new Map(stored.map((each) => [each.id, each]));
  for (const [id, collection] of collections) all.set(id, collection);
  return [...all.values()].sort((one, other) => other.opened - one.opened);
}

/**
 * The progress on the puzzles of a collection, by their key.
 * @param {string} id
 * @returns {Promise<Map<number, Progress>>}
 */
export async function loadProgress(id) {
  const known = progress.get(id);
  if (known !== undefined) return known;
  const keys = (await query(PROGRESS, 'readonly', (store) => store.getAllKeys(ofCollection(id)))) ?? [];
  const found = (await query(PROGRESS, 'readonly', (store) => store.getAll(ofCollection(id)))) ?? [];
  const loaded = new Map(keys.map((key, at) => [Number(/** @type {any} */ (key)[1]), found[at]]));
  progress.set(id, loaded);
  return loaded;
}

/**
 * @param {string} id
 * @param {number} index
 * @param {Progress} current
 */
export async function saveProgress(id, index, current) {
  const known = await loadProgress(id);
  const merged = { ...current, solved: current.solved || known.get(index)?.solved === true };
  known.set(index, merged);
  await query(PROGRESS, 'readwrite', (store) => store.put(merged, [id, index]));
}

/** The progress on all puzzles: the id of the collection, the key of the puzzle, and its progress. */
export async function listProgress() {
  const keys = (await query(PROGRESS, 'readonly', (store) => store.getAllKeys())) ?? [];
  const found = (await query(PROGRESS, 'readonly', (store) => store.getAll())) ?? [];
  return keys.map((key, at) => {
    const [id, index] = /** @type {[string, number]} */ (key);
    return { id, index, ...found[at] };
  });
}

/** @param {string} id */
const ofCollection = (id) => IDBKeyRange.bound([id, -1], [id, Infinity]);
