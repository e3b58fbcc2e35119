// Keys of our own for the number of the step that is shown, so that the phone's keyboard covers nothing. What is typed
// goes through the input's own events, like the phone's keys.

import { points } from "./numbers.js";

const SUM = /[0-9]\++[0-9]/;

let input = null;
// What stood there before the first key; null while no key was pressed.
let textBefore = null;
// The first digit replaces a number that was there when its step was opened.
let isFresh = false;

const fire = (target, event) => target.dispatchEvent(event);

// The keys type into `newInput` from now on, null for none. The phone's own keys stay away.
export function typeInto(newInput) {
  if (newInput !== input) {
    keep();
    isFresh = true;
  }
  input = newInput;
  if (!input) return;
  input.inputMode = "none";
  input.toggleAttribute("data-replaced", isFresh && input.value !== "");
}

// Saves what was typed, as leaving an input does.
export function keep() {
  if (input === null || textBefore === null) return;
  const isChanged = input.value !== textBefore;
  textBefore = null;
  if (isChanged) fire(input, new Event("change", { bubbles: true }));
  fire(input, new FocusEvent("focusout", { bubbles: true }));
}

// `key` is a digit, "+" or "Backspace".
export function type(key) {
  if (!input) return;
  const { value } = input;
  const isDigit = key.length === 1 && key !== "+";
  const text = grouped(appended(isFresh && isDigit ? "" : value, key));
  isFresh = false;
  input.removeAttribute("data-replaced");
  if (text === value) return;
  textBefore ??= value;
  input.value = text;
  input.scrollLeft = input.scrollWidth;
  navigator.vibrate?.(10);
  fire(input, new Event("input", { bubbles: true }));
}

function appended(text, key) {
  if (key === "Backspace") return text.slice(0, -1);
  // A plus is no number, and 0 before other digits is none.
  if (key === "+") return text && !text.endsWith("+") ? `${text}+` : text;
  return text.replace(/(^|\+)0$/, "$1") + key;
}

// As all other numbers are shown: "1,245+85".
const grouped = (text) => text.replaceAll(",", "").replace(/\B(?=([0-9]{3})+(?![0-9]))/g, ",");

// A computer's keys type at the cursor.
document.addEventListener("input", ({ target, isTrusted }) => {
  if (target === input && isTrusted) isFresh = false;
});

// Shows what sums come to.
export function showSums() {
  for (const sum of document.querySelectorAll("output.sum")) {
    const { value } = document.getElementById(sum.htmlFor);
    const total = SUM.test(value) ? points(value) : null;
    sum.textContent = total === null ? "" : total.toLocaleString("en-US");
  }
}
