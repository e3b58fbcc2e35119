// Offers once, on the home page of a club with a finished game, to put it on the home screen of this phone, in the way
// that works here: the browser's own question, the words of Safari's share sheet, or over plain http what https would
// add. Without scripts, or where none of these works, there is no offer.

import { home } from "./store.js";

const OFFERED = `install ${home}`;
// The browser's own question, once it has one to ask.
let installer = null;

function usableWay() {
  if (matchMedia("(display-mode: standalone)").matches || navigator.standalone) return null;
  if (installer) return "ask";
  if (navigator.standalone === false) return "share";
  return isSecureContext || !matchMedia("(pointer: coarse)").matches ? null : "http";
}

// True on the first visit that shows the offer, until the browser is closed or somebody presses "Not now".
function isWanted() {
  try {
    if (localStorage.getItem(OFFERED) && !sessionStorage.getItem(OFFERED)) return false;
    sessionStorage.setItem(OFFERED, "1");
    localStorage.setItem(OFFERED, "1");
    return true;
  } catch {
    // This browser keeps no notes, and would offer it for ever.
    return false;
  }
}

function showOffer() {
  const section = document.getElementById("offer");
  const way = section && usableWay();
  if (!way || !isWanted()) return;
  for (const part of section.querySelectorAll("[data-way]")) part.hidden = part.dataset.way !== way;
  section.hidden = false;
}

addEventListener("beforeinstallprompt", (event) => {
  if (!document.getElementById("offer")) return;
  event.preventDefault();
  installer = event;
  showOffer();
});
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-offered]");
  if (!button) return;
  if (button.dataset.offered === "now") installer?.prompt();
  sessionStorage.removeItem(OFFERED);
  document.getElementById("offer").hidden = true;
});
addEventListener("shown", showOffer);
showOffer();
