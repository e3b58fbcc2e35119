// Keeps the page up to date with its game: from a stream of events, or without one by asking every few seconds. An event
// carries the mark that the page has now, and the parts that changed.

import { retry } from "./outbox.js";
import { refresh, setLatestMark, takeNews } from "./refresh.js";
import { setStreaming } from "./transport.js";

let source = null;
let polls = 0;

function close() {
  source?.close();
  source = null;
  setStreaming(false);
  setLatestMark(null);
}

// Browsers open six connections to a host, so only the visible page has a stream.
export function listen() {
  const path = document.hidden ? undefined : document.querySelector("[data-stream]")?.dataset.stream;
  const url = path && new URL(`${path}&parts=1`, location).href;
  if (source && source.url === url) return;
  close();
  if (!url) return;
  source = new EventSource(url);
  source.onopen = () => {
    setStreaming(true);
    retry();
  };
  source.onmessage = ({ data }) => {
    takeNews(JSON.parse(data));
    retry();
    refresh();
  };
  // The browser reconnects by itself, unless the server refused the stream.
  source.onerror = () => {
    polls = 0;
    setStreaming(false);
  };
}

async function poll() {
  if (document.hidden || source?.readyState === EventSource.OPEN) return;
  polls += 1;
  if (!(await refresh(true))) return;
  retry();
  // Now and then it tries the stream again.
  if (polls < 10) return;
  close();
  listen();
}

setInterval(poll, 3000);
addEventListener("shown", listen);
