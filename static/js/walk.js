// Shows the form of a round one step at a time. The URL fragment names the step, so that Back works.
// A rule in our style sheet hides the other steps, because it survives updates of the page.

import { keep, showSums, type, typeInto } from "./keypad.js";
import { ALONE, CHECK, ENDED, inShort, isDone, isNone, lacking, nav, nextStep, numberOf, partOf, stepBefore, stepOf, ways } from "./steps.js";

// The limits of a double tap, in milliseconds and pixels.
const [TWICE, NEAR] = [350, 40];

const root = document.documentElement;
const link = document.querySelector("link[href$='/count.css']");
// WebKit runs this script even if the style sheet is still loading.
if (!link.sheet) await new Promise((resolve) => ["load", "error"].forEach((end) => link.addEventListener(end, resolve)));
const { sheet } = link;
const ours = sheet.cssRules[sheet.insertRule("@media all {}", sheet.cssRules.length)];

let at = "";
let formPath = "";
let visited = new Set();
let isPointer = false;
// Confirms what going out without the books costs, if that was asked and answered.
let agreed = "";
// The position of the last tap, and the position and time of the last change of step.
let finger = {};
let changed = null;

const inSpan = (text) => Object.assign(document.createElement("span"), { textContent: text });
const isWalking = () => root.classList.contains("walk") && nav() !== null;

function go(id) {
  if (!id || id === at) return;
  visited.add(at);
  // Saves what was typed without the keypad before it is hidden.
  numberOf(at)?.blur();
  at = id;
  noteChange();
  history.pushState(null, "", `#${id}`);
  show();
  scrollTo(0, 0);
  partOf(id).focus({ preventScroll: true });
}

function goBack() {
  const before = stepBefore(at);
  if (before) go(before);
  else nav().querySelector("a").click();
}

// If the browser cannot show steps, the whole form stays, as without scripts.
function start() {
  try {
    root.classList.toggle("walk", nav() !== null);
    if (nav()) startSteps();
    else leave();
  } catch (error) {
    leave();
    throw error;
  }
}

// Records who went out, as the table has said: the page shows it, but only a change is sent, once the scripts that send it
// have loaded.
async function recordOut() {
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve));
  partOf(ENDED)?.querySelector(":checked").dispatchEvent(new Event("change", { bubbles: true }));
}

// Shows the step that the URL names. On a new page without one, shows the first step that is not done, or what it costs
// to go out without the books.
function startSteps() {
  const path = document.getElementById("sheet").getAttribute("action");
  const isNew = path !== formPath;
  if (isNew) {
    // In a correction, every step counts as visited, so it starts at Check.
    [formPath, visited] = [path, new Set(nav().matches("[data-final]") ? ways().map(({ dataset }) => dataset.go) : [])];
    typeInto(null);
  }
  const isSaid = isNew && partOf(ENDED).matches("[data-said]");
  if (isSaid) recordOut();
  // A round that was refused while out of view starts with the reason.
  if (!isNew && !visited.size && document.querySelector("[data-refused]")) go(CHECK);
  const named = stepOf(location.hash.slice(1)) ?? (isNew ? stepOf(new URLSearchParams(location.search).get("at")) : at);
  at = partOf(named) ? named : isSaid && tooSoon() ? ENDED : nextStep("", visited);
  if (isNew) history.replaceState(history.state, "", `#${at}`);
  show();
}

// The page has changed into one without steps.
function leave() {
  root.classList.remove("walk");
  formPath = "";
  setRule();
}

function setRule(rule) {
  if (ours.cssRules.length) ours.deleteRule(0);
  // Chromium before 120 needs the index.
  if (rule) ours.insertRule(rule, 0);
}

