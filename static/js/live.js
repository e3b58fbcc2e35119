// Answers forms in place. Without this every form is an ordinary one and loads the page again; with it the page is
// asked for behind the scenes and only what differs is changed, so that focus, scroll and half-typed numbers stay.
// Every change is sent at once and in order; what could not be sent yet is kept and sent again.

import { follow, settle, texts } from "./tally.js";

const waiting = [];
let sending = false;
let shown = location.pathname + location.search;

const page = () => location.pathname + location.search;

function say(isWaiting) {
  const badge = document.querySelector("[data-waiting]");
  badge.textContent = isWaiting ? badge.dataset.waiting : "";
  badge.hidden = !isWaiting;
}
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function enqueue(form, fields, { sent = [], isWhole = false } = {}) {
  const method = (form.getAttribute("method") ?? "get").toLowerCase();
  waiting.push({ url: form.getAttribute("action") ?? page(), method, fields, sent, isWhole });
  if (!sending) deliver();
}

async function deliver() {
  sending = true;
  while (waiting.length) {
    const answer = await reach(waiting[0]);
    const job = waiting.shift();
    if (!answer.ok) waiting.length = 0;
    settled(job, answer);
  }
  say(false);
  sending = false;
}

// The answer of the server, however long the way there is closed: the same key is never recorded twice.
async function reach(job) {
  for (;;) {
    try {
      const response = await fetch(...request(job));
      const text = await response.text();
      if (response.status < 502) return { ok: response.ok, moved: response.redirected, url: new URL(response.url), text };
    } catch {
      // No connection: what is said below, and once more.
    }
    say(true);
    await new Promise((again) => setTimeout(again, 2000));
  }
}

function settled(job, { ok, url, moved, text }) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  // What was refused stays as it was typed.
  for (const [input, typed] of ok || job.isWhole ? job.sent : []) if (input.dataset.dirty === typed) delete input.dataset.dirty;
  const elsewhere = location.pathname !== url.pathname && (job.method === "get" || moved);
  if (elsewhere) history.pushState(null, "", url);
  else if (job.method === "get") history.replaceState(null, "", url);
  if (waiting.length) return seen(fresh.querySelector("[name=seen]")?.value);
  show(fresh, elsewhere);
  if (job.method === "get") return;
  if (elsewhere) (document.getElementById(url.hash.slice(1)) ?? document.body).scrollIntoView();
  // A form that came back begins with what is to be said about it.
  else if (job.isWhole && !moved) (document.querySelector("main [role=alert]") ?? document.body).scrollIntoView();
}

function request({ url, method, fields }) {
  if (method === "get") return [`${url.split("?")[0]}?${new URLSearchParams(fields)}`];
  const latest = document.querySelector("[name=seen]")?.value;
  if (latest && fields.has("seen")) fields.set("seen", latest);
  return [url, { method: "POST", body: fields }];
}

const seen = (value) => value && document.querySelectorAll("[name=seen]").forEach((input) => (input.value = value));

// What must not move on the screen when something above it comes or goes.
function underTheThumb() {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const one = (document.activeElement?.id && document.activeElement.closest("main [id]")) || middle?.closest("main [id]");
  return one && { id: one.id, top: one.getBoundingClientRect().top };
}

function show(fresh, elsewhere) {
  shown = page();
  const anchor = elsewhere ? null : underTheThumb();
  const unfolded = [...document.querySelectorAll("details[open][id]")].map((one) => one.id);
  document.title = fresh.title;
  window.Idiomorph.morph(document.body, fresh.body, {
    morphStyle: "innerHTML",
    ignoreActiveValue: !elsewhere && document.activeElement?.matches("input, textarea"),
    callbacks: {
      beforeNodeMorphed: (old) => elsewhere || !old.dataset?.dirty,
    },
  });
  for (const id of elsewhere ? [] : unfolded) document.getElementById(id)?.setAttribute("open", "");
  const moved = anchor && (document.getElementById(anchor.id)?.getBoundingClientRect().top ?? anchor.top) - anchor.top;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
  settle();
}

async function refresh() {
  if (document.hidden || sending || !document.querySelector("[data-fresh]")) return;
  const response = await fetch(page()).catch(() => null);
  if (!response || sending) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html");
  const moved = new URL(response.url).pathname !== location.pathname;
  if (moved) history.replaceState(null, "", response.url);
  // A half-typed number stays, and so does what its page had seen: whoever typed there meanwhile is not overwritten.
  const typing = document.querySelector("[data-dirty]") && document.querySelector("[name=seen]")?.value;
  show(fresh, moved);
  if (!moved) seen(typing);
}

function only(form, names, more) {
  const fields = new URLSearchParams();
  const all = texts(form);
  for (const name of ["csrf_token", "seen", "from", ...names]) if (name in all) fields.set(name, all[name]);
  for (const [name, value] of [["key", newKey()], ...more]) fields.set(name, value);
  return fields;
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-live]")) return;
  event.preventDefault();
  if (submitter?.name === "step" && form.method === "get") {
    follow(form, submitter);
    enqueue(form, new URLSearchParams(new FormData(form)));
    return;
  }
  if (submitter?.name === "step" && form.matches("[data-each], [data-local]")) {
    const step = submitter.value;
    const fields = only(form, [step.slice(0, -2)], [["step", step]]);
    follow(form, submitter);
    if (form.matches("[data-each]")) enqueue(form, fields);
    return;
  }
  const dirty = [...form.querySelectorAll("[data-dirty]")].map((input) => [input, input.dataset.dirty]);
  enqueue(form, new URLSearchParams(new FormData(form, submitter)), { sent: dirty, isWhole: true });
});

document.addEventListener("change", ({ target }) => {
  const form = target.form;
  if (!form) return;
  if (form.matches("[data-live]:not([method=post])")) return form.requestSubmit();
  if (!form.matches("[data-each]") || !target.name || target.name === "confirm") return;
  const stem = target.name.replace(/\.(points|reason)$/, "");
  const names = stem === target.name ? [stem] : [`${stem}.points`, `${stem}.reason`];
  const all = texts(form);
  if (names.length > 1 && names.some((name) => !all[name].trim()) && names.some((name) => all[name].trim())) return;
  enqueue(form, only(form, names, []), { sent: [[target, target.dataset.dirty]] });
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !sending || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const leave = () => (sending ? setTimeout(leave, 50) : location.assign(link.href));
  leave();
});

const unkept = () => sending || document.querySelector("[data-local][data-sheet] [data-dirty]");
window.addEventListener("beforeunload", (event) => unkept() && event.preventDefault());
// Going to another part of this page is no reason to load it again.
window.addEventListener("popstate", () => page() === shown || location.reload());
window.addEventListener("pageshow", ({ persisted }) => persisted && refresh());
document.addEventListener("visibilitychange", refresh);
document.documentElement.classList.add("live");
settle();
