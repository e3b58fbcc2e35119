// Updates the open page, from the stream's news if they are complete, else by fetching the page.

import { isSending } from "./outbox.js";
import { isCorrecting, pagePath, sheetAction, show } from "./page.js";
import { answered } from "./queue.js";
import { fetchText, forgetEntry, isScorepad, isStreaming, newKey, parseHtml, pageToken, recordedEntry, setOffline } from "./transport.js";

// How many milliseconds a sent change may take to come back as news.
const NEWS_DELAY = 2000;

let isFetching = false;
let isOutdated = false;
let etag = null;
// The number of answers that the page shows.
let shownAnswers = 0;
let latestMark = null;
let newsTimer;

// The HTML of the open page as the server sent it, with the news since then.
let pageHtml = `<!doctype html>${document.documentElement.outerHTML}`;
let htmlPath = pagePath();
export const currentHtml = () => (htmlPath === pagePath() ? pageHtml : null);

// Messages are shown only once.
export const withoutMessages = (html) => html.replace(/<p class="message[^>]*role="status".*?<\/p>/gs, "");

export function keepHtml(html) {
  pageHtml = withoutMessages(html);
  htmlPath = pagePath();
}

const markOf = (html) => /data-mark="([^"]*)"/.exec(html)?.[1];
const entryOf = (mark) => Number(mark?.split(".")[0]);
const shownMark = () => document.querySelector("[data-mark]")?.dataset.mark;
export const hasNews = () => latestMark !== null && latestMark !== shownMark();

export function setLatestMark(mark) {
  latestMark = mark;
}

// Puts an event's news into the page's HTML. Each part is between two comments with its name.
export function takeNews({ mark, was, parts, own }) {
  latestMark = mark;
  if (!parts || htmlPath !== pagePath() || was !== markOf(pageHtml)) return;
  for (const [name, part] of Object.entries({ ...parts, ...own })) {
    const [start, end] = [`<!--${name}-->`, `<!--/${name}-->`];
    const from = pageHtml.indexOf(start);
    if (from >= 0) pageHtml = pageHtml.slice(0, from) + start + part + pageHtml.slice(pageHtml.indexOf(end));
  }
  pageHtml = pageHtml
    .replace(/data-mark="[^"]*"/, `data-mark="${mark}"`)
    .replace(/(name="seen" value=")\d*/g, `$1${entryOf(mark)}`)
    .replace(/(name="csrf_token" value=")[^"]*/g, `$1${pageToken()}`)
    .replace(/(name="key" value=")[^"]*/g, (_, start) => start + newKey());
}

// Shows the news if they are complete, including everything that this phone has recorded.
function showNews() {
  const mark = markOf(pageHtml);
  if (!isStreaming || htmlPath !== pagePath() || mark !== latestMark || entryOf(mark) < recordedEntry()) return false;
  const isOwn = shownAnswers !== answered.size;
  if (isOwn || mark !== shownMark()) show(parseHtml(pageHtml), { isRemote: !isOwn });
  return true;
}

const isComing = () => isStreaming && entryOf(latestMark) < recordedEntry() && recordedEntry() < Infinity;

// Returns whether the server answered. Sends one request at a time. `isAsking`: do not wait for news any longer.
export async function refresh(isAsking) {
  if (document.hidden || isSending || isCorrecting() || !document.querySelector("[data-fresh]")) return false;
  clearTimeout(newsTimer);
  if (showNews()) return true;
  if (!isAsking && isComing()) {
    newsTimer = setTimeout(refresh, NEWS_DELAY, true);
    return true;
  }
  if (isFetching) return (isOutdated = true);
  isFetching = true;
  const count = answered.size;
  const path = pagePath();
  const answer = await fetchText(path, { cache: "no-cache" }).catch(() => null);
  setOffline(!answer || answer.response.status > 501);
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

function showResponse({ response, text: html }) {
  const tag = response.headers.get("etag");
  if (response.status >= 500 || (tag && tag === etag)) return;
  const doc = parseHtml(html);
  if (!isScorepad(doc)) return;
  // Another phone finished the round that is being counted here. Half-typed numbers stay visible.
  if (doc.querySelector("[data-local]") && !document.querySelector("[data-local], [data-dirty]")) {
    history.replaceState(null, "", location.pathname.replace(/\/rounds.*/, ""));
    return refresh();
  }
  const isMoved = new URL(response.url).pathname !== location.pathname;
  if (isMoved) history.replaceState(null, "", response.url);
  keepHtml(html);
  forgetEntry();
  show(doc, { isOther: isMoved || sheetAction(doc) !== sheetAction(document), isRemote: shownAnswers === answered.size });
  etag = tag;
}

// Shows the page again even if it has not changed on the server.
export function forceRefresh() {
  etag = null;
  shownAnswers = -1;
  refresh();
}

export const catchUp = () => shownAnswers !== answered.size && refresh();
addEventListener("shown", () => {
  shownAnswers = answered.size;
  etag = null;
});
