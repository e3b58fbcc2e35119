// The jobs of this page, in order. A job is one form: `values` are the inputs it sets, `names` the inputs of a single
// change (undefined for a whole form), `seen` the latest entry of the page it was typed into, and `bases` the keys of
// this phone's earlier jobs that the page does not show yet.

import { addJob, adoptJob, deleteJob, notedJobs, storedJobs, updateJob } from "./store.js";
import { newKey, takeToken } from "./transport.js";

export let queue = [];
// Accepted by the server, but not on the page yet.
let unshown = [];
// The keys of jobs that were answered or discarded.
export const answered = new Set();

export const isElsewhere = (job) => job.reviewPath && job.reviewPath !== location.pathname;
// Whether the jobs of earlier pages are here, or cannot be read. A job would conflict with those that it is based on if it
// were sent before them.
let isLoaded = false;
addEventListener("stuck", () => (isLoaded = true));
// A refused job is sent again only where the player sees the answer.
export const isReady = (job) => isLoaded && !job.postponed && !isElsewhere(job);

// The new page `doc` shows every accepted job, except inputs that `isUnshown(name)`, such as those being typed into.
export function markShown(doc, isUnshown) {
  takeToken(doc);
  for (const { values } of unshown) for (const name in values) if (!isUnshown(name)) delete values[name];
  unshown = unshown.filter(({ values }) => Object.keys(values).length);
}

export const gameOf = (url) => /^.*?\/games\/\d+/.exec(url)?.[0] ?? url;

// This phone's jobs for a game that the page does not show yet, in order.
export const unseenJobs = (url) => [...unshown, ...queue].filter((job) => job.key && gameOf(job.url) === gameOf(url));

// Of those jobs, the last one for each input, and all that may set any input.
export function earlierJobs(url, names) {
  const jobs = unseenJobs(url);
  const last = names.map((name) => jobs.findLast((job) => job.url === url && name in job.values));
  return jobs.filter((job) => last.includes(job) || !Object.keys(job.values).length);
}

// Returns false for a second tap on the same button. A different change from the same page gets its own key.
export function queueJob(job) {
  const twin = job.key && [...unshown, ...queue].find(({ key }) => key === job.key);
  if (twin) {
    if (JSON.stringify(twin.fields) === JSON.stringify(job.fields)) return false;
    job.key = newKey();
  }
  queue.push(job);
  if (job.key) addJob(job);
  return true;
}

// Queues what an earlier page noted and could not store. What is still being typed there is queued too; what is typed
// after that becomes another job.
export function loadNotes() {
  const known = new Set([...queue.map(({ key }) => key), ...answered]);
  queue.push(...notedJobs().filter(({ key, isHalf }) => !isHalf && !known.has(key)));
}

// Loads stored jobs, and drops those that another tab of the club has sent.
export async function loadQueue() {
  loadNotes();
  const all = await storedJobs();
  isLoaded = true;
  if (!all) return;
  for (const job of all) if (answered.has(job.key)) deleteJob(job);
  const queued = new Map(queue.map((job) => [job.key, job]));
  const stored = all.filter(({ key }) => !answered.has(key)).map((job) => adoptJob(queued.get(job.key), job));
  queue = [...new Set([...stored, ...queue.filter(({ id }) => !id)])];
  for (const job of queue) if (job.key) addJob(job);
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

export async function discardQueue() {
  const jobs = queue;
  queue = [];
  // Also drops jobs that are being read from the store right now.
  for (const { key } of jobs) answered.add(key);
  await Promise.all(jobs.map(deleteJob));
}

// Jobs based on a refused one take over its bases, so that they do not overwrite another player's entry.
function passOnBases(job) {
  for (const next of queue.filter(({ bases }) => bases?.includes(job.key))) {
    next.bases = next.bases.flatMap((key) => (key === job.key ? job.bases : key));
    next.seen = String(Math.min(next.seen, job.seen));
    updateJob(next);
  }
}

// Keeps a refused job, and forms for the same page, until the player opens that page.
export function holdJob(job, path) {
  for (const held of queue.filter((other) => other === job || (other.key && !other.names && other.url === job.url))) {
    held.reviewPath = path;
    updateJob(held);
  }
  passOnBases(job);
}
