// The settings dialog, and the button for light and dark.

import { element } from '../dom.js';

/** @typedef {import('../app.js').App} App */
/** @typedef {import('../game/storage.js').Settings} Settings */

/** @param {App} app */
export function createSettingsDialog(app) {
  const dialog = element('settings-dialog', HTMLDialogElement);
  const inputs = [...dialog.querySelectorAll('input')];

  for (const input of inputs) {
    input.addEventListener('change', () => {
      const value = input.type === 'radio' ? input.value : input.checked;
      app.set(/** @type {Partial<Settings>} */ ({ [input.name]: value }));
    });
  }

  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => app.render());

  app.onRender(() => {
    for (const input of inputs) {
      const value = app.settings[/** @type {keyof Settings} */ (input.name)];
      input.checked = input.type === 'radio' ? input.value === value : value === true;
    }
    element('automatic', HTMLElement).setAttribute('aria-pressed', `${app.settings.automatic}`);
    const dark = document.documentElement.dataset.theme === 'dark';
    element('theme', HTMLElement).setAttribute('aria-label', dark ? 'Switch to light mode' : 'Switch to dark mode');
  });

  return {
    open: () => dialog.showModal(),
    toggleTheme: () => {
      const dark = document.documentElement.dataset.theme === 'dark';
      app.set({ theme: dark ? 'light' : 'dark' });
    },
  };
}
