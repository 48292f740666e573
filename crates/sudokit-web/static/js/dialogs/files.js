// Files that leave the page: saved, copied, or shown as pictures.

/**
 * Hands a file to the browser, which saves it.
 * @param {Blob} file
 * @param {string} name
 */
export function save(file, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Shows a file in a picture, and forgets the one before it.
 * @param {HTMLImageElement} image
 * @param {Blob} file
 */
export async function showIn(image, file) {
  const before = image.src;
  image.src = URL.createObjectURL(file);
  if (before.startsWith('blob:')) URL.revokeObjectURL(before);
  await image.decode().catch(() => {
    // A newer picture came first.
  });
}

/**
 * Copies the text of a field.
 * @param {HTMLTextAreaElement} field
 * @returns {Promise<boolean>} whether the browser allows it
 */
export async function copyField(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.select();
    return document.execCommand('copy');
  }
}

/**
 * Copies a picture that is still being made: browsers take it only while the click is fresh.
 * @param {Promise<Blob>} file
 * @returns {Promise<boolean>} whether the browser allows it
 */
export async function copyPicture(file) {
  // Pages that came over plain HTTP from another machine have no clipboard.
  if (navigator.clipboard?.write === undefined) return false;
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': file })]);
  return true;
}

/**
 * A name for files of a puzzle.
 * @param {string} name the puzzle's name, if it has one
 * @param {string} ending
 */
export function fileName(name, ending) {
  const letters = name.toLowerCase().normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
  const plain = letters.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `${plain.slice(0, 40) || 'sudoku'}.${ending}`;
}
