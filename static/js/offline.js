// Lets the service worker cache the page for times without a connection.

import { pagePath } from "./page.js";
import { home } from "./store.js";

// Undefined unless the origin is secure.
export const { serviceWorker } = navigator;

let timer;
function cachePage() {
  if (!serviceWorker?.controller) return;
  clearTimeout(timer);
  timer = setTimeout(() => fetch(pagePath()).catch(() => {}), 2000);
}
addEventListener("shown", cachePage);
serviceWorker?.addEventListener("controllerchange", cachePage);
serviceWorker?.register(`${home}service-worker.js`).catch(() => {});
