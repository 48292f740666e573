// Collections and the work on their puzzles, kept in the browser's database: a file of thousands
// of puzzles does not fit beside the settings. A browser that keeps nothing is no reason to fail;
// then everything lasts as long as the page.

/** @typedef {import('./collection.js').Collection} Collection */

/**
 * What was done on a puzzle.
 * @typedef {object} Work
 * @property {string} fragment
 * @property {number} elapsed
 * @property {number} open how many cells are open
 * @property {boolean} solved whether it was solved once
 */

const MOST_COLLECTIONS = 8;
const COLLECTIONS = 'collections';
const WORKS = 'works';

/** @type {Map<string, Collection & { opened: number }>} */
const collections = new Map();
/** @type {Map<string, Map<number, Work>>} */
const works = new Map();

/** @type {Promise<IDBDatabase | null>} */
const database = new Promise((resolve) => {
  try {
    const opening = indexedDB.open('sudokit', 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore(COLLECTIONS, { keyPath: 'id' });
      opening.result.createObjectStore(WORKS);
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
async function within(name, mode, act) {
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

/** @param {Collection} collection */
export async function keep(collection) {
  const kept = { ...collection, opened: Date.now() };
  collections.set(kept.id, kept);
  await within(COLLECTIONS, 'readwrite', (store) => store.put(kept));
  for (const { id } of (await latest()).slice(MOST_COLLECTIONS)) await forget(id);
}

/** @param {string} id */
async function forget(id) {
  collections.delete(id);
  works.delete(id);
  await within(COLLECTIONS, 'readwrite', (store) => store.delete(id));
  await within(WORKS, 'readwrite', (store) => store.delete(ofCollection(id)));
}

/**
 * @param {string} id
 * @returns {Promise<Collection | undefined>}
 */
export async function find(id) {
  return collections.get(id) ?? within(COLLECTIONS, 'readonly', (store) => store.get(id));
}

/** All collections, the one that was opened last first. */
export async function latest() {
  /** @type {(Collection & { opened: number })[]} */
  const kept = (await within(COLLECTIONS, 'readonly', (store) => store.getAll())) ?? [];
  const all = new Map(kept.map((each) => [each.id, each]));
  for (const [id, collection] of collections) all.set(id, collection);
  return [...all.values()].sort((one, other) => other.opened - one.opened);
}

/**
 * The work on the puzzles of a collection, by their index.
 * @param {string} id
 * @returns {Promise<Map<number, Work>>}
 */
export async function worksOn(id) {
  const known = works.get(id);
  if (known !== undefined) return known;
  const keys = (await within(WORKS, 'readonly', (store) => store.getAllKeys(ofCollection(id)))) ?? [];
  const found = (await within(WORKS, 'readonly', (store) => store.getAll(ofCollection(id)))) ?? [];
  const loaded = new Map(keys.map((key, at) => [Number(/** @type {any} */ (key)[1]), found[at]]));
  works.set(id, loaded);
  return loaded;
}

/**
 * @param {string} id
 * @param {number} index
 * @param {Work} work
 */
export async function keepWork(id, index, work) {
  const known = await worksOn(id);
  const kept = { ...work, solved: work.solved || known.get(index)?.solved === true };
  known.set(index, kept);
  await within(WORKS, 'readwrite', (store) => store.put(kept, [id, index]));
}

/** @param {string} id */
const ofCollection = (id) => IDBKeyRange.bound([id, -1], [id, Infinity]);
