// Fits the page to the screen after each change: room for the bar, local times, and a screen that stays awake.

import { updateTotals } from "./steppers.js";

let wakeLock;
async function keepAwake() {
  const note = document.querySelector("[data-awake]");
  if (!note) return;
  if (wakeLock?.released ?? true) wakeLock = await navigator.wakeLock?.request("screen").catch(() => null);
  note.textContent = wakeLock ? note.dataset.awake : note.dataset.asleep;
  note.hidden = false;
}

export function updateScreen() {
  for (const { form } of document.querySelectorAll("form[data-live] [data-dirty]")) updateTotals(form);
  // Scrolling stops below the bar, whatever its height.
  const bar = document.querySelector(".bar");
  if (bar) document.documentElement.style.scrollPaddingTop = `${bar.offsetHeight + 16}px`;
  document.querySelector("[data-plain]")?.toggleAttribute("hidden", isSecureContext);
  keepAwake();
}
