// Keeps the files of one version of the page, all of them or none, and answers from them alone. A
// new version waits until no page of the old one is open, so that versions never mix.

const CACHE = `sudokit ${VERSION}`;

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((file) => new Request(file, { cache: file === './' ? 'reload' : 'default' })));
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith('sudokit ') && name !== CACHE).map((name) => caches.delete(name)));
    // The first visit, too, works offline from now on.
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET' || !event.request.url.startsWith(self.registration.scope)) return;
  const answer = async () => {
    const cache = await caches.open(CACHE);
    const wanted = event.request.mode === 'navigate' ? './' : event.request;
    return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(event.request);
  };
  event.respondWith(answer());
});
