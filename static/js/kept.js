// On a page for phones without access: lists the unsent jobs, to read or discard, and deletes the cached pages.

import { updateBadge } from "./outbox.js";
import { discardQueue, loadQueue, queue } from "./queue.js";
import { home } from "./store.js";

// Only the pages of this club: other clubs may share the origin.
async function deletePages() {
  const names = (await globalThis.caches?.keys()) ?? [];
  await Promise.all(names.filter((name) => name.startsWith(`pages ${home} `)).map((name) => caches.delete(name)));
}

// `data-kept` is "away" for a phone that was sent away, "out" for one without a pass, "left" for one that just left.
async function showKept() {
  const section = document.querySelector("[data-kept]");
  if (!section) return;
  const { kept } = section.dataset;
  if (kept) deletePages();
  await loadQueue();
  if (kept === "left") await discard();
  const jobs = queue.filter(({ key }) => key);
  section.hidden = !jobs.length;
  section.querySelector("ul").replaceChildren(
    ...jobs.map(({ text, fields }) => {
      const item = document.createElement("li");
      item.textContent = text ?? new URLSearchParams(fields).toString();
      return item;
    }),
  );
}

async function discard() {
  await discardQueue();
  updateBadge("");
}

document.addEventListener("click", ({ target }) => {
  if (!target.matches("[data-discard]")) return;
  discard().then(showKept);
});
addEventListener("shown", showKept);
showKept();