function show() {
  // A question about a value is asked where the value is typed.
  const asked = [...document.querySelectorAll("[data-about]")].filter(({ dataset }) => stepOf(dataset.about) === at);
  const shown = [`[data-step="${at}"]`, ...asked.map(({ id }) => `#${CSS.escape(id)}`)];
  // Firefox before 121 refuses a rule with :has().
  const around = [...document.querySelectorAll(".whose")].filter((fold) => fold.querySelector(shown)).map(({ id }) => `:not(#${id})`);
  setRule(`[data-step]:not(button, ${shown}), .whose${around.join("")} { display: none !important; }`);
  const number = numberOf(at);
  root.dataset.at = at;
  root.toggleAttribute("data-open", at === ENDED && (!isDone(ENDED) || tooSoon() !== null));
  showCorrecting(at === CHECK && root.hasAttribute("data-correcting"));
  root.dataset.keys = number ? "number" : at === CHECK ? "none" : "way";
  showTooSoon();
  showProgress();
  showRows();
  showSums();
  typeInto(number);
  const folds = [partOf(at).closest("details"), partOf(at).querySelector(":scope > details")];
  // Check includes what other phones count.
  if (at === CHECK) folds.push(...document.querySelectorAll(".whose"));
  for (const fold of folds) if (fold) fold.open = true;
}

// The warning that the player who goes out lacks books, if there is one.
function tooSoon() {
  const out = document.querySelector(`[name="${ENDED}"]:checked`)?.value;
  return document.querySelector(`[data-too-soon~="${out}"]`);
}

function showTooSoon() {
  for (const warning of document.querySelectorAll("[data-too-soon]")) {
    warning.hidden = warning !== tooSoon();
    const confirm = warning.querySelector("[name=confirm]");
    if (confirm) confirm.disabled = warning.hidden || confirm.value !== agreed;
  }
}

function ended() {
  if (!isWalking()) return;
  if (!tooSoon()) go(nextStep(at, visited));
  else {
    show();
    tooSoon().scrollIntoView({ block: "nearest" });
  }
}

function countAnyway() {
  agreed = tooSoon().querySelector("[name=confirm]")?.value ?? "";
  go(nextStep(at, visited));
}

// Shows what was counted as a list to choose from, instead of the receipt.
function showCorrecting(isCorrecting) {
  root.toggleAttribute("data-correcting", isCorrecting);
  const button = document.querySelector("[data-correct]");
  button.hidden = false;
  button.setAttribute("aria-pressed", isCorrecting);
}

// Fills in the counts. A row has the same number of lines for every team, so that the rows align.
function showRows() {
  const lists = [...document.querySelectorAll(".overview ul")];
  for (const line of document.querySelectorAll("[data-counted]")) line.replaceChildren(...inShort(line.dataset.counted).map(inSpan));
  for (const { children } of lists) {
    [...children].forEach((row, place) => {
      const lines = lists.map((list) => list.children[place]?.querySelectorAll("[data-counted] span").length ?? 1);
      row.dataset.lines = Math.max(...lines);
    });
  }
  const missing = lacking();
  for (const cell of document.querySelectorAll("[data-always] > [data-of]")) cell.toggleAttribute("data-lacks", missing.some(isIn(cell)));
  const isLacking = missing.length > 0;
  root.toggleAttribute("data-lacks", isLacking || document.querySelector("#notes .notes, #notes li") !== null);
  if (!isLacking) document.getElementById("lacking").hidden = true;
}

// Whether a number that is not counted yet belongs to a cell of the receipt.
const isIn = ({ dataset, parentNode }) => (id) =>
  parentNode.dataset.row.endsWith(id.replace(/.*[.]/, "-")) && partOf(id).closest("[data-team]")?.dataset.team === dataset.of;

// Shows that the button was pressed, even without a connection, until something is changed.
const markPressed = (isPressed) => document.querySelector(".bottom .main")?.setAttribute("aria-busy", isPressed);

