// The link as a QR code, for the phone that lies beside the screen.

import { Overtaken } from './api.js';
import { showIn } from './files.js';
import { isLocal } from './link.js';
import * as pictures from './pictures.js';
import { element, html } from './svg.js';

/** @typedef {import('./share.js').Shared} Shared */

/** How to use the code, or why a phone cannot. */
function advice() {
  if (!isLocal()) return ['Point the camera of a phone at it.'];
  const command = html('code', {}, 'sudokit serve --host 0.0.0.0');
  return ['The address leads to this computer only. ', command, ' lets phones in the same network follow it.'];
}

/** @param {() => Shared} shared */
export function makeSharedCode(shared) {
  const details = element('code-details', HTMLDetailsElement);
  const image = element('code', HTMLImageElement);
  const words = element('code-words', HTMLElement);

  /** The code is made only where somebody looks at it. */
  const refresh = async () => {
    if (!details.open) return;
    try {
      const { file } = await pictures.qrCode(shared().link);
      await showIn(image, file);
      image.hidden = false;
      words.replaceChildren(...advice());
    } catch (error) {
      if (error instanceof Overtaken) return;
      image.hidden = true;
      words.textContent = error instanceof Error ? error.message : String(error);
    }
  };

  details.addEventListener('toggle', () => void refresh());
  return { refresh: () => void refresh() };
}
