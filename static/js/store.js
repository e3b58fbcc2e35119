// Stores jobs in IndexedDB until the server has answered them, so that closing the page loses nothing. An origin has
// one database; each job names its club. Without IndexedDB, a job lives only as long as its page.

// The path of the club, with a slash at the end.
export const home = new URL(".", document.querySelector("link[rel=manifest]").href).pathname;

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
  for (const retry of [true, false]) {
    try {
      const transaction = (await database).transaction("jobs", "readwrite");
      const request = ask(transaction.objectStore("jobs"));
      await new Promise((resolve, reject) => {
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
      });
      return request.result;
    } catch {
      // Browsers close the database of a page that has been in the background for a long time.
      if (retry) database = open();
    }
  }
}

// A promise of each job's id in the database.
const ids = new WeakMap();

export function addJob(job) {
  ids.set(job, inStore((jobs) => jobs.add(job)).then((id) => id && (job.id = id)));
}

export const updateJob = (job) => ids.get(job)?.then((id) => id && inStore((jobs) => jobs.put(job)));

export const deleteJob = (job) => ids.get(job)?.then((id) => id && inStore((jobs) => jobs.delete(id)));

// The jobs of this club in order, or undefined if the database cannot be read.
export async function storedJobs() {
  const jobs = await inStore((store) => store.index("home").getAll(home));
  for (const job of jobs ?? []) ids.set(job, Promise.resolve(job.id));
  return jobs;
}
