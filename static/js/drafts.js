// Keeps what was typed or ticked in a form until the server has accepted the form, and puts it back when its page comes
// again. The numbers of a round become changes instead (jobs.js), and a question is kept by its URL (questions.js).

import { home, inNotes } from "./store.js";
import { fillIn } from "./steppers.js";
import { newKey } from "./transport.js";

const WEEK = 7 * 24 * 60 * 60 * 1000;
const PREFIX = `draft ${home} `;
// These are new on every page.
const FRESH = ["csrf_token", "key"];

// What the forms of this page showed before anyone typed, and which of them were restored, by the names of their drafts.
let bases = new Map();
const restored = new Set();
// The drafts that the browser could not keep.
const unkept = new Set();
let isRestoring = false;

const nameOf = (form) => `${PREFIX}${form.getAttribute("action") ?? location.pathname} ${form.dataset.draft ?? ""}`;
const read = (name) => inNotes((notes) => JSON.parse(notes.getItem(name)));
const write = (name, draft) => inNotes((notes) => !notes.setItem(name, JSON.stringify({ ...draft, at: Date.now() })));
function forget(name) {
  unkept.delete(name);
  inNotes((notes) => notes.removeItem(name));
}

// No secrets, such as the code of a table.
const isKept = ({ name, type, dataset }) =>
  name && !FRESH.includes(name) && !["password", "file", "submit", "button"].includes(type) && dataset.secret === undefined;
const controlsOf = (form) => [...form.elements].filter(isKept);
const isTyped = (form) => controlsOf(form).some(({ type }) => type !== "hidden");

const forms = () => [...document.forms].filter((form) => form.matches("[method=post]:not([data-each]), [data-draft]") && isTyped(form));

// The values of a form: as they are, or as the page came.
function valuesOf(form, isDefault) {
  const values = {};
  for (const control of controlsOf(form)) {
    const { name, type, value } = control;
    values[name] ??= [];
    if (type === "checkbox" || type === "radio") {
      if (isDefault ? control.defaultChecked : control.checked) values[name].push(value);
    } else if (control.options && isDefault) {
      values[name].push(([...control.options].find((option) => option.defaultSelected) ?? control.options[0])?.value);
    } else values[name].push(isDefault ? control.defaultValue : value);
  }
  return values;
}

const isSame = (one, other) => JSON.stringify(one ?? []) === JSON.stringify(other ?? []);
const changedNames = ({ base, now }) => Object.keys(now).filter((name) => !isSame(now[name], base[name]));
const shows = (form, { now }, names) => names.every((name) => isSame(valuesOf(form, true)[name], now[name]));

const draftOf = (form) => ({ base: read(nameOf(form))?.base ?? bases.get(nameOf(form)) ?? valuesOf(form, true), now: valuesOf(form) });

function save(form) {
  const name = nameOf(form);
  const draft = draftOf(form);
  unkept.delete(name);
  if (!changedNames(draft).length) forget(name);
  else if (!write(name, draft)) unkept.add(name);
}

// On a page that is new, or that has changed. What was typed meanwhile is typed still.
function start() {
  const before = bases;
  bases = new Map();
  unkept.clear();
  for (const form of forms()) {
    const name = nameOf(form);
    const draft = read(name);
    bases.set(name, draft?.base ?? valuesOf(form, true));
    if (draft && !before.has(name)) restore(form, draft);
    else if (draft || form.querySelector("[data-dirty]")) save(form);
    if (restored.has(name) && read(name)) sayRestored(form);
  }
}

function restore(form, draft) {
  const name = nameOf(form);
  const changed = changedNames(draft);
  // The answer to a form shows what was refused. Without an answer, a form sent again is the same form.
  if (shows(form, draft, changed)) return draft.sent ? write(name, { ...draft, sent: false }) : forget(name);
  // Where the club has newer values, the form goes back as it was, so that the server compares what was changed.
  const isOlder = !isSame(draft.now.seen, valuesOf(form).seen);
  for (const control of controlsOf(form)) {
    if (isOlder || control.type === "hidden" || changed.includes(control.name)) setControl(control, draft.now[control.name]);
  }
  if (draft.sent && draft.key) form.elements.key.value = draft.key;
  if (form.matches("[data-local]")) fillIn(form, Object.fromEntries(changed.map((each) => [each, draft.now[each][0] ?? ""])));
  if (!form.matches(".editor, .packet")) restored.add(name);
  isRestoring = true;
  for (const control of controlsOf(form).filter((each) => changed.includes(each.name) && each.type !== "hidden")) {
    control.closest("details:not([open])")?.setAttribute("open", "");
    control.dispatchEvent(new Event("input", { bubbles: true }));
    // The editor saves each answer.
    if (form.matches(".editor")) control.dispatchEvent(new Event("change", { bubbles: true }));
  }
  isRestoring = false;
}

function setControl(control, values) {
  if (!values) return;
  if (control.type === "checkbox" || control.type === "radio") control.checked = values.includes(control.value);
  else [control.value = control.value] = values;
}

// A quiet way out for those who want nothing of it.
export function sayRestored(form, again = () => restartForm(form)) {
  if (document.querySelector(".restored")) return;
  const { restored = "Restored what you typed.", afresh = "Start afresh" } = document.getElementById("waiting")?.dataset ?? {};
  const line = Object.assign(document.createElement("p"), { className: "quiet restored", textContent: `${restored} ` });
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: afresh });
  line.setAttribute("role", "status");
  if (form.dataset.sheet) line.dataset.step = "check";
  button.addEventListener("click", again);
  line.append(button);
  form.before(line);
}

function restartForm(form) {
  forget(nameOf(form));
  location.replace(location.pathname + location.search);
}

// A form that a page load answered with another page was accepted.
function forgetAccepted() {
  const [load] = performance.getEntriesByType("navigation");
  const from = document.referrer && new URL(document.referrer).pathname;
  for (const name of inNotes(Object.keys) ?? []) {
    if (!name.startsWith(PREFIX)) continue;
    const { at, sent, page } = read(name) ?? {};
    if ((sent && load?.redirectCount && page === from) || !(Date.now() - at < WEEK)) forget(name);
  }
}

const formOf = ({ target }) => {
  const form = target.form ?? target;
  return forms().includes(form) ? form : null;
};

for (const name of ["input", "change"]) {
  document.addEventListener(name, (event) => {
    const form = formOf(event);
    if (!form || isRestoring) return;
    // What is different from what was sent is another form.
    if (read(nameOf(form))?.sent) form.elements.key.value = newKey();
    save(form);
  });
}
document.addEventListener("submit", (event) => {
  const form = formOf(event);
  if (!form) return;
  unkept.delete(nameOf(form));
  // A tap on − or + sets its input in a handler of this event.
  if (form.matches("[data-local]")) return void setTimeout(save, 0, form);
  // While a draft is there, an answer does not become what the page showed before anyone typed.
  if (form.matches("[data-live]")) write(nameOf(form), draftOf(form));
  else if (form.method === "post") write(nameOf(form), { ...draftOf(form), sent: true, page: location.pathname, key: form.elements.key?.value });
});
addEventListener("beforeunload", (event) => unkept.size && event.preventDefault());
addEventListener("shown", start);
forgetAccepted();
start();
