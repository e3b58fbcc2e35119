// Sends what was done, one after the other and in order, until the server has answered it, however long the way there is
// closed. A job is one form: `values` is what its inputs say by it, `names` the inputs of a single change (a whole form
// has none), `seen` what its page had seen, and `bases` the keys of own jobs before it that the page had not seen yet.

import { forget, keep, kept, rewrite } from "./kept.js";

const LONGEST_PAUSE = 15_000;
const TOKEN = "X-Scorepad-Token";
const MORE = "X-Scorepad-More";

let waiting = [];
// Answered well, but not on the page yet.
let answered = [];
const gone = new Set();
let sending = false;
let isAway = false;
let token;
let wake = () => {};
let whoIsTold;

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
// A way that was cut in the middle of a question says nothing for very long.
export const inTime = () => AbortSignal.timeout?.(30_000);
export const isSending = () => sending;
export const isCutOff = () => isAway;
// Whether something waits that the browser did not keep.
export const isUnwritten = () => waiting.some(({ key, id }) => key && !id);
export const isBusy = () => waiting.some(isReady);
export const unanswered = () => waiting;
export const answers = () => gone.size;
export const tokenOf = (of) => of.querySelector("[name=csrf_token]")?.value;
export const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
// Another server at the same address, such as a hotel's, is no answer.
export const isOurs = (fresh) => fresh.querySelector("[data-waiting]") !== null;

// The page as it is now has everything that was answered before it was made, but for inputs that somebody types into:
// these `isOver` what stood in them then.
export function shown(fresh, isOver) {
  token = tokenOf(fresh) ?? token;
  for (const job of answered) job.values = Object.fromEntries(Object.entries(job.values).filter(([name]) => isOver(name)));
  answered = answered.filter(({ values }) => Object.keys(values).length);
}

// What this phone did in a game and the page has not seen yet: the jobs in their order.
export const unseen = (url) => [...answered, ...waiting].filter((job) => job.key && gameOf(job.url) === gameOf(url));

// Of these the last about each of these inputs, and those that may be about anything.
export function before(url, names) {
  const own = unseen(url);
  const last = names.map((name) => own.findLast((job) => job.url === url && name in job.values));
  return own.filter((job) => last.includes(job) || !Object.keys(job.values).length);
}

export function enqueue(job) {
  const twin = job.key && [...answered, ...waiting].find(({ key }) => key === job.key);
  if (twin) {
    // The same button twice counts once; something else on the same page is something new.
    if (JSON.stringify(twin.fields) === JSON.stringify(job.fields)) return;
    job.key = newKey();
  }
  waiting.push(job);
  if (job.key) keep(job);
  if (isAway) say();
  deliver();
}

// Begins with what was kept when the page was closed, and takes note of what another page of the club has sent.
export async function load() {
  const all = await kept();
  if (!all) return;
  const found = all.filter(({ key }) => !gone.has(key));
  const here = new Set(found.map(({ key }) => key));
  const known = new Set(waiting.map(({ key }) => key));
  const mine = waiting.filter((job) => !job.id || here.has(job.key));
  waiting = [...found.filter(({ key }) => !known.has(key)), ...mine].sort((a, b) => (a.id ?? Infinity) - (b.id ?? Infinity) || 0);
}

export function tryAgain() {
  if (!waiting.length) return;
  for (const job of waiting) job.isOut = false;
  wake();
  deliver();
}

// `told.settled(job, answer)` after every answer, `told.drained()` when nothing is left to be sent.
export function begin(told) {
  whoIsTold = told;
  token = tokenOf(document);
}

// What was refused is sent again where somebody can look at it.
const isReady = ({ isOut, lies }) => !isOut && (!lies || lies === location.pathname);

async function deliver() {
  if (sending) return;
  sending = true;
  try {
    for (let job; (job = waiting.find(isReady)); ) {
      const answer = await reach(job);
      const why = job.key && PUT_OFF[answer.status];
      if (why) putOff(job, why);
      else if (!answer.isStale) whoIsTold.settled(job, answer);
    }
  } finally {
    sending = isAway = false;
  }
  say();
  whoIsTold.drained();
}

