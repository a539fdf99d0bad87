/**
 * Keeps the pages and the firmware for use without a network. Files with a hash in their name are served from the cache;
 * everything else is fetched, and taken from the cache only if that fails, so that a new version appears at once.
 */
const FILES = ['{{files}}'];
const CACHE = 'dixit-dials-{{version}}';
const HASHED = /\/assets\//;

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('dixit-dials-') && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** The kept answer to a request. A query does not change a page, and a folder stands for its index. */
const kept = (request) => {
  const url = new URL(request.url);
  if (url.pathname.endsWith('/')) url.pathname += 'index.html';
  return caches.match(url.origin + url.pathname);
};

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.endsWith('.uf2')) return;
  const answer = HASHED.test(pathname)
    ? kept(request).then((found) => found ?? fetch(request))
    : fetch(request).catch(() => kept(request).then((found) => found ?? Response.error()));
  event.respondWith(answer);
});
