// Keeps the receipt of a round up to date while the round is counted, as scoring/receipt.py builds it.

import { parts } from "./score.js";
import { formatPoints } from "./figures.js";

// `teams` are the lines of every team.
export function showReceipt(teams) {
  const receipt = document.getElementById("receipt");
  if (!receipt) return;
  for (const row of receipt.querySelectorAll("[data-row]")) showRow(row, teams);
  const after = new Map();
  for (const { dataset, lastElementChild } of receipt.querySelectorAll("[data-started]")) {
    after.set(dataset.of, Number(dataset.started) + parts(teams[dataset.of - 1]).total);
    lastElementChild.textContent = formatPoints(after.get(dataset.of));
  }
  showLead(receipt, after);
}

function showRow(row, teams) {
  const { row: key, one, many } = row.dataset;
  const lines = [...row.querySelectorAll("[data-of]")].map((cell) => {
    const line = teams[cell.dataset.of - 1].find((line) => line.row === key);
    const [how, points] = cell.children;
    how.textContent = line ? inShort(line) : "";
    points.textContent = line ? formatPoints(line.points) : "–";
    cell.classList.toggle("long", how.textContent.length > 9);
    cell.classList.toggle("none", !line);
    cell.classList.toggle("waived", line?.waived === true);
    cell.classList.toggle("minus", line?.points < 0);
    return line;
  });
  row.hidden = !row.matches("[data-always]") && lines.every((line) => !line);
  row.firstElementChild.textContent = lines.some((line) => line?.each !== undefined && line.number > 1) ? many : one;
}

// How the points of a line come about.
function inShort({ part, number, each, reason, waived }) {
  if (each === undefined) return reason ?? "";
  if (each === null) return (document.getElementById("receipt").dataset.together ?? "#, together").replace("#", formatPoints(number));
  if (number > 1 || waived) return `${formatPoints(number)} × ${formatPoints(each)}`;
  return part === "base" ? "1 ×" : "";
}

function showLead(receipt, after) {
  const places = [...after].sort(([, a], [, b]) => (receipt.matches("[data-lowest]") ? a - b : b - a));
  const [[first, most], [, second] = []] = places;
  const leader = most === second ? "" : first;
  for (const line of receipt.querySelectorAll("[data-leader]")) {
    line.hidden = line.dataset.leader !== leader;
    const by = line.querySelector("[data-lead]");
    if (by) by.textContent = formatPoints(Math.abs(most - second));
  }
}
