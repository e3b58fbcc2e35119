// Asks the server for the open page when something may have changed.

import { isSending } from "./outbox.js";
import { isCorrecting, pagePath, sheetAction, show } from "./page.js";
import { answered } from "./queue.js";
import { fetchText, isScorepad, parseHtml } from "./transport.js";

let isFetching = false;
let isOutdated = false;
let etag = null;
// How many answers the page shows.
let shownAnswers = 0;

// Returns whether the server answered. One request at a time.
export async function refresh() {
  if (document.hidden || isSending || isCorrecting() || !document.querySelector("[data-fresh]")) return false;
  if (isFetching) return (isOutdated = true);
  isFetching = true;
  const count = answered.size;
  const path = pagePath();
  const answer = await fetchText(path, { cache: "no-cache" }).catch(() => null);
  isFetching = false;
  // A change sent meanwhile is newer than this answer.
  const isLate = isSending || count !== answered.size || path !== pagePath();
  if (answer && !isLate) showResponse(answer);
  if (isOutdated || (isLate && !isSending)) {
    isOutdated = false;
    refresh();
  }
  return answer !== null;
}

function showResponse({ response, text }) {
  const tag = response.headers.get("etag");
  if (response.status >= 500 || (tag && tag === etag)) return;
  const doc = parseHtml(text);
  if (!isScorepad(doc)) return;
  const isMoved = new URL(response.url).pathname !== location.pathname;
  if (isMoved) history.replaceState(null, "", response.url);
  show(doc, { isOther: isMoved || sheetAction(doc) !== sheetAction(document), isRemote: true });
  etag = tag;
}

// Shows the page again even if it has not changed on the server.
export function forceRefresh() {
  etag = null;
  refresh();
}

export const catchUp = () => shownAnswers !== answered.size && refresh();
addEventListener("shown", () => {
  shownAnswers = answered.size;
  etag = null;
});
