// The board as a picture: shown as it will be, then copied or saved.

import { copyPicture, fileName, save, showIn } from './files.js';
import * as pictures from './pictures.js';
import { announce, orTell, tell } from './say.js';
import { element } from './svg.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./share.js').Shared} Shared */
/** @typedef {'svg' | 'png'} Form */

/**
 * @param {App} app
 * @param {() => Shared} shared
 */
export function makeSharedPicture(app, shared) {
  const image = element('picture', HTMLImageElement);
  const theme = element('picture-theme', HTMLSelectElement);
  const candidates = element('picture-candidates', HTMLInputElement);
  const step = element('picture-step', HTMLInputElement);
  const done = element('picture-done', HTMLElement);

  /** @param {Form} form */
  const make = (form) => {
    const { game, position } = shared();
    return pictures.picture(game, position, form, {
      theme: /** @type {pictures.Look['theme']} */ (theme.value),
      show_candidates: candidates.checked,
      step: step.checked,
    });
  };

  const refresh = () => void orTell(async () => {
    // A step is drawn among all candidates.
    candidates.disabled = step.checked;
    const { file, note } = await make('svg');
    done.textContent = note;
    await showIn(image, file);
  });

  /** @param {string} words */
  const say = (words) => {
    done.textContent = words;
    announce(words);
  };

  /** @param {Form} form */
  const copy = (form) => orTell(async () => {
    const isCopied = form === 'png'
      ? await copyPicture(make('png').then(({ file }) => file))
      : await copySource();
    if (isCopied) say('Copied.');
    else tell('This browser lets no page copy pictures here. Save it instead.');
  });

  const copySource = async () => {
    const { file } = await make('svg');
    if (navigator.clipboard === undefined) return false;
    await navigator.clipboard.writeText(await file.text());
    return true;
  };

  /** @param {Form} form */
  const keep = (form) => orTell(async () => {
    const { file } = await make(form);
    const name = fileName(app.game.name, form);
    save(file, name);
    say(`Saved as ${name}.`);
  });

  for (const choice of [theme, candidates, step]) choice.addEventListener('change', refresh);
  for (const button of document.querySelectorAll('button[data-picture]')) {
    const [action, form] = (button.getAttribute('data-picture') ?? '').split(' ');
    const act = action === 'copy' ? copy : keep;
    button.addEventListener('click', () => void act(/** @type {Form} */ (form)));
  }

  return {
    refresh,
    /** The picture begins as the page looks. */
    begin: () => {
      theme.value = document.documentElement.dataset.theme ?? 'light';
      candidates.checked = app.settings.automatic;
      step.checked = false;
    },
  };
}
