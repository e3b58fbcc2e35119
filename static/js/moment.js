// The moment after a round: the sums count up on a page of the leader's colour, for two seconds or until a tap. A very
// large book or an exact cut has one during the round. The server sends it as a template, which shows nothing without
// scripts. It is skipped where motion is not wanted, and where something is half typed or warned about.

import { formatPoints } from "./figures.js";

const MOMENT_LASTS = 2000;
const SUMS_COUNT_FOR = 900;
const MOMENT_SEEN = "scorepad-moment";
const IN_THE_WAY = "[role=alert], .message.error, .conflict, .to-settle, [data-dirty], [data-waiting]:not([hidden])";

let openMoment = null;
const isUnwanted = () => document.querySelector(IN_THE_WAY) || matchMedia("(prefers-reduced-motion: reduce)").matches;

function endMoment() {
  openMoment?.remove();
  openMoment = null;
}

function sumUp(number, since) {
  const { sumFrom: from, sumTo: to } = number.dataset;
  const done = Math.min(1, (performance.now() - since) / SUMS_COUNT_FOR);
  const points = Math.round(Number(from) + (to - from) * (1 - (1 - done) ** 3));
  number.textContent = formatPoints(points);
  if (done < 1 && number.isConnected) requestAnimationFrame(() => sumUp(number, since));
}

// Whether this browser has not shown it yet; a browser that stores nothing shows none.
function isNewMoment(name) {
  try {
    const seen = localStorage.getItem(MOMENT_SEEN);
    localStorage.setItem(MOMENT_SEEN, name);
    return seen !== name;
  } catch {
    return false;
  }
}

function showMoment() {
  if (openMoment && isUnwanted()) endMoment();
  const template = document.querySelector("template[data-moment]");
  if (!template || !isNewMoment(template.dataset.moment) || isUnwanted() || document.hidden) return;
  endMoment();
  const moment = document.importNode(template.content.firstElementChild, true);
  const link = document.createElement("link");
  Object.assign(link, { rel: "stylesheet", href: template.dataset.style });
  link.onload = () => {
    if (isUnwanted()) return moment.remove();
    moment.hidden = false;
    for (const number of moment.querySelectorAll("[data-sum-to]")) sumUp(number, performance.now());
    setTimeout(() => openMoment === moment && endMoment(), MOMENT_LASTS);
  };
  moment.append(link);
  openMoment = moment;
  // Beside the body, which each update of the page changes.
  document.documentElement.append(moment);
}

addEventListener("click", endMoment);
addEventListener("shown", showMoment);
showMoment();
