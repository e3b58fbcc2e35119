// Everything that an open page does without a connection. It is loaded when the page has settled, so that a first visit
// does not wait for it. The page of a game takes its companions along: the table, the counting page, both questions.
// A link to one of them shows it, any other shows a page of our own, which goes on by itself. docs/why/offline-pages.md
// has the reasons.

import "./awake.js";
import { answerHere, isAsking, questionOf, sayUnknown } from "./asked.js";
import "./kept.js";
import { leaving, stay } from "./live.js";
import { isSending, retry, updateBadge } from "./outbox.js";
import { pagePath, seenEntry, sheetAction, show, shownPath } from "./page.js";
import { currentHtml, keepHtml, withoutMessages } from "./refresh.js";
import { fillIn, formTexts, updateTotals } from "./steppers.js";
import { home } from "./store.js";
import { heardAt, isOffline, isScorepad, isStreaming, newKey, parseHtml, setOffline } from "./transport.js";

// How many milliseconds a tap waits for the server, for how long a question that was asked when the finger came down
// counts, and after how long a stream is suspiciously quiet (it has a heartbeat every 15 seconds).
const [SHORT, TAP, SILENT] = [5000, 1000, 20_000];
// How often a page without a connection tries again, and how long after a change its companions are fetched.
const [AGAIN, SETTLED] = [3000, 1500];
// How long a kept page waits for its styles.
const STYLED = 3000;

const AWAY = `${home}away`;
const STORE = `pages ${home}`;
const manifest = document.querySelector("link[rel=manifest]").href;

// Asks for a few bytes that the server has at hand. A proxy in front of a server that is away answers too, but not that.
let probing, probedAt;
function isServerThere(isTap) {
  if (isTap && Date.now() - probedAt < TAP) return probing;
  probedAt = Date.now();
  return (probing = probe());
}
async function probe() {
  const options = { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout?.(SHORT) };
  const isThere = await fetch(manifest, options).then(
    ({ ok, headers }) => ok && (headers.get("content-type") ?? "").includes("manifest"),
    () => false,
  );
  setOffline(!isThere);
  return isThere;
}

// The pages that this phone has kept: the HTML of each by path, and `texts`, the inputs of the last sheet that was open.
// They outlive a page in the session of its tab. `label` is what they depend on.
let kept = { pages: {} };
try {
  kept = JSON.parse(sessionStorage.getItem(STORE)) ?? kept;
} catch {
  // The browser stores nothing: this page alone has them.
}
function store() {
  try {
    sessionStorage.setItem(STORE, JSON.stringify(kept));
  } catch {
    // The same.
  }
}

// Other pages that were left for one here, and the way back from the one that waits.
const left = new Map();
let back = home;

// What the pages show beside the counts of the round, which are filled in when a page is opened.
const labelOf = (doc) =>
  [sheetAction(doc), ...[...doc.querySelectorAll(".bar :is(.opened, .side-name, .big)")].map((box) => box.matches(".opened") || box.textContent.trim())].join();
const tableOf = (path) => /^.*?\/games\/\d+(?=\/|$)/.exec(path)?.[0];

// Fetches a page without telling the others that this phone is there.
async function fetched(path) {
  const response = await fetch(path, { headers: { "X-Scorepad-Keep": "1" }, signal: AbortSignal.timeout?.(30_000) });
  const html = withoutMessages(await response.text());
  if (!response.ok || response.redirected || !isScorepad(parseHtml(html))) throw new Error("This page cannot be kept.");
  return html;
}

// The scripts and style sheets of a page, for the browser to cache.
const assetsOf = (html) => [...parseHtml(html).head.querySelectorAll("script[src], link[rel=stylesheet]")].map((tag) => tag.src ?? tag.href);

// An answer begins before its last byte is here, and only a whole one is cached.
async function cache(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout?.(30_000) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error("This file cannot be kept.");
}

// A phone that was sent away, or left, keeps no page of the club: see kept.js.
addEventListener("forgotten", () => {
  kept = { pages: {} };
  left.clear();
});

async function keepPages() {
  if (isOffline || document.hidden) return;
  try {
    kept.pages[AWAY] ??= await fetched(AWAY);
    await keepGame(tableOf(location.pathname));
    store();
  } catch {
    // The connection was lost, or the game has ended. What was kept before stays.
  }
}

async function keepGame(table) {
  // A phone that may only watch has no link to the table.
  const isTable = pagePath() === table;
  if (!table || !(isTable || document.querySelector(`a[href="${table}"]`))) return;
  const label = document.querySelector(".bar") && !document.querySelector("[data-local]") ? labelOf(document) : kept.label;
  if (kept.table === table && label === kept.label && kept.pages[table]) return;
  const html = isTable ? currentHtml() : await fetched(table);
  const pages = { [AWAY]: kept.pages[AWAY], [table]: html };
  for (const { pathname } of parseHtml(html).querySelectorAll(".bottom a[href^='/']")) pages[pathname] = await fetched(pathname);
  const assets = new Set(Object.values(pages).flatMap(assetsOf));
  await Promise.all([...assets].map(cache));
  kept = { ...kept, table, label: labelOf(parseHtml(html)), pages };
}

