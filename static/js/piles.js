// Counts a packet one pile at a time, as walk.js counts a round. The URL fragment names the pile.
// drafts.js restores unsaved counts when the page is opened again, if the club's count is still the one they started from.

import { type, typeInto } from "./keypad.js";
import { count, sum } from "./numbers.js";
import { formatPoints } from "./figures.js";
import { noteChange } from "./walk.js";

const packet = () => document.querySelector(".packet[data-draft]");
const isShown = () => packet() !== null && document.documentElement.classList.contains("walk");
const piles = () => [...packet().querySelectorAll("[data-pile]")];
const countIn = (pile) => pile.querySelector("input");
const shownPile = () => piles().find(({ dataset }) => `#${dataset.pile}` === location.hash) ?? piles()[0];

function startPiles() {
  if (!packet()) return;
  document.querySelector("[data-apart]").hidden = !isCountedOtherwise();
  const wrong = piles().find((pile) => pile.querySelector(".notes"));
  if (wrong) history.replaceState(history.state, "", `#${wrong.dataset.pile}`);
  showPiles();
}

// Whether this packet was also counted the other way, by piles or by cards. Each count is kept.
function isCountedOtherwise() {
  const path = packet().getAttribute("action");
  const other = path.replace(/piles$|cards$/, (by) => (by === "piles" ? "cards" : "piles"));
  try {
    const name = Object.keys(localStorage).find((each) => each.endsWith(` ${other} ${packet().dataset.draft}`));
    const { now } = JSON.parse(localStorage.getItem(name)) ?? {};
    return Object.entries(now ?? {}).some(([input, [text]]) => input !== "seen" && count(text));
  } catch {
    return false;
  }
}

function setCount(pile, text) {
  countIn(pile).value = text;
  countIn(pile).dispatchEvent(new Event("input", { bubbles: true }));
}

function showPiles() {
  const all = piles();
  const shown = shownPile();
  document.documentElement.dataset.keys = "number";
  for (const pile of all) {
    pile.toggleAttribute("data-shown", pile === shown);
    showWay(pile, pile === shown);
  }
  document.querySelector("[data-sum]").textContent = formatPoints(sum(all.map(made)));
  const isLast = shown === all.at(-1);
  const place = document.querySelector("[data-pile-place]");
  place.textContent = (place.dataset.pilePlace || "# of %").replace("#", all.indexOf(shown) + 1).replace("%", all.length);
  document.querySelector("[data-after]").toggleAttribute("data-skips", isLast);
  typeInto(countIn(shown));
  // Last, so that a browser that cannot do all this keeps the whole form.
  document.documentElement.classList.add("walk");
}

const made = (pile) => count(countIn(pile).value) * countIn(pile).dataset.each;

// Updates the points of a pile and its mark in the progress line.
function showWay(pile, isShown) {
  const { value, dataset } = countIn(pile);
  const way = document.querySelector(`[data-to="${pile.dataset.pile}"]`);
  pile.querySelector("[data-makes]").textContent = `× ${formatPoints(Number(dataset.each))} = ${formatPoints(made(pile))}`;
  way.dataset.state = pile.querySelector(".notes") ? "wrong" : Number(value) ? "done" : "left";
  if (isShown) way.setAttribute("aria-current", "step");
  else way.removeAttribute("aria-current");
}

function goTo(pile) {
  if (!pile) return;
  noteChange();
  history.pushState(null, "", `#${pile.dataset.pile}`);
  showPiles();
  pile.focus({ preventScroll: true });
}

function goBy(step) {
  const all = piles();
  const at = all.indexOf(shownPile()) + step;
  if (at < 0) document.querySelector(".bottom a").click();
  else if (at === all.length) save();
  else goTo(all[at]);
}

const save = () => packet().requestSubmit(packet().querySelector("[value=keep]"));

const addOne = (pile) => setCount(pile, String(Math.min(99, (Number(countIn(pile).value) || 0) + 1)));

document.addEventListener("click", ({ target }) => {
  const button = packet() && target.closest("[data-to], [data-more], [data-after], [data-before], [data-save]");
  if (!button) return;
  const { to, more, after, before } = button.dataset;
  if (to) goTo(piles().find(({ dataset }) => dataset.pile === to));
  else if (more !== undefined) addOne(shownPile());
  else if (after !== undefined) goBy(1);
  else if (before !== undefined) goBy(-1);
  else save();
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!isShown() || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === "Enter" && !target.matches("a, button")) goBy(1);
  else if (key === "+") addOne(shownPile());
  else if (!target.matches("input") && /^([0-9]|Backspace)$/.test(key)) type(key);
  else return;
  event.preventDefault();
});

const update = () => packet() && showPiles();

document.addEventListener("input", update);
// A tap on − or + sets its input in a handler of this event.
document.addEventListener("submit", () => setTimeout(update));
for (const name of ["shown", "popstate"]) addEventListener(name, startPiles);
startPiles();
