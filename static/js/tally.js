// What happens under the finger: steppers step, marks turn, sums add up from the sheet's own numbers, before any answer.

import { score } from "./score.js";

const written = (points) => points.toLocaleString("en-US").replace("-", "−");
const signed = (points) => (points > 0 ? "+" : "") + written(points);

// What stands in a form, by the names of its inputs; on the table also what only the counting page shows.
export function texts(form) {
  return { ...JSON.parse(form.dataset.rest ?? "{}"), ...Object.fromEntries(new FormData(form)) };
}

// Follows a tap on − or + or a mark.
export function follow(form, button) {
  const name = button.value.slice(0, -2);
  const by = Number(button.value.slice(-2));
  const target = form.querySelector(`input[name="${name}"]`);
  if (button.hasAttribute("aria-pressed")) {
    target.value = by > 0 ? "1" : "";
    turn(button, name, by > 0);
  } else if (/^[0-9]{0,2}$/.test(target.value.trim())) {
    target.value = Math.min(99, Math.max(0, Number(target.value) + by));
  }
  if (form.matches("[data-local]")) target.dataset.dirty = "1";
  navigator.vibrate?.(10);
  addUp(form);
}

// Puts what waits to be sent back into its inputs, but for those that somebody types into.
export function lay(form, values) {
  for (const [name, text] of Object.entries(values)) {
    for (const input of form.querySelectorAll(`[name="${name}"]:not([data-dirty])`)) {
      if (input.type === "radio") input.checked = input.value === text;
      else input.value = text;
    }
    const mark = form.querySelector(`button[aria-pressed][id="${name}"]`);
    if (mark) turn(mark, name, text !== "");
  }
  addUp(form);
}

function turn(mark, name, isOn) {
  mark.setAttribute("aria-pressed", isOn);
  mark.value = `${name}${isOn ? "-1" : "+1"}`;
}

function addUp(form) {
  if (form.dataset.sheet) {
    score(JSON.parse(form.dataset.sheet), texts(form)).forEach((team, at) => {
      for (const [part, points] of Object.entries(team)) {
        for (const place of document.querySelectorAll(`[data-score="team${at + 1}.${part}"]`)) {
          place.textContent = place.closest(".bar") ? signed(points) : written(points);
        }
      }
    });
  }
  const together = document.querySelector("[data-sum]");
  if (together && form.matches("[data-local]")) {
    const piles = [...form.querySelectorAll("input[data-each]")];
    together.textContent = written(piles.reduce((sum, one) => sum + (Number(one.value) || 0) * one.dataset.each, 0));
  }
}

document.addEventListener("input", ({ target }) => {
  if (target.form?.matches("[data-live][method=post]")) addUp(target.form);
});

// Whoever taps a number means to type another one: a 2 beside the 0 would read 20.
document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.(".stepper input")) target.select();
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-plus], [data-sign]");
  if (!button) return;
  const input = document.getElementById(button.dataset.plus ?? button.dataset.sign);
  const text = input.value.trim();
  if (button.dataset.sign) input.value = /^[-−–]/.test(text) ? text.slice(1) : `−${text.replace(/^\+/, "")}`;
  else if (text && !text.endsWith("+")) input.value = `${text}+`;
  input.focus();
  input.setSelectionRange(input.value.length, input.value.length);
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

// Keeps the screen awake while the table lies open, where the browser allows it, and says so where it does not.
let lock = null;
async function stayAwake() {
  const said = document.querySelector("[data-awake]");
  if (!said) return;
  if (!lock || lock.released) lock = (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  said.textContent = lock ? said.dataset.awake : said.dataset.asleep;
  said.hidden = false;
}

// After every answer: sums anew for what is typed and was not sent, and the screen kept awake.
export function settleDown() {
  for (const form of document.querySelectorAll("form[data-live]:has([data-dirty])")) addUp(form);
  // What is scrolled to stops below the bar, however many lines that has; what waits is said above the one below.
  const bar = document.querySelector(".bar");
  if (bar) document.documentElement.style.scrollPaddingTop = `${bar.offsetHeight + 16}px`;
  const below = document.querySelector(".bottom");
  if (below) document.getElementById("waiting").style.bottom = `${below.offsetHeight}px`;
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = new Date(time.dateTime).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  }
  document.querySelector("[data-plain]")?.toggleAttribute("hidden", isSecureContext);
  stayAwake();
}
document.addEventListener("visibilitychange", () => document.hidden || stayAwake());
