// Sends forms in the background. Without scripts, each form reloads the page as usual, and so it does where a browser
// fails to start them: `live` is set at the end of this file, and only then are forms sent here.

import { showAnswer } from "./answers.js";
import { forgetQueued, isLosing, noteTyping, restoreHalves, sendChange, sendForm, sendTyped, sendTyping } from "./jobs.js";
import { isSending, retry, start, updateBadge } from "./outbox.js";
import { refused, restoreQueued, seenEntry } from "./page.js";
import { loadNotes, loadQueue, queue } from "./queue.js";
import { catchUp, forceRefresh, hasNews, refresh } from "./refresh.js";
import { updateScreen } from "./screen.js";
import { applyStep, formTexts } from "./steppers.js";
import { isKept, isLeaving } from "./store.js";
import { listen } from "./stream.js";

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches(".live [data-live]")) return;
  sendInBackground(form, submitter);
  // Not before: if this browser fails above, it sends the form itself.
  event.preventDefault();
});

function sendInBackground(form, submitter) {
  const isStep = submitter?.name === "step" && form.matches("[data-each], [data-local], [method=get]");
  if (!isStep) return sendForm(form, submitter);
  const texts = formTexts(form);
  const step = submitter.value;
  const name = step.slice(0, -2);
  applyStep(form, submitter);
  if (form.method === "get") sendForm(form);
  else if (form.matches("[data-each]") && formTexts(form)[name] !== texts[name]) sendChange(form, [name], texts, step);
}

document.addEventListener("change", ({ target }) => {
  const form = target.form;
  if (!form) return;
  if (form.matches("[data-live]:not([method=post])")) return form.requestSubmit();
  if (form.matches(".live [data-each]") && target.name && target.name !== "confirm") sendTyped(form, target);
});

document.addEventListener("input", ({ target }) => {
  if (!target.form?.matches(".live [data-live][method=post]")) return;
  if (target.type !== "text" && !target.form.matches("[data-local]")) return;
  target.dataset.dirty = Math.random();
  target.dataset.seen ??= seenEntry(target.form);
  if (target.form.matches("[data-each]") && target.name) noteTyping(target.form, target);
});

// An input whose text was changed back is updated with the page again.
document.addEventListener("focusout", ({ target }) => {
  if (!target.dataset.dirty || target.value !== target.defaultValue || target.form?.matches("[data-local]")) return;
  delete target.dataset.dirty;
  forceRefresh();
});

// A link waits until everything is sent.
export let leaving = null;
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isSending || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  leaving = { url: link.href, refusals: refused.size };
  updateBadge("leaving");
});

export function stay() {
  leaving = null;
  updateBadge("");
}

function onEmpty() {
  const { url, refusals } = leaving ?? {};
  stay();
  if (url && refused.size <= refusals) location.assign(url);
  else if (hasNews()) refresh();
  else catchUp();
}

function showStored() {
  restoreQueued();
  restoreHalves();
  updateScreen();
  retry();
}

// What waits on a phone that has left is discarded (kept.js), not sent.
function sendStored() {
  if (document.querySelector("[data-left]")) return;
  loadNotes();
  showStored();
  loadQueue().then(showStored);
}

const isLost = (job) => job.key && !isKept(job);
addEventListener("beforeunload", (event) => (queue.some(isLost) || isLosing()) && event.preventDefault());
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  forgetQueued();
  refresh();
});
addEventListener("online", retry);
addEventListener("connection", () => updateBadge());
addEventListener("stuck", () => {
  updateBadge();
  retry();
});
addEventListener("shown", restoreHalves);
document.addEventListener("visibilitychange", () => {
  listen();
  if (!document.hidden) {
    refresh();
    sendStored();
  } else if (!isLeaving) sendTyping();
});
start({ onAnswer: showAnswer, onEmpty });
sendStored();
listen();
// What the first look at a page does not need comes later, but before the first tap is answered. Later visits have it in
// the cache.
const loadMore = () => import("./more.js").catch(() => {});
setTimeout(loadMore, sessionStorage.length ? 0 : 1000);
addEventListener("pointerdown", loadMore, { once: true });
addEventListener("online", loadMore);
document.documentElement.classList.add("live");