let timer;
function keepSoon() {
  clearTimeout(timer);
  timer = setTimeout(keepPages, SETTLED * (1 + Math.random()));
}

// Remembers what the open sheet shows, for the next page of the same round.
function rememberTexts() {
  const form = document.getElementById("sheet");
  if (!form?.matches("[data-each]")) return;
  const values = Object.fromEntries(Object.entries(formTexts(form)).filter(([name]) => name.includes(".")));
  kept.texts = { action: form.getAttribute("action"), seen: seenEntry(form), values };
}

// Brings the sheet of a kept page up to date, as if the server had sent it.
function fillPage(doc) {
  const form = doc.getElementById("sheet");
  const { action, seen, values } = kept.texts ?? {};
  for (const old of doc.querySelectorAll("form.undo, #here")) old.remove();
  for (const key of doc.querySelectorAll("[name=key]")) key.setAttribute("value", newKey());
  if (!form || form.getAttribute("action") !== action) return;
  fillIn(form, values);
  if (form.dataset.rest) form.dataset.rest = JSON.stringify(values);
  for (const input of form.elements) {
    if (input.type === "radio") input.toggleAttribute("checked", input.checked);
    else if (input.matches("input")) input.setAttribute("value", input.name === "seen" ? seen : input.value);
  }
}

function leave() {
  rememberTexts();
  if (document.querySelector("[data-unsent]")) return;
  back = tableOf(shownPath) ?? shownPath;
  const html = currentHtml();
  if (html && shownPath === kept.table) kept.pages[shownPath] = html;
  else if (html) left.set(shownPath, html);
}

// A script of the new page may need its styles at once. They are in the browser's cache. If it dropped one, the page is
// shown without: to ask for it again may take minutes.
const loadStyles = (doc) =>
  Promise.all(
    [...doc.head.querySelectorAll("link[rel=stylesheet]")]
      .filter(({ href }) => !document.querySelector(`link[href="${new URL(href).pathname}"]`))
      .map((sheet) => {
        const link = document.head.appendChild(sheet.cloneNode());
        return new Promise((resolve) => {
          link.onload = link.onerror = resolve;
          setTimeout(resolve, STYLED);
        });
      }),
  );

// Shows a kept page at this address, else our page that waits for the connection. Returns false if there is neither.
async function openPage(url, isBack) {
  leave();
  const path = url.pathname + url.search;
  const page = kept.pages[url.pathname] ?? left.get(path);
  const html = page ?? kept.pages[AWAY];
  if (!html) return false;
  const doc = parseHtml(html);
  if (page) fillPage(doc);
  else {
    const way = doc.querySelector("[data-table]");
    way.setAttribute("href", back);
    if (back === kept.table) way.textContent = way.dataset.table;
  }
  await loadStyles(doc);
  stay();
  if (!isBack && url.href !== location.href) history.pushState(null, "", url);
  if (page) keepHtml(page);
  show(doc, { isOther: true, isKept: true });
  const form = document.getElementById("sheet");
  if (form) updateTotals(form);
  if (isAsking()) answer();
  if (!isBack) {
    scrollTo(0, 0);
    // The table has said who goes out.
    if (url.searchParams.has("out")) typeIn({ "table.ended": url.searchParams.get("out") });
  }
  return true;
}

// A link or form that may go ahead, since the server has answered.
let passed = null;
// The address to open when the connection is back, if no page could be shown instead.
let next = null;

// After the server has not answered once, a link does not wait for it again. The page asks on, and continues by itself.
const isThere = async () => !isOffline && isServerThere(true);

// Browsers ignore another click, or another sending of a form, until the first event has passed all its listeners. The
// answer may be there sooner.
async function isThereAfterEvent(asked = isThere()) {
  const isNow = await asked;
  await new Promise((resolve) => setTimeout(resolve));
  return isNow;
}

async function follow(link) {
  const url = new URL(link.href);
  if (await isThereAfterEvent()) {
    passed = link;
    if (link.isConnected) link.click();
    else location.assign(url);
  } else if (!(await openPage(url))) {
    next = url;
    updateBadge("leaving");
  }
}

const isOurs = ({ origin, pathname }) => origin === location.origin && pathname.startsWith(home);
const linkOf = ({ target }) => {
  const link = target.closest?.("a[href]");
  const isHere = link && link.pathname + link.search === pagePath() && (link.hash || link.getAttribute("href").startsWith("#"));
  return link && isOurs(link) && !isHere && !link.target && !link.hasAttribute("download") ? link : null;
};

