// Changes the open page into a new one. Only differences change, so that focus, scroll position, half-typed numbers and
// queued changes stay.

import { updateBadge } from "./outbox.js";
import { markShown, queue } from "./queue.js";
import { updateScreen } from "./screen.js";
import { fillIn } from "./steppers.js";

export const pagePath = () => location.pathname + location.search;
// A correction is sent as a whole and compared with its page, so the page stays as it was opened.
export const isCorrecting = () => document.querySelector("[data-local][data-sheet] [data-dirty]") !== null;
export const seenEntry = (root = document) => root.querySelector("[name=seen]")?.value;
export const sheetAction = (doc) => doc.getElementById("sheet")?.getAttribute("action");
export const hasConflict = (doc, name) => doc.querySelector(`[data-conflict="${name}"]`) !== null;

// Refused inputs by name, and whether each had a conflict. They keep their text and message until sent again, or until
// the conflict is settled.
export const refused = new Map();
export let shownPath = pagePath();

const inputsNamed = (name) => document.querySelectorAll(`[name="${name}"]`);

export function markClean(input) {
  delete input.dataset.dirty;
  delete input.dataset.seen;
}

// A refused input keeps its text. When sent again, it is compared with the entry that its message is about.
export function refuse(name, isOnThisPage) {
  if (document.getElementById(`${name}-note`)) refused.set(name, hasConflict(document, name));
  for (const input of inputsNamed(name)) {
    if (isOnThisPage) input.dataset.dirty = "1";
    input.dataset.seen = seenEntry();
  }
}

// Another page may have other style sheets and scripts. A script that is running stays, even if a newer version of
// Scorepad has another address for it, and so do the style sheets that it may hold on to.
const headChanges = {
  beforeNodeAdded: ({ src }) => !src || !document.querySelector(`[src$="${src.split("/").pop()}"]`),
  beforeNodeRemoved: ({ src, sheet }) => !src && !sheet,
};

// The element touched last, because not every browser focuses a button.
let touched;
addEventListener("pointerdown", ({ target }) => (touched = target));

export function isInView(box) {
  const { top, bottom } = box?.getBoundingClientRect() ?? {};
  return top >= 0 && bottom <= innerHeight;
}

// The element that keeps its place on the screen when the page around it changes.
function scrollAnchor() {
  const middle = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
  const boxes = [document.activeElement, touched, middle].map((element) => element?.closest("main [id]"));
  const box = boxes.find(isInView) ?? boxes[2];
  return box && { id: box.id, top: box.getBoundingClientRect().top };
}

// `isOther`: this is a different page. `isRemote`: other phones changed it, so messages that are being read stay.
// `isKept`: the page was kept by this phone and may lack its latest changes. `keepSheet`: a form other than the sheet was sent while the sheet is being corrected.
export function show(doc, { isOther, isRemote, isKept, keepSheet }) {
  shownPath = pagePath();
  const kept = inputsToKeep(doc, isOther);
  if (keepSheet) doc.getElementById("sheet")?.replaceWith(document.getElementById("sheet").cloneNode(true));
  const anchor = isOther ? null : scrollAnchor();
  const unfolded = [...document.querySelectorAll("details[open][id]")].map(({ id }) => id);
  Idiomorph.morph(document.head, doc.head, { callbacks: headChanges });
  for (const link of document.head.querySelectorAll("link")) {
    if (link.sheet) link.sheet.disabled = !doc.querySelector(`[href="${link.getAttribute("href")}"]`);
  }
  Idiomorph.morph(document.body, doc.body, {
    ignoreActiveValue: !isOther && document.activeElement?.matches("input, textarea"),
    callbacks: {
      beforeNodeMorphed: (old) => isOther || !kept.has(old.id || old.name),
      beforeNodeRemoved: (old) =>
        isOther || !(refused.has(old.id?.replace("-note", "")) || (isRemote && old.matches?.("p.message, [role=alert], .notes"))),
      // A half-typed number stays, but may be marked as invalid.
      beforeAttributeUpdated: (name, old) => isOther || !old.dataset.dirty || name.startsWith("aria"),
    },
  });
  for (const id of isOther ? [] : unfolded) document.getElementById(id)?.setAttribute("open", "");
  markShown(doc, (name) => isKept || document.querySelector(`[name="${name}"][data-seen]`));
  restoreQueued();
  dispatchEvent(new Event("shown"));
  // Measured only when scripts have filled in everything, or the page would jump, and a tap under way miss its button.
  updateScreen();
  const moved = document.getElementById(anchor?.id);
  if (moved) scrollBy({ top: moved.getBoundingClientRect().top - anchor.top, behavior: "instant" });
}

// The names of refused and queued inputs, which the new page does not know about.
function inputsToKeep(doc, isOther) {
  for (const [name, hadConflict] of refused) {
    const isAsked = hasConflict(doc, name);
    if (isOther || (hadConflict && !isAsked)) {
      refused.delete(name);
      inputsNamed(name).forEach(markClean);
      document.getElementById(`${name}-note`)?.remove();
      document.getElementById("notes")?.remove();
    } else refused.set(name, isAsked);
  }
  const action = sheetAction(doc);
  const queued = queue.filter(({ url }) => url === action);
  return new Set(["waiting", ...refused.keys(), ...queued.flatMap(({ values }) => Object.keys(values))]);
}

// Puts queued changes back into the inputs.
export function restoreQueued() {
  const form = document.getElementById("sheet");
  for (const { url, values } of queue) if (url === form?.getAttribute("action")) fillIn(form, values);
  updateBadge();
}

// A link to another part of this page does not reload it.
addEventListener("popstate", () => {
  if (pagePath() !== shownPath && dispatchEvent(new Event("elsewhere", { cancelable: true }))) location.reload();
});
