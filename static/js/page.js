// The page that is open becomes the page that came: only what differs is changed, so that focus, scroll and half-typed
// numbers stay, and so does whatever waits to be sent.

import { answers, inTime, isBusy, isOurs, isSending, layAside, parsed, say, settle, shown, unanswered } from "./outbox.js";
import { lay, settleDown } from "./tally.js";

export const page = () => location.pathname + location.search;
// What is being corrected is judged by its page as a whole, which therefore stays as it was opened.
export const isCorrecting = () => document.querySelector("[data-local][data-sheet] [data-dirty]") !== null;
export const lastSeen = (of = document) => of.querySelector("[name=seen]")?.value;

// Names of inputs that were refused: each stays as it was typed, and what is said beside it, until it is sent again; or
// until nobody is asked about it any more.
const refused = new Map();
let at = page();
let isBehind = false;
let isAsking = false;
let isOld = false;
let tag = null;

const actionOf = (of) => of.getElementById("sheet")?.getAttribute("action");
export const refusals = () => refused.size;
const isAsked = (of, name) => of.querySelector(`[data-conflict="${name}"]`) !== null;
const inputs = (name) => document.querySelectorAll(`[name="${name}"]`);

function clean(input) {
  delete input.dataset.dirty;
  delete input.dataset.seen;
}

// What must not move on the screen when something above it comes or goes.
function underTheThumb() {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const one = (document.activeElement?.id && document.activeElement.closest("main [id]")) || middle?.closest("main [id]");
  return one && { id: one.id, top: one.getBoundingClientRect().top };
}

// What somebody reads just now is left to be read when others change the page.
const isRead = (node) => node.matches?.("[role=alert], .notes");

export function show(fresh, elsewhere, isOthers = false, isBeside = false) {
  at = page();
  const held = heldIn(fresh, elsewhere);
  // What is being corrected stays, and what its page had seen with it: something else was pressed beside it.
  if (isBeside) fresh.getElementById("sheet")?.replaceWith(document.getElementById("sheet").cloneNode(true));
  const anchor = elsewhere ? null : underTheThumb();
  // The round was finished on another phone: what it still lacked here is nobody's question any more.
  const isFinished = document.querySelector("#sheet[data-each]") && fresh.querySelector("#sheet[data-local]");
  const unfolded = [...document.querySelectorAll("details[open][id]")].map((one) => one.id);
  document.title = fresh.title;
  Idiomorph.morph(document.body, fresh.body, {
    morphStyle: "innerHTML",
    ignoreActiveValue: !elsewhere && document.activeElement?.matches("input, textarea"),
    callbacks: {
      beforeNodeMorphed: (old) => elsewhere || !held.has(old.id || old.name),
      beforeNodeRemoved: (old) => elsewhere || !(refused.has(old.id?.replace("-said", "")) || (isOthers && !isFinished && isRead(old))),
      // What is half typed stays, but can be said to be wrong.
      beforeAttributeUpdated: (name, old) => elsewhere || !old.dataset.dirty || name.startsWith("aria"),
    },
  });
  for (const id of elsewhere ? [] : unfolded) document.getElementById(id)?.setAttribute("open", "");
  const moved = anchor && (document.getElementById(anchor.id)?.getBoundingClientRect().top ?? anchor.top) - anchor.top;
  if (moved) scrollBy({ top: moved, behavior: "instant" });
  shown(fresh, (name) => document.querySelector(`[name="${name}"][data-seen]`));
  isBehind = false;
  tag = null;
  layOut();
  dispatchEvent(new Event("shown"));
}

// What was refused, or waits to be sent: a page that comes knows nothing of it.
function heldIn(fresh, elsewhere) {
  for (const [name, wasAsked] of refused) {
    const asked = isAsked(fresh, name);
    if (elsewhere || (wasAsked && !asked)) {
      refused.delete(name);
      inputs(name).forEach(clean);
      document.getElementById(`${name}-said`)?.remove();
    } else refused.set(name, asked);
  }
  const sheet = actionOf(fresh);
  const waits = unanswered().filter(({ url }) => url === sheet);
  return new Set(["waiting", ...refused.keys(), ...waits.flatMap(({ values }) => Object.keys(values))]);
}

