// What was done and not answered yet, kept by the browser (IndexedDB), so that closing the page loses nothing. One
// database an origin; each job says for which club there it is. Where there is none, jobs live as long as their page.

// The club's own path, which ends with a slash.
export const home = new URL(".", document.querySelector("link[rel=manifest]").href).pathname;

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function open() {
  const request = indexedDB.open("scorepad", 1);
  request.onupgradeneeded = () =>
    request.result.createObjectStore("jobs", { keyPath: "id", autoIncrement: true }).createIndex("home", "home");
  return done(request);
}

let database = open();

// Undefined where the browser could not: its disk may be full, which it says only at the end of it all.
async function inJobs(ask) {
  for (const again of [true, false]) {
    try {
      const writing = (await database).transaction("jobs", "readwrite");
      const asked = ask(writing.objectStore("jobs"));
      await new Promise((resolve, reject) => {
        writing.oncomplete = resolve;
        writing.onabort = () => reject(writing.error);
      });
      return asked.result;
    } catch {
      // Browsers close the database of a page that lay in a pocket for long.
      if (again) database = open();
    }
  }
}

// The number of each job once it is numbers.
const numbers = new WeakMap();

export function keep(job) {
  numbers.set(job, inJobs((jobs) => jobs.add(job)).then((id) => id && (job.id = id)));
}

export const rewrite = (job) => numbers.get(job)?.then((id) => id && inJobs((jobs) => jobs.put(job)));

export const forget = (job) => numbers.get(job)?.then((id) => id && inJobs((jobs) => jobs.delete(id)));

// The jobs of this club, in order; undefined where the browser does not say.
export async function kept() {
  const jobs = await inJobs((all) => all.index("home").getAll(home));
  for (const job of jobs ?? []) numbers.set(job, Promise.resolve(job.id));
  return jobs;
}
