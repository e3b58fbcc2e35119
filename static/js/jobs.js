// Turns forms into jobs for the outbox: a single change, or a whole form.

import { enqueue } from "./outbox.js";
import { pagePath, seenEntry } from "./page.js";
import { earlierJobs, unseenJobs } from "./queue.js";
import { formTexts } from "./steppers.js";
import { home } from "./store.js";
import { newKey } from "./transport.js";

// These fields are set when the job is sent.
const OWN_FIELDS = ["csrf_token", "key", "seen"];

const newJob = (form, more) => ({
  home,
  url: form.getAttribute("action") ?? pagePath(),
  method: form.method,
  page: pagePath(),
  values: {},
  bases: [],
  ...more,
});
// The server limits the number of fields. No one makes this many changes without seeing the page update.
const keysOf = (jobs) => jobs.slice(-400).map(({ key }) => key);
const dirtOf = (inputs) => inputs.map(({ dataset }) => dataset.dirty).filter(Boolean);

// A change in words: "Ann & Carla, Red books: 3".
function inWords(form, name, text) {
  const mark = form.querySelector(`button[aria-pressed][id="${name}"]`);
  const radio = form.querySelector(`[type=radio][name="${name}"][value="${text}"]`);
  const input = form.querySelector(`[name="${name}"]`);
  const label = (mark ?? (radio ?? input)?.labels?.[0])?.textContent.trim() ?? name;
  const team = input?.closest("fieldset, .panel")?.querySelector("bdi")?.textContent;
  const value = { true: text ? "yes" : "no", false: radio ? "" : text }[mark !== null];
  return [[team, label].filter(Boolean).join(", "), value].filter(Boolean).join(": ");
}
const onPage = (words) => [document.title.split(" · ")[0], ...words].filter(Boolean).join(" – ").replace(/\s+/g, " ");

// Queues one change. `texts` are the form's texts before the button `step` was tapped.
export function sendChange(form, names, texts, step) {
  const earlier = earlierJobs(form.getAttribute("action"), names);
  const inputs = names.map((name) => form.querySelector(`[name="${name}"]`));
  const now = formTexts(form);
  const fields = ["from", ...names].filter((name) => name in texts).map((name) => [name, texts[name]]);
  if (step) fields.push(["step", step]);
  // The player may have started typing into an older version of the page.
  const typed = earlier.filter(({ values }) => names.some((name) => name in values));
  const seens = [...typed, ...inputs.map(({ dataset }) => dataset)].map(({ seen }) => seen).filter(Boolean);
  const seen = String(seens.length ? Math.min(...seens) : seenEntry(form));
  const values = Object.fromEntries(names.map((name) => [name, now[name] ?? ""]));
  const text = onPage(names.map((name) => inWords(form, name, values[name])));
  for (const { dataset } of inputs) delete dataset.seen;
  enqueue(newJob(form, { fields, names, values, text, seen, key: newKey(), bases: keysOf(earlier), dirty: dirtOf(inputs) }));
}

// Queues a whole form, without changes that are already queued. Inputs typed into an older version of the page are sent
// first, as changes based on that version.
export function sendForm(form, submitter) {
  const isEach = form.matches("[data-each]");
  const inputs = [...form.querySelectorAll("[data-dirty], [data-seen]")];
  const dirty = dirtOf(inputs);
  const older = isEach ? inputs.filter(({ dataset }) => dataset.seen && dataset.seen !== seenEntry(form)) : [];
  for (const { name } of older) sendChange(form, sameChange(name), formTexts(form));
  const all = [...new FormData(form)].map(([name, text]) => [name, name === "back" ? backPath(text) : text]);
  // Not as the second argument of FormData, which Chrome before 112, Firefox before 111 and Safari before 16.4 ignore.
  if (submitter?.name) all.push([submitter.name, submitter.value]);
  if (form.method === "get") return enqueue(newJob(form, { fields: all, dirty }));
  const { key = newKey(), seen } = Object.fromEntries(all);
  const url = form.getAttribute("action");
  const isQueued = ([name, text]) => earlierJobs(url, [name]).some(({ values }) => values[name] === text);
  const fields = all.filter((field) => !OWN_FIELDS.includes(field[0]) && !(isEach && isQueued(field)));
  const values = Object.fromEntries(isEach ? fields.filter(([name]) => name.includes(".")) : []);
  const earlier = isEach ? earlierJobs(url, Object.keys(values)) : unseenJobs(url ?? pagePath());
  const text = onPage([submitter?.textContent.trim(), ...inputs.map(({ name, value }) => inWords(form, name, value))]);
  enqueue(newJob(form, { fields, values, text, key, seen, bases: keysOf(earlier), dirty }));
}

// A table that was rendered as the answer to its sheet still has the sheet's path in `back`.
function backPath(path) {
  const root = home.slice(0, -1);
  return document.getElementById("sheet")?.getAttribute("action") === root + path ? location.pathname.slice(root.length) : path;
}

// The names of inputs that change together: the points and the reason of an adjustment.
export function sameChange(name) {
  const stem = name.replace(/\.(points|reason)$/, "");
  return stem === name ? [stem] : [`${stem}.points`, `${stem}.reason`];
}
