// The service worker of one club, on https or on localhost. It caches the assets and the pages of the last open game,
// so that they open without a connection. Any other page is replaced by the page AWAY. The server puts
// ASSETS, AWAY and VERSION in front of this file.

const home = new URL(registration.scope).pathname;
const CACHES = [`assets ${home} ${VERSION}`, `pages ${home} ${VERSION}`];
const [assets, pages] = CACHES;
// Several clubs may share an origin, and each has its own worker.
const isOfThisClub = (name) => name.split(" ")[1] === home;

// The number of the game if this is its table or counting page, else null.
function gameOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || !pathname.startsWith(home)) return null;
  return /^games\/(\d+)(\/rounds\/\d+\/edit)?$/.exec(pathname.slice(home.length))?.[1] ?? null;
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(assets).then((cache) => cache.addAll([...ASSETS, AWAY])));
});

addEventListener("activate", (event) => {
  const deleteOld = (names) =>
    Promise.all(names.filter((name) => isOfThisClub(name) && !CACHES.includes(name)).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(deleteOld).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const game = gameOf(request);
  if (game) event.respondWith(pageOrCached(request, game));
  else if (ASSETS.includes(new URL(request.url).pathname)) event.respondWith(cachedAsset(request));
  else if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => caches.match(AWAY)));
});

// A page sends its HTML including the news since it was loaded, so that it need not be fetched again.
addEventListener("message", (event) => event.waitUntil(updatePage(event.data).catch(() => {})));

async function updatePage({ path, text }) {
  const cache = await caches.open(pages);
  const cached = text && (await cache.match(path, { ignoreSearch: true }));
  if (!cached) return pageOrCached(new Request(path), gameOf(new Request(path)));
  const { headers } = cached;
  await cache.put(new URL(path, location).pathname, new Response(text, { headers }));
}

async function cachedAsset(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// How many milliseconds the server may take if the page is cached: without a connection a request may hang for minutes.
const PATIENCE = 5000;
const late = () => new Promise((_, reject) => setTimeout(reject, PATIENCE));

// The page from the server, or without a connection the cached one.
async function pageOrCached(request, game) {
  const cached = await caches.match(request, { cacheName: pages, ignoreSearch: true });
  let answer;
  try {
    answer = await Promise.race([fetch(request), ...(cached ? [late()] : [])]);
  } catch (error) {
    if (cached) return cached;
    if (request.mode === "navigate") return caches.match(AWAY);
    throw error;
  }
  // A full disk must not stop the page from loading.
  await cachePage(request, game, answer.clone()).catch(() => {});
  return answer;
}

async function cachePage(request, game, answer) {
  // A refusal deletes nothing: it may come from a server that does not know this phone. See kept.js.
  if (answer.redirected || answer.status !== 200 || answer.type !== "basic") return;
  const cache = await caches.open(pages);
  const others = (await cache.keys()).filter((cached) => gameOf(cached) !== game);
  await Promise.all(others.map((other) => cache.delete(other)));
  await cache.put(new URL(request.url).pathname, answer);
}
