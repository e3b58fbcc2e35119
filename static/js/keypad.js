// An on-page keypad for the number of the current step, so that the phone's keyboard covers nothing. It fires the same
// input events as the phone's keys.

import { points } from "./numbers.js";
import { formatPoints } from "./figures.js";

const SUM = /[0-9]\++[0-9]/;

let input = null;
// The text before the first key; null until a key is pressed.
let textBefore = null;
// The first digit replaces a number that was there when its step was opened.
let isFresh = false;

const fire = (target, event) => target.dispatchEvent(event);

// The keypad types into `newInput` from now on, null for none. The phone's keyboard stays closed.
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
  // No plus without a number before it, and no leading zeros.
  if (key === "+") return text && !text.endsWith("+") ? `${text}+` : text;
  return text.replace(/(^|\+)0$/, "$1") + key;
}

// With thousands separators: "1,245+85".
const grouped = (text) => text.replace(/[.,'’\s]/g, "").replace(/[0-9]+/g, formatPoints);

// Keys of a hardware keyboard type at the cursor.
document.addEventListener("input", ({ target, isTrusted }) => {
  if (target === input && isTrusted) isFresh = false;
});

// Shows the total of each sum.
export function showSums() {
  for (const sum of document.querySelectorAll("output.sum")) {
    const { value } = document.getElementById(sum.htmlFor);
    const total = SUM.test(value) ? points(value) : null;
    sum.textContent = total === null ? "" : formatPoints(total);
  }
}
