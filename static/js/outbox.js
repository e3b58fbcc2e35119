// Queues jobs and sends them one by one, in order, until the server has answered each. A job is one form: `values` are
// the inputs it sets, `names` the inputs of a single change (undefined for a whole form), `seen` the latest entry of the
// page it was typed into, and `bases` the keys of this phone's earlier jobs that the page did not show yet.

import { renderBadge } from "./badge.js";
import { addJob, deleteJob, storedJobs, updateJob } from "./store.js";
import { isOffline, newKey, retryNow, sendJob, takeToken } from "./transport.js";

export let queue = [];
// Accepted by the server, but not on the page yet.
let unshown = [];
// The keys of answered jobs.
export const answered = new Set();
export let isSending = false;
let handlers;
let extraText = "";


// Calls `onAnswer(job, answer)` after each answer, and `onEmpty()` when no job is left to send.
export function start(callbacks) {
  handlers = callbacks;
  takeToken(document);
}

// The new page `doc` shows every accepted job, except inputs that `isUnshown(name)`, such as those being typed into.
export function markShown(doc, isUnshown) {
  takeToken(doc);
  for (const { values } of unshown) for (const name in values) if (!isUnshown(name)) delete values[name];
  unshown = unshown.filter(({ values }) => Object.keys(values).length);
}

const gameOf = (url) => /^.*?\/games\/\d+/.exec(url)?.[0] ?? url;

// This phone's jobs for a game that the page does not show yet, in order.
export const unseenJobs = (url) => [...unshown, ...queue].filter((job) => job.key && gameOf(job.url) === gameOf(url));

// Of these the last one for each input, and those that may set any input.
export function earlierJobs(url, names) {
  const jobs = unseenJobs(url);
  const last = names.map((name) => jobs.findLast((job) => job.url === url && name in job.values));
  return jobs.filter((job) => last.includes(job) || !Object.keys(job.values).length);
}

export function enqueue(job) {
  const twin = job.key && [...unshown, ...queue].find(({ key }) => key === job.key);
  if (twin) {
    // A second tap on the same button is ignored; a different change from the same page needs its own key.
    if (JSON.stringify(twin.fields) === JSON.stringify(job.fields)) return;
    job.key = newKey();
  }
  queue.push(job);
  if (job.key) addJob(job);
  if (isOffline) updateBadge();
  deliver();
}

// Takes over stored jobs, and drops those that another page of the club has sent.
export async function loadQueue() {
  const all = await storedJobs();
  if (!all) return;
  const queued = new Map(queue.map((job) => [job.key, job]));
  const stored = all.filter(({ key }) => !answered.has(key)).map((job) => queued.get(job.key) ?? job);
  queue = [...new Set([...stored, ...queue.filter(({ id }) => !id)])];
}

export function retry() {
  if (!queue.length) return;
  for (const job of queue) job.postponed = false;
  retryNow();
  deliver();
}

const isElsewhere = (job) => job.reviewPath && job.reviewPath !== location.pathname;
// A refused job is sent again only where the player sees the answer.
export const isReady = (job) => !job.postponed && !isElsewhere(job);

async function deliver() {
  if (isSending) return;
  isSending = true;
  try {
    for (let job; (job = queue.find(isReady)); ) {
      const hasMore = () => queue.some((other) => other !== job && isReady(other));
      const answer = await sendJob(job, hasMore, updateBadge);
      const why = job.key && WAITING[answer.status];
      if (why) postpone(job, why);
      else if (!job.isStale) handlers.onAnswer(job, answer);
    }
  } finally {
    isSending = false;
  }
  updateBadge();
  handlers.onEmpty();
}

// Statuses after which a job waits, and the text of the badge: this phone may not enter now, or the round or club is
// missing, such as after someone took back the end of the round before.
const WAITING = { 403: "out", 404: "stuck", 421: "stuck" };

// Without permission every job of the game waits, otherwise those for the same page.
function postpone({ url }, why) {
  for (const job of queue) {
    if (job.url === url || (why === "out" && gameOf(job.url) === gameOf(url))) job.postponed ||= why;
  }
}

// Removes an answered job. After a refusal, forms for the same page go too: the player has to press them again.
export function finishJob(job, isAccepted) {
  answered.add(job.key);
  const isDone = (other) => other === job || (!isAccepted && !other.names && other.url === job.url && other.method === "post");
  queue.filter(isDone).forEach(deleteJob);
  queue = queue.filter((other) => !isDone(other));
  if (isAccepted) unshown.push(job);
  else passOnBases(job);
}

// Jobs based on a refused one are judged by its bases, so that they overwrite no other player's entry.
function passOnBases(job) {
  for (const next of queue.filter(({ bases }) => bases?.includes(job.key))) {
    next.bases = next.bases.flatMap((key) => (key === job.key ? job.bases : key));
    next.seen = String(Math.min(next.seen, job.seen));
    updateJob(next);
  }
}

// Keeps a refused job, and forms for the same page, until the player opens that page.
export function holdForReview(job, path) {
  for (const held of queue.filter((other) => other === job || (other.key && !other.names && other.url === job.url))) {
    held.reviewPath = path;
    updateJob(held);
  }
  passOnBases(job);
}

// `extra` names a text that is added while there is no connection.
export function updateBadge(extra = extraText) {
  extraText = extra;
  const posts = queue.filter(({ key }) => key);
  const held = posts.find(isElsewhere);
  const why = (isSending && isOffline && "away") || posts.find((job) => job.postponed)?.postponed || (held && "aside");
  renderBadge(posts.length, why, extra, held?.reviewPath);
}
