// Saves, copies and shows files.

/**
 * Saves a file as a download.
 * @param {Blob} file
 * @param {string} name
 */
export function save(file, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // By then the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * Shows an image file, and releases the previous one.
 * @param {HTMLImageElement} image
 * @param {Blob} file
 */
export async function showIn(image, file) {
  const before = image.src;
  image.src = URL.createObjectURL(file);
  if (before.startsWith('blob:')) URL.revokeObjectURL(before);
  await image.decode().catch(() => {
    // A newer image replaced it.
  });
}

/**
 * Copies the text of a field.
 * @param {HTMLTextAreaElement} field
 * @returns {Promise<boolean>} whether the browser allowed it
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
 * Copies an image that is still being made: browsers accept it only soon after the click.
 * @param {Promise<Blob>} file
 * @returns {Promise<boolean>} whether the browser allowed it
 */
export async function copyPicture(file) {
  // Pages from another machine over plain HTTP have no clipboard.
  if (navigator.clipboard?.write === undefined) return false;
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': file })]);
  return true;
}

/**
 * A file name for a puzzle.
 * @param {string} name the puzzle's name, if it has one
 * @param {string} extension
 */
export function fileName(name, extension) {
  const letters = name.toLowerCase().normalize('NFKD').replaceAll(/\p{Mark}/gu, '');
  const plain = letters.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return `${plain.slice(0, 40) || 'sudoku'}.${extension}`;
}
