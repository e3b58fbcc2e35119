// Lets the service worker cache the page for use without a connection.

import { pagePath } from "./page.js";
import { currentHtml } from "./refresh.js";
import { home } from "./store.js";

// Undefined unless the origin is secure.
export const { serviceWorker } = navigator;

let timer;
function cachePage() {
  if (!serviceWorker?.controller) return;
  clearTimeout(timer);
  timer = setTimeout(() => serviceWorker.controller.postMessage({ path: pagePath(), text: currentHtml() }), 2000);
}
addEventListener("shown", cachePage);
serviceWorker?.addEventListener("controllerchange", cachePage);
serviceWorker?.register(`${home}service-worker.js`).catch(() => {});
