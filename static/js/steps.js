// The steps of counting a round, read from the page: which exist, which are done, and which comes next. A step is named
// by the id of the element it shows.

import { points } from "./numbers.js";
import { formatPoints } from "./figures.js";

const BOOK = / books?$/i;

export const CHECK = "check";
export const ENDED = "table.ended";
export const ALONE = "table.alone";

const form = () => document.getElementById("sheet");

export const nav = () => document.getElementById("steps");
export const ways = () => [...nav().querySelectorAll("[data-go]")];
export const partOf = (id) => form().querySelector(`[data-step="${id}"][tabindex]`) ?? form().querySelector(`[data-step="${id}"]`);
export const stepOf = (id) => (id === CHECK ? CHECK : document.getElementById(id)?.closest("[data-step]")?.dataset.step);
// The number that is typed in a step, if it has one.
export const numberOf = (id) => partOf(id)?.querySelector(".input.points input") ?? null;

const answerTo = (id) => form().querySelector(`[name="${id}"]:checked`)?.value;
const endOf = () => answerTo(ENDED);
const isQuestion = (id) => id === ENDED || id === ALONE;
const isOut = (id) => endOf() !== undefined && partOf(id).dataset.seat === endOf();

// The labels and numbers of a step's counts, such as its books, without zeros. A mark that is on counts as 1.
function countsOf(id) {
  const boxes = [...partOf(id).querySelectorAll(".input.count")];
  const marks = [...partOf(id).querySelectorAll(".toggle[aria-pressed=true]:not([id$='.opened'])")];
  const counts = boxes.map((box) => [box.querySelector("label"), Number(box.querySelector("input").value)]);
  return [...counts, ...marks.map((mark) => [mark, 1])].filter(([, number]) => number !== 0);
}

// A player who went out has no cards left, so the step asks nothing.
export const isNone = (id) => isOut(id) && !/[^0]/.test(numberOf(id)?.value ?? "") && !countsOf(id).length;

// A step needs no count if nothing in it scores.
function isNeedless(id) {
  const isVoid = endOf() === "stock" && JSON.parse(form().dataset.sheet).void;
  return isNone(id) || (isVoid && id !== ENDED) || isShared(id);
}

// Whether a partner of this round has counted what both have melded.
function isShared(id) {
  const alone = `${answerTo(ALONE)?.replace("seat", "team")}.melded`;
  const melds = ways().map(({ dataset }) => dataset.go).filter((go) => go.endsWith(".melded") && go !== alone);
  return alone.startsWith("team") && melds.includes(id) && melds.some((go) => numberOf(go).value.trim());
}

// `visited` are the steps that were shown. A team may have no books, so its step is done once it was shown.
export function isDone(id, visited) {
  if (id === CHECK) return false;
  if (isQuestion(id)) return answerTo(id) !== undefined;
  const number = numberOf(id);
  return number ? number.value.trim() !== "" : visited.has(id) || countsOf(id).length > 0;
}

// The steps without which a round cannot be finished, no matter who counts them.
export const lacking = () =>
  ways()
    .map(({ dataset }) => dataset.go)
    .filter((id) => (isQuestion(id) || numberOf(id)) && !isNeedless(id) && !isDone(id));

// The first step after this one that is not done, skipping what other phones count. Check shows everything.
export function nextStep(at, visited) {
  const all = ways().map(({ dataset }) => dataset);
  const place = all.findIndex(({ go }) => go === at);
  if (at && place < 0) return CHECK;
  const rest = all.slice(place + 1);
  return rest.find(({ go, theirs }) => theirs === undefined && !isDone(go, visited) && !isNeedless(go))?.go ?? CHECK;
}

export function stepBefore(at) {
  const all = ways().map(({ dataset }) => dataset.go);
  if (!all.includes(at)) return CHECK;
  return all.slice(0, all.indexOf(at)).findLast((id) => !isNone(id));
}

// The counts of a step as a few short texts.
export function inShort(id) {
  if (id.startsWith("adjust")) return ["›"];
  if (isNone(id)) return [nav().dataset.out ?? "went out"];
  const typed = numberOf(id)?.value.trim();
  if (typed !== undefined) return [typed ? inPoints(id, typed) : (nav().dataset.blank ?? "not counted"), ...countsOf(id).map(inWords)];
  const isBook = ([label]) => label.parentNode.querySelector(".books") || BOOK.test(label.textContent.trim());
  const books = countsOf(id).filter(isBook);
  const rest = countsOf(id).filter((counted) => !isBook(counted));
  return [books.map(inWords).join(", ") || (rest.length ? "" : (nav().dataset.none ?? "none")), ...rest.map(inWords)];
}

// Cards left count against their team.
function inPoints(id, typed) {
  const number = points(typed);
  if (number === null) return typed;
  return (number && id.endsWith(".left") ? "−" : "") + formatPoints(number);
}

function inWords([label, number]) {
  const text = label.textContent.trim().replace(/\s+/g, " ").replace(/ left in .*| books?$/i, "");
  return label.matches(".toggle") ? text : `${text} ${number}`;
}
