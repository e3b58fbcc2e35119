// Refreshes the page when its game has news: from a stream of events, or without one by asking every few seconds.
// An event carries only the mark that the page has now.

import { retry } from "./outbox.js";
import { refresh } from "./refresh.js";

let source = null;
let latestMark = null;
let polls = 0;

export const hasNews = () => latestMark !== null && latestMark !== document.querySelector("[data-mark]")?.dataset.mark;

function close() {
  source?.close();
  source = null;
}

// Browsers open six connections to a host, so only the visible page has a stream.
export function listen() {
  const url = document.hidden ? undefined : document.querySelector("[data-stream]")?.dataset.stream;
  if (source && source.url === (url && new URL(url, location).href)) return;
  close();
  latestMark = null;
  if (!url) return;
  source = new EventSource(url);
  source.onopen = retry;
  source.onmessage = ({ data }) => {
    latestMark = data;
    retry();
    if (hasNews()) refresh();
  };
  // The browser reconnects by itself, unless the server refused the stream.
  source.onerror = () => (polls = 0);
}

async function poll() {
  if (document.hidden || source?.readyState === EventSource.OPEN) return;
  polls += 1;
  if (!(await refresh())) return;
  retry();
  // Now and then it tries the stream again.
  if (polls < 10) return;
  close();
  listen();
}

setInterval(poll, 3000);
addEventListener("shown", listen);
