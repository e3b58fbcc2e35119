// On a page for phones without access: lists the unsent jobs, to read or discard. Deletes the cached pages of a phone
// that was sent away or has left, if the page has the word that the club gave to this phone in a cookie.

import { updateBadge } from "./outbox.js";
import { discardQueue, loadQueue, queue } from "./queue.js";
import { home } from "./store.js";

// Only the pages of this club: other clubs may share the origin.
async function deletePages() {
  sessionStorage.removeItem(`pages ${home}`);
  dispatchEvent(new Event("forgotten"));
  for (const name of (await globalThis.caches?.keys()) ?? []) if (name.startsWith(`pages ${home} `)) caches.delete(name);
}

// What is typed in forms, or half an adjustment.
function forgetNotes() {
  const isOurs = (name) => ["job", "draft"].some((kind) => name.startsWith(`${kind} ${home} `));
  try {
    for (const name of Object.keys(localStorage).filter(isOurs)) localStorage.removeItem(name);
  } catch {
    // This browser keeps no notes.
  }
}

function discard() {
  forgetNotes();
  return discardQueue();
}

// `data-kept` is "away" for a phone that was sent away. `data-left` is set for one that just left.
async function showKept() {
  const section = document.querySelector("[data-kept]");
  if (!section) return;
  const { word, left } = section.dataset;
  const isOver = word && document.cookie.includes(word);
  if (isOver) deletePages();
  await loadQueue();
  if (isOver && left) await discard();
  updateBadge();
  const jobs = queue.filter(({ key }) => key);
  section.hidden = !jobs.length;
  section.querySelector("ul").replaceChildren(
    ...jobs.map(({ text, fields }) =>
      Object.assign(document.createElement("li"), { textContent: text ?? new URLSearchParams(fields) }),
    ),
  );
}

document.addEventListener("click", ({ target }) => {
  if (target.matches("[data-discard]")) discard().then(showKept);
});
addEventListener("shown", showKept);
showKept();
