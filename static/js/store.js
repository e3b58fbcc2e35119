// Stores jobs until the server has answered them, so that closing the page loses nothing. A job is noted in localStorage
// at once, and the note goes when IndexedDB has the job, which may take a moment, or for ever if the browser's database
// is stuck. An origin has one database; each job names its club. With neither, a job lives only as long as its page.

// The path of the club, with a slash at the end.
export const home = new URL(".", document.querySelector("link[rel=manifest]").href).pathname;

// How many milliseconds the database may take.
const PATIENCE = 1000;
const NOTE = `job ${home} `;

// Whether the database has failed, or does not answer.
export let isStuck = false;

function setStuck(value) {
  if (value === isStuck) return;
  isStuck = value;
  dispatchEvent(new Event("stuck"));
}

// A transaction that is open while the page goes would be frozen with it in WebKit, and block every other page. So none
// is open between `pagehide` and `pageshow`.
export let isLeaving = false;
let isHere, comeBack;
const running = new Set();
addEventListener("pagehide", () => {
  isLeaving = true;
  isHere = new Promise((resolve) => (comeBack = resolve));
  for (const transaction of running) transaction.abort();
});
addEventListener("pageshow", () => {
  isLeaving = false;
  comeBack?.();
});

const open = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open("scorepad", 1);
    request.onupgradeneeded = () =>
      request.result.createObjectStore("jobs", { keyPath: "id", autoIncrement: true }).createIndex("home", "home");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let database = open();

// Runs one transaction. Returns undefined if it fails; a full disk shows only when the transaction ends.
async function inStore(ask) {
  for (const isAgain of [false, true]) {
    await isHere;
    const late = setTimeout(setStuck, PATIENCE, true);
    try {
      // Browsers close the database of a page that has been in the background for a long time.
      if (isAgain) database = open();
      const opened = await database;
      await isHere;
      const transaction = opened.transaction("jobs", "readwrite");
      running.add(transaction);
      const request = ask(transaction.objectStore("jobs"));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      }).finally(() => running.delete(transaction));
      setStuck(false);
      return request.result;
    } catch {
      if (isAgain) setStuck(true);
    } finally {
      clearTimeout(late);
    }
  }
}

// Private windows, and phones without room, have no localStorage.
export function inNotes(ask) {
  try {
    return ask(localStorage);
  } catch {
    // The database may still take the job.
  }
}

export function note(job) {
  job.isNoted = inNotes((notes) => !notes.setItem(NOTE + job.key, JSON.stringify(job)));
}
export const hasNote = ({ key }) => inNotes((notes) => notes.getItem(NOTE + key)) != null;
const dropNote = ({ key }) => inNotes((notes) => notes.removeItem(NOTE + key));

// The jobs that pages of this club have noted, in order.
export function notedJobs() {
  const texts = inNotes((notes) => Object.keys(notes).map((name) => name.startsWith(NOTE) && notes.getItem(name)));
  const jobs = (texts ?? []).filter(Boolean).map((text) => ({ ...JSON.parse(text), isNoted: true }));
  return jobs.sort((one, other) => one.time - other.time);
}

// The server has accepted a form with this URL, so its draft goes (drafts.js).
export const forgetDraft = (url) =>
  inNotes((notes) => {
    for (const name of Object.keys(notes)) if (name.startsWith(`draft ${home} ${url} `)) notes.removeItem(name);
  });

// A promise of each job's id in the database.
const ids = new WeakMap();
export const isKept = ({ id, isNoted }) => Boolean(id || isNoted);

// Another page may have stored the same job already: `stored` is its copy.
export function adoptJob(job, stored) {
  if (!job) return stored;
  ids.set(job, Promise.resolve((job.id = stored.id)));
  dropNote(job);
  return job;
}

// Stores a job, once.
export function addJob(job) {
  if (ids.has(job)) return;
  note(job);
  const added = inStore((jobs) => jobs.add(job)).then((id) => {
    if (id) dropNote(job);
    else ids.delete(job);
    return (job.id = id);
  });
  ids.set(job, added);
}

export function updateJob(job) {
  if (hasNote(job)) note(job);
  return ids.get(job)?.then((id) => id && inStore((jobs) => jobs.put(job)));
}

export function deleteJob(job) {
  dropNote(job);
  return ids.get(job)?.then((id) => id && inStore((jobs) => jobs.delete(id)));
}

// The stored jobs of this club in order, or undefined if the database cannot be read.
export async function storedJobs() {
  // In WebKit 2.38 a transaction that was aborted may leave an empty record in a database in memory (a private window).
  const jobs = (await inStore((store) => store.index("home").getAll(home)))?.filter(Boolean);
  for (const job of jobs ?? []) ids.set(job, Promise.resolve(job.id));
  return jobs;
}
