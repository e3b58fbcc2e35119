// Responds to taps before the server does: updates steppers, marks and totals.

import { formatPoints } from "./figures.js";

// Computes the totals of a sheet. It is loaded after the page.
let score;
export const setScore = (compute) => (score = compute);

const signed = (points) => (points < 0 ? "" : "+") + formatPoints(points);

// The texts of a form by input name. `data-rest` of the table's form has those that only the counting page shows.
export function formTexts(form) {
  return { ...JSON.parse(form.dataset.rest ?? "{}"), ...Object.fromEntries(new FormData(form)) };
}

// Applies a tap on −, + or a mark.
export function applyStep(form, button) {
  const name = button.value.slice(0, -2);
  const step = Number(button.value.slice(-2));
  const input = form.querySelector(`input[name="${name}"]`);
  if (button.hasAttribute("aria-pressed")) {
    input.value = step > 0 ? "1" : "";
    setMark(button, name, step > 0);
  } else if (/^[0-9]{0,2}$/.test(input.value.trim())) {
    input.value = Math.min(99, Math.max(0, Number(input.value) + step));
    showStack(input);
  }
  if (form.matches("[data-local]")) input.dataset.dirty = "1";
  navigator.vibrate?.(10);
  updateTotals(form);
}

// Sets inputs to values, except those that someone is typing into.
export function fillIn(form, values) {
  for (const [name, text] of Object.entries(values)) {
    for (const input of form.querySelectorAll(`[name="${name}"]:not([data-dirty])`)) {
      if (input.type === "radio") input.checked = input.value === text;
      else input.value = text;
      showStack(input);
    }
    const mark = form.querySelector(`button[aria-pressed][id="${name}"]`);
    if (mark) setMark(mark, name, text !== "");
  }
  updateTotals(form);
}

// A stack of books shows at most seven cards, and fewer beside a two-digit number.
function showStack({ parentNode, value }) {
  parentNode.dataset.n = Math.min(10, +value || 0);
}

function setMark(mark, name, isOn) {
  mark.setAttribute("aria-pressed", isOn);
  mark.value = `${name}${isOn ? "-1" : "+1"}`;
}

export function updateTotals(form) {
  if (score && form.dataset.sheet) {
    score(JSON.parse(form.dataset.sheet), formTexts(form)).forEach((team, at) => {
      for (const [part, points] of Object.entries(team)) {
        for (const output of document.querySelectorAll(`[data-score="team${at + 1}.${part}"]`)) {
          output.textContent = output.closest(".so-far") ? signed(points) : formatPoints(points);
        }
      }
    });
  }
}

document.addEventListener("input", ({ target }) => {
  if (target.form?.matches("[data-live][method=post]")) updateTotals(target.form);
});

// A tap on a number selects it. Otherwise a 2 typed beside the 0 would read 20.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.(".stepper input")) target.select();
});