async function reach(job) {
  for (let pause = 1000; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    try {
      const response = await fetch(...request(job));
      const { status, ok, redirected: moved, headers } = response;
      if (headers.has(MORE)) return { isBrief: true, ok, moved: true };
      const fresh = parsed(await response.text());
      job.isStale = headers.has(TOKEN);
      token = headers.get(TOKEN) ?? tokenOf(fresh) ?? token;
      if (job.isStale || (status < 502 && status !== 429 && isOurs(fresh))) {
        return { status, ok, moved, fresh, url: new URL(response.url), isStale: job.isStale };
      }
    } catch {
      // No connection: what is said below, and once more.
    }
    isAway = true;
    say();
    await new Promise((again) => {
      wake = again;
      setTimeout(again, pause);
    });
  }
}

function request(job) {
  const { url, method, fields, key, seen, bases, isStale, names } = job;
  const body = new URLSearchParams(fields);
  if (method === "get") return [`${url.split("?")[0]}?${body}`, { signal: inTime() }];
  body.set("csrf_token", token ?? "");
  body.set("key", key);
  if (seen) body.set("seen", seen);
  for (const base of bases) body.append("base", base);
  const headers = {};
  // Once, a token that is too old is answered with a new one, and nobody has to look at it.
  if (!isStale) headers[TOKEN] = "new";
  // Only the page after the last of many changes is looked at.
  if (names && waiting.some((other) => other !== job && isReady(other))) headers[MORE] = "1";
  return [url, { method: "POST", body, headers, signal: inTime() }];
}

const gameOf = (url) => /^.*?\/games\/\d+/.exec(url)?.[0] ?? url;

// Why a job can be kept by nobody just now, though there is nothing against it: this phone is not let in, or its round
// or club is not there, as when somebody took back the end of the round before.
const PUT_OFF = { 403: "out", 404: "stuck", 421: "stuck" };

// All of a game waits until the phone is let in again, else all for the same page until that is there again; what is
// for others goes on.
function putOff({ url }, why) {
  const whole = why === "out" ? gameOf : (path) => path;
  for (const job of waiting) if (whole(job.url) === whole(url)) job.isOut ||= why;
}

// A job that was answered is done with. What was typed over a refused one is judged as that one was, lest it write
// over somebody else's; a form around it is for somebody to press again.
export function settle(job, isGood) {
  gone.add(job.key);
  const drop = (one) => one === job || (!isGood && !one.names && one.url === job.url && one.method === "post");
  waiting.filter(drop).forEach(forget);
  waiting = waiting.filter((one) => !drop(one));
  if (isGood) answered.push(job);
  else inherit(job);
}

function inherit(job) {
  for (const next of waiting.filter(({ bases }) => bases?.includes(job.key))) {
    next.bases = next.bases.flatMap((key) => (key === job.key ? job.bases : key));
    next.seen = String(Math.min(next.seen, job.seen));
    rewrite(next);
  }
}

// Nobody has looked at what was said against it: it lies until its page is opened, and so does a form around it.
export function layAside(job, path) {
  for (const one of waiting.filter((one) => one === job || (one.key && !one.names && one.url === job.url))) {
    one.lies = path;
    rewrite(one);
  }
  inherit(job);
}

// What else the badge says while it is there, by its name in the page.
let besides = "";
export function sayToo(name) {
  besides = name;
  say();
}

export function say() {
  const badge = document.querySelector("[data-waiting]");
  const posts = waiting.filter(({ key }) => key);
  const aside = posts.find(({ lies }) => lies && lies !== location.pathname);
  const why = (sending && isAway && "away") || posts.find(({ isOut }) => isOut)?.isOut || (aside && "aside");
  const count = { 0: "", 1: badge.dataset.one }[posts.length] ?? badge.dataset.many.replace("#", posts.length);
  badge.hidden = !why;
  const more = why === "away" && besides ? ` ${badge.dataset[besides]}` : "";
  const text = why ? `${count}${badge.dataset[why]}${more}` : "";
  // What is read aloud is said once.
  if (badge.firstChild?.textContent === text) return;
  badge.textContent = text;
  if (why !== "aside") return;
  const link = document.createElement("a");
  link.href = aside.lies;
  link.textContent = badge.dataset.look;
  badge.append(" ", link);
}
