// Answers forms in place. Without this every form is an ordinary one and loads the page again; with it the page is
// asked for behind the scenes. Every change is sent at once and in order; what could not be sent yet is kept.

import { change, send, together } from "./jobs.js";
import { home } from "./kept.js";
import { begin, isCutOff, isSending, isUnwritten, load, sayToo, tryAgain } from "./outbox.js";
import { anew, catchUp, isCorrecting, lastSeen, layOut, page, refresh, refusals, settled } from "./page.js";
import { isNew, listen } from "./stream.js";
import { follow, settleDown, texts } from "./tally.js";

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-live]")) return;
  event.preventDefault();
  const isStep = submitter?.name === "step" && form.matches("[data-each], [data-local], [method=get]");
  if (!isStep) return send(form, submitter);
  const all = texts(form);
  const name = submitter.value.slice(0, -2);
  const step = submitter.value;
  follow(form, submitter);
  if (form.method === "get") send(form);
  else if (form.matches("[data-each]") && texts(form)[name] !== all[name]) change(form, [name], all, step);
});

document.addEventListener("change", ({ target }) => {
  const form = target.form;
  if (!form) return;
  if (form.matches("[data-live]:not([method=post])")) return form.requestSubmit();
  if (!form.matches("[data-each]") || !target.name || target.name === "confirm") return;
  const names = together(target.name);
  const all = texts(form);
  if (new Set(names.map((name) => !all[name].trim())).size === 1) change(form, names, all);
});

document.addEventListener("input", ({ target }) => {
  if (!target.form?.matches("[data-live][method=post]")) return;
  if (target.type !== "text" && !target.form.matches("[data-local]")) return;
  target.dataset.dirty = Math.random();
  target.dataset.seen ??= lastSeen(target.form);
});

// Typed over and put back as it was: it follows the page again.
document.addEventListener("focusout", ({ target }) => {
  if (!target.dataset.dirty || target.value !== target.defaultValue || target.form?.matches("[data-local]")) return;
  delete target.dataset.dirty;
  anew();
});

let leaving = null;
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isSending() || event.ctrlKey || event.metaKey) return;
  // Where pages are kept for times without a connection, there is somewhere to go.
  if (isCutOff() && navigator.serviceWorker?.controller) return;
  event.preventDefault();
  leaving = { to: link.href, refusals: refusals() };
  sayToo("leaving");
});

function drained() {
  const { to, refusals: known } = leaving ?? {};
  leaving = null;
  sayToo("");
  if (to && refusals() <= known) location.assign(to);
  else if (isNew()) refresh();
  else catchUp();
}

const lookAgain = () =>
  load().then(() => {
    layOut();
    tryAgain();
  });

addEventListener("beforeunload", (event) => (isUnwritten() || isCorrecting()) && event.preventDefault());
addEventListener("pageshow", ({ persisted }) => persisted && refresh());
addEventListener("online", tryAgain);
document.addEventListener("visibilitychange", () => {
  listen();
  if (document.hidden) return;
  refresh();
  lookAgain();
});
document.documentElement.classList.add("live");
begin({ settled, drained });
settleDown();
lookAgain();
listen();

// Where the origin is secure, a service worker keeps the page as it was seen last.
let keeping;
function keepPage() {
  if (!navigator.serviceWorker?.controller) return;
  clearTimeout(keeping);
  keeping = setTimeout(() => fetch(page()).catch(() => {}), 2000);
}
addEventListener("shown", keepPage);
if (isSecureContext) {
  navigator.serviceWorker?.addEventListener("controllerchange", keepPage);
  navigator.serviceWorker?.register(`${home}service-worker.js`).catch(() => {});
}