// Puts what waits to be sent into the inputs of the page, and adds up.
export function layOut() {
  const form = document.getElementById("sheet");
  for (const { url, values } of unanswered()) if (form && url === actionOf(document)) lay(form, values);
  settleDown();
  say();
}

// What becomes of the page when a job was answered.
export function settled(job, { ok, moved, url, fresh, isBrief }) {
  const { names, method } = job;
  // A change that is not sent on to a page again was not recorded: its round is final.
  const isGood = ok && (!names || moved);
  const isMine = job.page === page() || job.lies === location.pathname;
  if (!isMine && !isGood && method === "post" && !names?.some((name) => isAsked(fresh, name))) {
    return layAside(job, names ? url.pathname : job.page.split("?")[0]);
  }
  settle(job, isGood);
  if (isGood || !names) {
    for (const input of document.querySelectorAll("[data-dirty]")) if (job.dirty.includes(input.dataset.dirty)) clean(input);
  }
  isBehind = true;
  for (const name of names ?? Object.keys(job.values)) refused.delete(name);
  if (isBrief) return;
  const other = names && !isGood && fresh.title !== document.title;
  const elsewhere = location.pathname !== url.pathname && (method === "get" || moved || other);
  if (!isMine || (isGood && !elsewhere && isBusy())) return;
  if (elsewhere) history.pushState(null, "", url);
  else if (method === "get") history.replaceState(null, "", url);
  show(fresh, elsewhere, false, isCorrecting() && job.url !== actionOf(document));
  if (!isGood && names) {
    shown(fresh, (name) => !names.includes(name));
    names.forEach((name) => refuse(name, ok));
  }
  if (method === "get") return;
  if (elsewhere) (document.getElementById(url.hash.slice(1)) ?? document.body).scrollIntoView();
  // A form that came back begins with what is to be said about it.
  else if (!names && !moved) (document.querySelector("main [role=alert]") ?? document.body).scrollIntoView();
}

// Typed or tapped again, it is judged by what was said against it, whatever comes on the page until then.
function refuse(name, isOnThisPage) {
  if (document.getElementById(`${name}-said`)) refused.set(name, isAsked(document, name));
  for (const input of inputs(name)) {
    if (isOnThisPage) input.dataset.dirty = "1";
    input.dataset.seen = lastSeen();
  }
}

// Asks for the page anew, one question at a time; whether the server could be asked.
export async function refresh() {
  if (document.hidden || isSending() || isCorrecting() || !document.querySelector("[data-fresh]")) return false;
  if (isAsking) return (isOld = true);
  isAsking = true;
  const before = answers();
  const asked = page();
  const answer = await fetch(asked, { cache: "no-cache", signal: inTime() })
    .then(async (response) => ({ response, text: await response.text() }))
    .catch(() => null);
  isAsking = false;
  // Whatever was done meanwhile is newer than this.
  const isLate = isSending() || before !== answers() || asked !== page();
  if (answer && !isLate) take(answer);
  if (isOld || (isLate && !isSending())) {
    isOld = false;
    refresh();
  }
  return answer !== null;
}

function take({ response, text }) {
  const now = response.headers.get("etag");
  if (response.status >= 500 || (now && now === tag)) return;
  const fresh = parsed(text);
  if (!isOurs(fresh)) return;
  const moved = new URL(response.url).pathname !== location.pathname;
  if (moved) history.replaceState(null, "", response.url);
  show(fresh, moved || actionOf(fresh) !== actionOf(document), true);
  tag = now;
}

export function anew() {
  tag = null;
  refresh();
}

export const catchUp = () => isBehind && refresh();
// Going to another part of this page is no reason to load it again.
addEventListener("popstate", () => page() === at || location.reload());