// Shows at once why a round cannot be finished, even without a connection.
function showLacking() {
  const [id] = lacking();
  const line = document.getElementById("lacking");
  line.hidden = !id || document.getElementById("notes") !== null;
  if (id) line.replaceChildren(line.dataset.words, Object.assign(document.createElement("a"), { href: `#${id}`, textContent: labelOf(id) }));
  scrollTo(0, 0);
}

const labelOf = (id) => ways().find(({ dataset }) => dataset.go === id).getAttribute("aria-label");

function showProgress() {
  const all = ways();
  for (const way of all) {
    const id = way.dataset.go;
    // A player who went out has no cards left. The step is done but keeps its place, so that no other step's number
    // changes.
    way.disabled = isNone(id);
    way.dataset.state = partOf(id).querySelector(".notes") ? "wrong" : way.disabled || isDone(id, visited) ? "done" : "left";
    if (id === at) way.setAttribute("aria-current", "step");
    else way.removeAttribute("aria-current");
  }
  const place = all.findIndex(({ dataset }) => dataset.go === at) + 1;
  const words = document.querySelector("[data-place]");
  words.textContent = place ? (words.dataset.place || "# of %").replace("#", place).replace("%", all.length) : "";
  for (const button of document.querySelectorAll("[data-next]")) {
    button.toggleAttribute("data-skips", numberOf(at)?.value.trim() === "");
  }
}

// Call this whenever a tap changes the step.
export function noteChange() {
  changed = { ...finger, time: performance.now() };
}

// A second tap at the same place was meant for the previous step. Taps on the progress line are exempt.
function isTwin({ clientX, clientY, timeStamp }) {
  const was = changed;
  changed = null;
  return was && timeStamp - was.time < TWICE && Math.hypot(clientX - was.x, clientY - was.y) < NEAR;
}

addEventListener("click", (event) => {
  if (event.target.closest("#steps") || !isTwin(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

document.addEventListener("click", ({ target }) => {
  if (isPointer && target.matches(`[type=radio][name="${ENDED}"]`)) setTimeout(ended);
  if (isPointer && isWalking() && target.matches(`[type=radio][name="${ALONE}"]`)) setTimeout(() => go(nextStep(at, visited)));
  if (isWalking() && target.closest(".bottom .main")) {
    showLacking();
    markPressed(!lacking().length);
  }
  const button = target.closest("[data-go], [data-key], [data-next], [data-anyway], [data-back], [data-piles], [data-correct]");
  if (!button) return;
  const { go: id, key, next, back, correct, anyway } = button.dataset;
  if (id) go(id);
  else if (key) type(key);
  else if (next !== undefined) go(nextStep(at, visited));
  else if (anyway !== undefined) countAnyway();
  else if (back !== undefined) goBack();
  else if (correct !== undefined) showCorrecting(!root.hasAttribute("data-correcting"));
  else {
    keep();
    partOf(at).querySelector(".piles").click();
  }
});

// A hardware keyboard types the step's number too, wherever the cursor is.
document.addEventListener("keydown", (event) => {
  isPointer = false;
  const { key, target } = event;
  if (!isWalking() || event.ctrlKey || event.metaKey || event.altKey || !numberOf(at)) return;
  if (key === "Enter" && !target.matches("a, button, summary")) go(nextStep(at, visited));
  else if (!target.matches("input, textarea") && /^([0-9+]|Backspace)$/.test(key)) type(key);
  else return;
  event.preventDefault();
});

addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
  isPointer = true;
  finger = { x, y };
}, true);
// Keeps the cursor in the number.
document.addEventListener("mousedown", (event) => event.target.closest("#keypad") && event.preventDefault());
// Others set inputs too, at the same event.
for (const name of ["input", "change", "submit"]) document.addEventListener(name, () => isWalking() && setTimeout(show));
for (const name of ["input", "change", "submit"]) {
  document.addEventListener(name, ({ submitter }) => isWalking() && !submitter?.matches(".bottom .main") && markPressed(false));
}
for (const name of ["shown", "popstate"]) addEventListener(name, start);
start();
