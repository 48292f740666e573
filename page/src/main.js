// The entry point of the page without a server: the page itself, and what keeps it for offline use.

import '../../crates/sudokit-web/static/js/main.js';
import { showMessage } from '../../crates/sudokit-web/static/js/messages.js';
import { firstAnswer, send } from './transport.js';

// For programs on the page, and for measurements: `await sudokit.send('solve', …)`.
Object.assign(globalThis, { sudokit: { send } });

// Not before the page works: the files kept for offline use must not delay it.
await firstAnswer;
if ('serviceWorker' in navigator) {
  // Without a service worker, as in some private windows, the page works online.
  await navigator.serviceWorker.register('service-worker.js').then(announceUpdates, () => {});
}

/**
 * Says that a new version is waiting. It takes over when no page of the old one is open.
 * @param {ServiceWorkerRegistration} registration
 */
function announceUpdates(registration) {
  const announce = () => {
    if (registration.waiting === null || navigator.serviceWorker.controller === null) return;
    showMessage('A new version is ready. It starts the next time you open the page.');
  };
  announce();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', announce);
  });
}
