// Sends one job and repeats it until the server answers.

const TOKEN = "X-Scorepad-Token";
const MORE = "X-Scorepad-More";
const ENTRY = "X-Scorepad-Entry";

let token;
export const pageToken = () => token ?? "";
// Whether a stream brings the news of this page.
export let isStreaming = false;
export function setStreaming(streams) {
  isStreaming = streams;
  dispatchEvent(new Event("connection"));
}
// The latest entry that this phone has recorded without reading a page. Infinity if unknown.
let latestEntry = 0;
export const recordedEntry = () => latestEntry;
export const forgetEntry = () => (latestEntry = 0);
// Whether the server gave no answer the last time it was asked, and when it last gave a sign of life.
export let isOffline = false;
export let heardAt = 0;
// Whether the last attempt to send a job got no answer, or one that says that nothing can be saved now.
export let hasFailed = false;
export let isRefusing = false;
export let retryNow = () => {};

// The requests that are open, and how many milliseconds they may take when the connection is lost or comes back.
const requests = new Set();
const FRESH = 1000;

export function setOffline(isAway) {
  if (!isAway) heardAt = Date.now();
  if (isOffline === isAway) return;
  isOffline = isAway;
  for (const request of requests) if (Date.now() - request.began > FRESH) request.abort();
  dispatchEvent(new Event("connection"));
}

// It may be wrong: a server on this machine needs no network. Its next sign of life will tell.
addEventListener("offline", () => setOffline(true));

export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
export const parseHtml = (text) => new DOMParser().parseFromString(text, "text/html");
// False for a page of another server at this address, such as a hotel's login page.
export const isScorepad = (doc) => doc.querySelector("[data-waiting]") !== null;
const tokenIn = (doc) => doc.querySelector("[name=csrf_token]")?.value;

// A connection that breaks during a request may give no error for minutes. When another request shows that it is broken,
// this one fails; when there is a new one, this is sent again.
export async function fetchText(url, options) {
  const request = Object.assign(new AbortController(), { began: Date.now() });
  const { signal } = request;
  const late = setTimeout(setOffline, 30_000, true);
  requests.add(request);
  try {
    const response = await fetch(url, { ...options, signal });
    return { response, text: await response.text() };
  } catch (error) {
    if (signal.aborted && !isOffline) return fetchText(url, options);
    throw error;
  } finally {
    clearTimeout(late);
    requests.delete(request);
  }
}

export function takeToken(doc) {
  token = tokenIn(doc) ?? token;
}

// `hasMore()` says whether other jobs wait, `onPause()` is called after each failed attempt.
export async function sendJob(job, hasMore, onPause) {
  for (let pause = 1000; ; pause = Math.min(2 * pause, 15_000)) {
    // Without a connection fetch throws.
    const answer = await answerTo(job, hasMore).catch(() => null);
    hasFailed = answer === null;
    isRefusing = answer === false;
    setOffline(hasFailed);
    if (answer) return answer;
    onPause();
    await new Promise((resolve) => {
      retryNow = resolve;
      setTimeout(resolve, pause);
    });
  }
}

// Returns null for the page of another program, false if the server cannot save anything now.
async function answerTo(job, hasMore) {
  const { response, text } = await fetchText(...request(job, hasMore));
  const { status, ok, redirected: moved, headers } = response;
  job.isStale = headers.has(TOKEN);
  if (headers.has(MORE)) {
    latestEntry = Math.max(latestEntry, Number(headers.get(ENTRY)) || Infinity);
    return { isBrief: true, ok, moved: true };
  }
  const doc = parseHtml(text);
  token = headers.get(TOKEN) ?? tokenIn(doc) ?? token;
  if (!job.isStale && !isScorepad(doc)) return null;
  const isAnswer = job.isStale || (status < 502 && ![408, 429].includes(status));
  return isAnswer && { status, ok, moved, doc, html: text, url: new URL(response.url) };
}

function request({ url, method, fields, key, seen, bases, isStale, names }, hasMore) {
  const body = new URLSearchParams(fields);
  if (method === "get") return [`${url.split("?")[0]}?${body}`];
  body.set("csrf_token", token ?? "");
  body.set("key", key);
  if (seen) body.set("seen", seen);
  for (const base of bases) body.append("base", base);
  const headers = {};
  // The server answers an expired token with a new one, once, so that the player need not send the form again.
  if (!isStale) headers[TOKEN] = "new";
  // Only the last of many changes needs a page as its answer. With a stream, none does.
  if (names && (isStreaming || hasMore())) headers[MORE] = "1";
  return [url, { method: "POST", body, headers }];
}
