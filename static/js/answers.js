// Shows the server's answer to a job.

import { hasConflict, isCorrecting, isInView, markClean, pagePath, refuse, refused, sheetAction, show } from "./page.js";
import { finishJob, holdJob, isReady, markShown, queue } from "./queue.js";
import { keepHtml } from "./refresh.js";
import { forgetDraft } from "./store.js";

// Scrolls to what a form added, the answer to a question, or the form's message, wherever the tap was.
function showVerdict(url) {
  const added = document.getElementById(url.searchParams.get("added"));
  const verdict = added ?? document.querySelector("#answer, main > .message[role=status]");
  if (added || !isInView(verdict)) verdict?.scrollIntoView({ block: added ? "center" : "start", behavior: "instant" });
}

export function showAnswer(job, { ok, moved, url, doc, html, isBrief }) {
  const { names, method } = job;
  // The server redirects after a change. Without a redirect it was not recorded: the round is final.
  const isAccepted = ok && (!names || moved);
  const isHere = job.page === pagePath() || job.reviewPath === location.pathname;
  if (!isHere && !isAccepted && method === "post" && !names?.some((name) => hasConflict(doc, name))) {
    return holdJob(job, names ? url.pathname : job.page.split("?")[0]);
  }
  finishJob(job, isAccepted);
  if (moved && !names) forgetDraft(job.url);
  if (isAccepted || !names) {
    for (const input of document.querySelectorAll("[data-dirty]")) if (job.dirty.includes(input.dataset.dirty)) markClean(input);
  }
  for (const name of names ?? Object.keys(job.values)) refused.delete(name);
  if (isBrief) return;
  const hasNewTitle = names && !isAccepted && doc.title !== document.title;
  const isOther = location.pathname !== url.pathname && (method === "get" || moved || hasNewTitle);
  if (!isHere || (isAccepted && !isOther && queue.some((next) => next.page === job.page && isReady(next)))) return;
  if (isOther) history.pushState(null, "", url);
  else if (method === "get") history.replaceState(null, "", url);
  // A refused form comes back with what was typed, which is not the page that others see.
  if (isAccepted) keepHtml(html);
  show(doc, { isOther, keepSheet: isCorrecting() && job.url !== sheetAction(document) });
  if (!isAccepted && names) {
    markShown(doc, (name) => !names.includes(name));
    names.forEach((name) => refuse(name, ok));
  }
  if (method === "get" || (moved && !isOther)) return showVerdict(url);
  if (isOther) (document.getElementById(url.searchParams.get("at")) ?? document.body).scrollIntoView({ behavior: "instant" });
  // A refused form starts with its message.
  else if (!names) (document.querySelector("main [role=alert]") ?? document.body).scrollIntoView();
}
