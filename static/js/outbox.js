// Sends the queued jobs one by one, in order, until the server has answered each.

import { renderBadge } from "./badge.js";
import { queueJob, gameOf, isElsewhere, isReady, queue } from "./queue.js";
import { isKept, isStuck } from "./store.js";
import { hasFailed, isOffline, isRefusing, retryNow, sendJob, takeToken } from "./transport.js";

export let isSending = false;
let handlers;
let extraText = "";
// Whether the badge has said that something waits, and not everything has been sent since then.
let isWaiting = false;

// Calls `onAnswer(job, answer)` after each answer, and `onEmpty()` when no job is left to send.
export function start(callbacks) {
  handlers = callbacks;
  takeToken(document);
}

export function enqueue(job) {
  if (!queueJob(job)) return;
  if (isOffline) updateBadge();
  deliver();
}

export function retry() {
  if (!queue.length) return;
  for (const job of queue) job.postponed = false;
  retryNow();
  deliver();
}

async function deliver() {
  if (isSending) return;
  isSending = true;
  try {
    for (let job; (job = queue.find(isReady)); ) {
      const hasMore = () => queue.some((other) => other !== job && isReady(other));
      const answer = await sendJob(job, hasMore, updateBadge);
      const why = job.key && reasonToWait(answer);
      if (why) postpone(job, why);
      else if (!job.isStale) handlers.onAnswer(job, answer);
      updateBadge();
    }
  } finally {
    isSending = false;
  }
  updateBadge();
  handlers.onEmpty();
}

// Why a job waits, as a text of the badge: this phone has no access, or was sent away, or the round or club is missing,
// for example after someone undid the end of the round before.
function reasonToWait({ status, doc }) {
  if (status === 403) return doc.querySelector("[data-kept=away]") ? "sent" : "out";
  return status === 404 || status === 421 ? "stuck" : "";
}

// Without permission every job of the game waits, otherwise those for the same page.
function postpone({ url }, why) {
  for (const job of queue) {
    if (job.url === url || (why !== "stuck" && gameOf(job.url) === gameOf(url))) job.postponed ||= why;
  }
}

// `extra` names a text that is added while there is no connection.
export function updateBadge(extra = extraText) {
  extraText = extra;
  const posts = queue.filter(({ key }) => key);
  const held = posts.find(isElsewhere);
  const isAway = isOffline || (isSending && hasFailed);
  const why = (isAway && "away") || (isSending && isRefusing && "stuck") || posts.find((job) => job.postponed)?.postponed || (held && "aside");
  const isFinished = posts.some(({ fields }) => fields.some(([name, text]) => name === "action" && text === "finish"));
  const stuck = isStuck && posts.length && (posts.every(isKept) ? "noted" : "unkept");
  isWaiting = why || stuck || (isWaiting && isSending);
  renderBadge(posts.length, why || (isWaiting && "slow"), [stuck, (why === "away" && extra) || (isFinished && "finish")], held?.reviewPath);
}
