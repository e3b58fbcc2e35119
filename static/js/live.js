// Answers forms in place. Without this every form is an ordinary one and loads the page again; with it the page is
// asked for behind the scenes and only what differs is changed, so that focus, scroll and half-typed numbers stay.
// Every change is sent at once and in order; what could not be sent yet is kept and sent again.

import { follow, settle, texts } from "./tally.js";

let waiting = [];
// Names of inputs that were refused: each stays as it was typed, and what is said beside it, until it is sent again.
let refused = [];
let sending = false;

const page = () => location.pathname + location.search;
let shown = page();

function say(isWaiting) {
  const badge = document.querySelector("[data-waiting]");
  badge.textContent = isWaiting ? badge.dataset.waiting : "";
  badge.hidden = !isWaiting;
}
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// Of a whole form no `names` are given.
function enqueue(form, fields, sent, names) {
  waiting.push({ url: form.getAttribute("action") ?? page(), method: form.method, fields, sent, names });
  if (!sending) deliver();
}

async function deliver() {
  sending = true;
  while (waiting.length) {
    const answer = await reach(waiting[0]);
    settled(waiting.shift(), answer);
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
  const { names, method } = job;
  const fresh = new DOMParser().parseFromString(text, "text/html");
  for (const [input, typed] of ok || !names ? job.sent : []) if (input.dataset.dirty === typed) delete input.dataset.dirty;
  const elsewhere = location.pathname !== url.pathname && (method === "get" || moved);
  if (elsewhere) history.pushState(null, "", url);
  else if (method === "get") history.replaceState(null, "", url);
  goOn(job, ok);
  seen(lastSeen(fresh));
  if (ok && waiting.length) return;
  show(fresh, elsewhere);
  if (!ok && names) refused.push(...names.filter((name) => document.getElementById(`${name}-said`)));
  if (method === "get") return;
  if (elsewhere) (document.getElementById(url.hash.slice(1)) ?? document.body).scrollIntoView();
  // A form that came back begins with what is to be said about it.
  else if (!names && !moved) (document.querySelector("main [role=alert]") ?? document.body).scrollIntoView();
}

// What still waits after an answer. A form around what was refused is for somebody to press again; what was typed over
// it is judged by what that had seen, lest it write over somebody else's.
function goOn({ url, method, fields, names = [] }, ok) {
  refused = refused.filter((name) => !fields.has(name));
  if (!ok && method === "post") waiting = waiting.filter((next) => next.names || next.url !== url);
  for (const next of waiting) {
    if (names.some((name) => next.fields.has(name))) next.seen = ok ? null : fields.get("seen");
  }
}

function request({ url, method, fields, seen }) {
  if (method === "get") return [`${url.split("?")[0]}?${fields}`];
  const latest = seen ?? lastSeen();
  if (latest && fields.has("seen")) fields.set("seen", latest);
  return [url, { method: "POST", body: fields }];
}

const lastSeen = (of = document) => of.querySelector("[name=seen]")?.value;
const seen = (value) => value && document.querySelectorAll("[name=seen]").forEach((input) => (input.value = value));

// What must not move on the screen when something above it comes or goes.
function underTheThumb() {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const one = (document.activeElement?.id && document.activeElement.closest("main [id]")) || middle?.closest("main [id]");
  return one && { id: one.id, top: one.getBoundingClientRect().top };
}

// An answer knows nothing of what was refused or waits to be sent.
const isHeld = (name) => refused.includes(name) || waiting.some(({ fields }) => fields.has(name));

function show(fresh, elsewhere) {
  shown = page();
  if (elsewhere) refused = [];
  const anchor = elsewhere ? null : underTheThumb();
  const unfolded = [...document.querySelectorAll("details[open][id]")].map((one) => one.id);
  document.title = fresh.title;
  Idiomorph.morph(document.body, fresh.body, {
    morphStyle: "innerHTML",
    ignoreActiveValue: !elsewhere && document.activeElement?.matches("input, textarea"),
    callbacks: {
      beforeNodeMorphed: (old) => elsewhere || !isHeld(old.id || old.name),
      beforeNodeRemoved: (old) => !refused.includes(old.id?.replace("-said", "")),
      // What is half typed stays, but can be said to be wrong.
      beforeAttributeUpdated: (name, old) => elsewhere || !old.dataset.dirty || name.startsWith("aria"),
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
  const typing = (refused.length || document.querySelector("[data-dirty]")) && lastSeen();
  show(fresh, moved);
  if (!moved) seen(typing);
}

function only(form, names, more) {
  const all = texts(form);
  const own = ["csrf_token", "seen", "from", ...names].filter((name) => name in all).map((name) => [name, all[name]]);
  return new URLSearchParams([...own, ["key", newKey()], ...more]);
}

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.matches("[data-live]")) return;
  event.preventDefault();
  if (submitter?.name === "step" && form.method === "get") {
    follow(form, submitter);
    return enqueue(form, new URLSearchParams(new FormData(form)), []);
  }
  if (submitter?.name === "step" && form.matches("[data-each], [data-local]")) {
    const step = submitter.value;
    const names = [step.slice(0, -2)];
    const fields = only(form, names, [["step", step]]);
    follow(form, submitter);
    return form.matches("[data-each]") && enqueue(form, fields, [], names);
  }
  const dirty = [...form.querySelectorAll("[data-dirty]")].map((input) => [input, input.dataset.dirty]);
  enqueue(form, new URLSearchParams(new FormData(form, submitter)), dirty);
});

document.addEventListener("change", ({ target }) => {
  const form = target.form;
  if (!form) return;
  if (form.matches("[data-live]:not([method=post])")) return form.requestSubmit();
  if (!form.matches("[data-each]") || !target.name || target.name === "confirm") return;
  const stem = target.name.replace(/\.(points|reason)$/, "");
  const names = stem === target.name ? [stem] : [`${stem}.points`, `${stem}.reason`];
  const all = texts(form);
  // Points and their reason go together.
  if (new Set(names.map((name) => !all[name].trim())).size > 1) return;
  enqueue(form, only(form, names, []), [[target, target.dataset.dirty]], names);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !sending || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const leave = () => (sending ? setTimeout(leave, 50) : location.assign(link.href));
  leave();
});

const unkept = () => sending || document.querySelector("[data-local][data-sheet] [data-dirty]");
addEventListener("beforeunload", (event) => unkept() && event.preventDefault());
// Going to another part of this page is no reason to load it again.
addEventListener("popstate", () => page() === shown || location.reload());
addEventListener("pageshow", ({ persisted }) => persisted && refresh());
document.addEventListener("visibilitychange", refresh);
document.documentElement.classList.add("live");
settle();
