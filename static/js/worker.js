// The service worker of one club, where browsers allow one (https, or this machine itself): keeps what pages are made
// of, and the pages of the game that was looked at last, so that they open without a connection. The server writes
// ASSETS and VERSION above this.

const home = new URL(registration.scope).pathname;
const KEPT = [`assets ${home} ${VERSION}`, `pages ${home} ${VERSION}`];
const [assets, pages] = KEPT;
// Several clubs may share an origin, and each has a worker of its own.
const isOfThisClub = (name) => name.split(" ")[1] === home;

// The number of the game whose table or counting page this is.
function gameOf({ method, url }) {
  const { origin, pathname } = new URL(url);
  if (method !== "GET" || origin !== location.origin || !pathname.startsWith(home)) return null;
  return /^games\/(\d+)(\/rounds\/\d+\/edit)?$/.exec(pathname.slice(home.length))?.[1] ?? null;
}

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(assets).then((cache) => cache.addAll(ASSETS)));
});

addEventListener("activate", (event) => {
  const forget = (names) =>
    Promise.all(names.filter((name) => isOfThisClub(name) && !KEPT.includes(name)).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(forget).then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const game = gameOf(request);
  if (game) event.respondWith(latest(request, game));
  else if (ASSETS.includes(new URL(request.url).pathname)) event.respondWith(fromStore(request));
});

async function fromStore(request) {
  return (await caches.match(request)) ?? fetch(request);
}

// The page as it is now; without a connection as it was last.
async function latest(request, game) {
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const cache = await caches.open(pages);
    const known = await cache.match(request, { ignoreSearch: true });
    if (known) return known;
    throw error;
  }
  // A disk that is full keeps nobody from the page.
  await remember(request, game, answer.clone()).catch(() => {});
  return answer;
}

async function remember(request, game, answer) {
  // Sent away, or the game is gone: nothing of it stays.
  if (answer.status === 403 || answer.status === 404) return caches.delete(pages);
  if (answer.status !== 200 || answer.redirected || answer.type !== "basic") return;
  const cache = await caches.open(pages);
  const others = (await cache.keys()).filter((one) => gameOf(one) !== game);
  await Promise.all(others.map((one) => cache.delete(one)));
  await cache.put(new URL(request.url).pathname, answer);
}
