// Turns forms into jobs for the outbox: a single change, or a whole form.

import { enqueue } from "./outbox.js";
import { markClean, pagePath, seenEntry } from "./page.js";
import { earlierJobs, loadQueue, unseenJobs } from "./queue.js";
import { formTexts } from "./steppers.js";
import { hasNote, home, isKept, note, notedJobs } from "./store.js";
import { newKey } from "./transport.js";

// These fields are set when the job is sent.
const OWN_FIELDS = ["csrf_token", "key", "seen"];

// Jobs keep their order, also if many are made within a millisecond.
let time = 0;
const newJob = (form, more) => ({
  time: (time = Math.max(Date.now(), time + 0.001)),
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

// One change as a job. `texts` are the form's texts before the button `step` was tapped.
function changeJob(form, names, texts, step) {
  const earlier = earlierJobs(form.getAttribute("action"), names);
  const inputs = inputsOf(form, names);
  const now = formTexts(form);
  const fields = ["from", ...names].filter((name) => name in texts).map((name) => [name, texts[name]]);
  if (step) fields.push(["step", step]);
  // The player may have started typing into an older version of the page.
  const typed = earlier.filter(({ values }) => names.some((name) => name in values));
  const seens = [...typed, ...inputs.map(({ dataset }) => dataset)].map(({ seen }) => seen).filter(Boolean);
  const seen = String(seens.length ? Math.min(...seens) : seenEntry(form));
  const values = Object.fromEntries(names.map((name) => [name, now[name] ?? ""]));
  const text = onPage(names.map((name) => inWords(form, name, values[name])));
  return newJob(form, { fields, names, values, text, seen, key: newKey(), bases: keysOf(earlier), dirty: dirtOf(inputs) });
}

const inputsOf = (form, names) => names.map((name) => form.querySelector(`[name="${name}"]`)).filter(Boolean);

// How long nothing may be typed before the number is sent, in milliseconds.
const MOMENT = 2000;
// The last change that was typed in each input. It is noted at every key, and queued after a moment.
const typing = new Map();
const idOf = ({ url, names }) => `${url} ${names}`;
let quietTimer;

// A change takes the place of the one that is being typed, unless another page has queued that one: a page of this phone
// queues all notes when it opens.
function asTyped(job) {
  const before = typing.get(idOf(job));
  if (!before || before.isQueued) return job;
  if (!before.isNoted || hasNote(before)) job.key = before.key;
  else {
    job.bases.push(before.key);
    loadQueue();
  }
  return job;
}

function enqueueChange(job) {
  typing.delete(idOf(job));
  for (const { dataset } of inputsOf(document, job.names)) delete dataset.seen;
  enqueue(job);
}

// Queues the change of a tap.
export const sendChange = (...change) => enqueueChange(asTyped(changeJob(...change)));

function typedJob(form, target) {
  const names = sameChange(target.name);
  const texts = formTexts(form);
  const job = asTyped(changeJob(form, names, texts));
  // An adjustment needs its points and its reason.
  job.isHalf = new Set(names.map((name) => !texts[name]?.trim())).size > 1;
  return job;
}

// Notes at once what is being typed.
export function noteTyping(form, target) {
  const job = typedJob(form, target);
  note(job);
  typing.set(idOf(job), job);
  clearTimeout(quietTimer);
  quietTimer = setTimeout(sendTyping, MOMENT);
}

// Queues what was typed, as after a moment or when the page is hidden.
export function sendTyping() {
  for (const job of [...typing.values()].filter(({ isHalf, isQueued }) => !isHalf && !isQueued)) {
    enqueueChange(job);
    typing.set(idOf(job), { ...job, isQueued: true });
  }
}

// Queues what was typed or chosen in an input, unless that has been done.
export function sendTyped(form, target) {
  const job = typedJob(form, target);
  const before = typing.get(idOf(job));
  const isDone = before?.isQueued && JSON.stringify(before.values) === JSON.stringify(job.values);
  if (isDone) typing.delete(idOf(job));
  else if (!job.isHalf) enqueueChange(job);
}

// Whether this page alone has something that was typed.
export const isLosing = () => [...typing.values()].some((job) => !job.isQueued && !isKept(job));

// Forgets what another page has queued while this one was out of view.
export function forgetQueued() {
  for (const [id, job] of typing) {
    if (job.isQueued || hasNote(job)) continue;
    typing.delete(id);
    inputsOf(document, job.names).forEach(markClean);
  }
}

// Puts back half an adjustment that was typed before the page was left.
export function restoreHalves() {
  const form = document.querySelector("[data-each]");
  for (const job of notedJobs()) {
    if (!job.isHalf || job.url !== form?.getAttribute("action") || typing.has(idOf(job))) continue;
    for (const input of inputsOf(form, job.names)) {
      input.value = job.values[input.name];
      Object.assign(input.dataset, { dirty: 1, seen: job.seen });
      typing.set(idOf(job), job);
    }
  }
}

// Queues a whole form, without changes that are already queued. Inputs typed into an older version of the page are sent
// first, as changes based on that version.
export function sendForm(form, submitter) {
  const isEach = form.matches("[data-each]");
  if (isEach) sendTyping();
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
