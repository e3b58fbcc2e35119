// Makes jobs of what is done in forms: a single change, or a whole form.

import { home } from "./kept.js";
import { before, enqueue, newKey, unseen } from "./outbox.js";
import { lastSeen, page } from "./page.js";
import { texts } from "./tally.js";

// What is not the person's own: the newest page's token goes with a job when it is sent.
const BESIDES = ["csrf_token", "key", "seen"];

const job = (form, more) => ({
  home,
  url: form.getAttribute("action") ?? page(),
  method: form.method,
  page: page(),
  values: {},
  bases: [],
  ...more,
});
// As many as a form may have, and more than anybody does without looking.
const keys = (jobs) => jobs.slice(-400).map(({ key }) => key);
const dirt = (inputs) => inputs.map(({ dataset }) => dataset.dirty).filter(Boolean);

// One change: `all` is what the form said before the button `step` was tapped.
export function change(form, names, all, step) {
  const own = before(form.getAttribute("action"), names);
  const inputs = names.map((name) => form.querySelector(`[name="${name}"]`));
  const now = texts(form);
  const fields = ["from", ...names].filter((name) => name in all).map((name) => [name, all[name]]);
  if (step) fields.push(["step", step]);
  // What it was typed over may be older than the page is by now.
  const typed = own.filter((one) => names.some((name) => name in one.values));
  const seens = [...typed, ...inputs.map(({ dataset }) => dataset)].map(({ seen }) => seen).filter(Boolean);
  const seen = String(seens.length ? Math.min(...seens) : lastSeen(form));
  const values = Object.fromEntries(names.map((name) => [name, now[name] ?? ""]));
  for (const { dataset } of inputs) delete dataset.seen;
  enqueue(job(form, { fields, names, values, seen, key: newKey(), bases: keys(own), dirty: dirt(inputs) }));
}

// A whole form. What is on its way already does not come again; what was typed before the page came to know more goes
// by itself, since it is judged by less.
export function send(form, submitter) {
  const isEach = form.matches("[data-each]");
  const inputs = [...form.querySelectorAll("[data-dirty], [data-seen]")];
  const dirty = dirt(inputs);
  const late = isEach ? inputs.filter(({ dataset }) => dataset.seen && dataset.seen !== lastSeen(form)) : [];
  for (const { name } of late) change(form, together(name), texts(form));
  const all = [...new FormData(form, submitter)].map(([name, text]) => [name, name === "back" ? wayBack(text) : text]);
  if (form.method === "get") return enqueue(job(form, { fields: all, dirty }));
  const { key = newKey(), seen } = Object.fromEntries(all);
  const url = form.getAttribute("action");
  const isOnItsWay = ([name, text]) => before(url, [name]).some(({ values }) => values[name] === text);
  const fields = all.filter((field) => !BESIDES.includes(field[0]) && !(isEach && isOnItsWay(field)));
  const values = Object.fromEntries(isEach ? fields.filter(([name]) => name.includes(".")) : []);
  const own = isEach ? before(url, Object.keys(values)) : unseen(url ?? page());
  enqueue(job(form, { fields, values, key, seen, bases: keys(own), dirty }));
}

// The table that came as the answer to its sheet takes the address of the sheet for its own.
function wayBack(path) {
  const root = home.slice(0, -1);
  return document.getElementById("sheet")?.getAttribute("action") === root + path ? location.pathname.slice(root.length) : path;
}

// Points and their reason go together.
export function together(name) {
  const stem = name.replace(/\.(points|reason)$/, "");
  return stem === name ? [stem] : [`${stem}.points`, `${stem}.reason`];
}