document.addEventListener("click", (event) => {
  const link = linkOf(event);
  const isAllowed = link && passed === link;
  passed = null;
  if (!link || isAllowed || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  follow(link);
}, true);

// The question whether the server is there is asked before the finger is lifted, so that no link gets slower.
document.addEventListener("pointerdown", (event) => {
  const { form } = event.target.closest?.("[type=submit]") ?? {};
  if (linkOf(event) || form?.matches(":not([data-live])")) isServerThere();
}, true);

// Forms that reload the page.
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  const isAllowed = passed === form;
  passed = null;
  if (isAllowed || form.matches("[data-live]") || !isOurs(new URL(form.action))) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if ((await isThereAfterEvent(isServerThere(true))) || !sayUnsent(form)) {
    passed = form;
    form.requestSubmit(submitter);
  }
}, true);

// What was typed stays in its form. Returns false if there are no words for it yet.
function sayUnsent(form) {
  const words = parseHtml(kept.pages[AWAY] ?? "").querySelector("[data-unsent]")?.dataset.unsent;
  if (!words) return false;
  const line = Object.assign(document.createElement("p"), { className: "message error", id: "unsent", textContent: words });
  document.getElementById("unsent")?.remove();
  form.before(line);
  line.setAttribute("role", "alert");
  line.scrollIntoView({ block: "nearest" });
  return true;
}

// Answers the question of the address on this phone.
function answer() {
  answerHere(kept.texts?.values ?? {}, typeThere, askAgain);
}

function askAgain(args) {
  history.replaceState(null, "", `${location.pathname}?${new URLSearchParams(args)}`);
  answer();
}

// A question that is sent while there is no connection.
document.addEventListener("submit", async (event) => {
  const { target: form, submitter } = event;
  if (!isOffline || !form.matches("[data-live][method=get]") || !kept.pages[location.pathname]) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const args = questionOf(form, submitter);
  if (isAsking()) askAgain(args);
  // A kept page has no inputs for them. What was tapped stays, and is asked later.
  else if (args.get("from") === "cards") sayUnknown(parseHtml(kept.pages[location.pathname]));
  else openPage(new URL(`?${args}`, location.href));
}, true);

// Opens the table or the counting page, and types there what a question has found.
async function typeThere(page, values) {
  const paths = Object.keys(kept.pages);
  const path = page === "table" ? kept.table : paths.find((other) => other.endsWith("/edit"));
  if (await openPage(new URL(path, location.href))) typeIn(values);
}

function typeIn(values) {
  for (const [name, text] of Object.entries(values)) {
    const inputs = [...document.querySelectorAll(`#sheet [name="${name}"]`)];
    const choice = inputs.find(({ type, value }) => type === "radio" && value === text) ?? document.querySelector(`button[value="${name}+1"]`);
    if (choice?.matches("[type=radio], [aria-pressed=false]")) choice.click();
    else if (!choice?.matches("[aria-pressed]")) {
      inputs[0].value = text;
      inputs[0].dispatchEvent(new Event("change", { bubbles: true }));
    }
  }
}

// Back and forward between pages that were shown here.
addEventListener("elsewhere", (event) => {
  event.preventDefault();
  const url = new URL(location.href);
  const goOn = async () => ((await isThere()) || !(await openPage(url, true))) && location.reload();
  goOn();
});

// The page that waits for the connection goes on once everything is sent.
function goOn() {
  if (isOffline || isSending) return;
  document.getElementById("unsent")?.remove();
  const hasAsked = document.querySelector("#answer[data-unknown]");
  if (next) location.assign(next);
  else if (hasAsked && isAsking()) location.reload();
  else if (hasAsked) document.querySelector("form.asks").requestSubmit();
  else if (document.querySelector("[data-unsent]")) location.replace(location.pathname === AWAY ? home : location.href);
}

document.addEventListener("click", ({ target }) => target.closest("[data-again]") && isServerThere());

function onConnection() {
  if (isOffline) return leaving && openPage(new URL(leaving.url));
  if (!isStreaming && !document.hidden && document.querySelector("[data-stream]")) isServerThere();
  retry();
  goOn();
}

setInterval(() => {
  const isSilent = isSending || (document.querySelector("[data-stream]") && Date.now() - heardAt > SILENT);
  if (!document.hidden && (isOffline || isSilent)) isServerThere();
  goOn();
}, AGAIN);
for (const name of ["online", "offline"]) addEventListener(name, () => isServerThere());
addEventListener("connection", onConnection);
addEventListener("shown", keepSoon);
addEventListener("pagehide", () => {
  rememberTexts();
  store();
});
document.addEventListener("visibilitychange", keepSoon);
keepPages();
if (isOffline) isServerThere();

// The service worker lets a page be opened and reloaded too. Undefined unless the origin is secure.
const { serviceWorker } = navigator;
let cacheTimer;
function cachePage() {
  if (!serviceWorker?.controller) return;
  clearTimeout(cacheTimer);
  cacheTimer = setTimeout(() => serviceWorker.controller.postMessage({ path: pagePath(), text: currentHtml() }), 2000);
}
addEventListener("shown", cachePage);
// It also caches what is fetched here, from now on.
serviceWorker?.addEventListener("controllerchange", () => {
  kept.table = "";
  keepPages();
  cachePage();
});
serviceWorker?.register(`${home}service-worker.js`).catch(() => {});
