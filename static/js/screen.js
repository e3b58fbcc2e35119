// Fits the page to the screen after each change: totals, and room for the bar.

import { updateTotals } from "./steppers.js";

export function updateScreen() {
  for (const { form } of document.querySelectorAll("form[data-live] [data-dirty]")) updateTotals(form);
  // Scrolling stops below the bar, whatever its height.
  const bar = document.querySelector(".bar");
  if (bar) document.documentElement.style.scrollPaddingTop = `${bar.offsetHeight + 16}px`;
  document.querySelector("[data-plain]")?.toggleAttribute("hidden", isSecureContext);
}
