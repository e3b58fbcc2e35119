// Keeps the page up to date with its game through an event stream, or by polling every few seconds without one. An
// event has the page's new mark and the parts that changed. A quiet stream sends a heartbeat every 15 seconds.

import { retry } from "./outbox.js";
import { refresh, setLatestMark, takeNews } from "./refresh.js";
import { isOffline, isStreaming, setOffline, setStreaming } from "./transport.js";

let source, beatAt;
function hear() {
  beatAt = Date.now();
  setOffline(false);
}

function close() {
  source?.close();
  source = null;
  setStreaming(false);
  setLatestMark(null);
}

// Browsers open six connections to a host, so only the visible page has a stream.
export function listen() {
  const path = !document.hidden && document.querySelector("[data-stream]")?.dataset.stream;
  const url = path && new URL(path, location).href;
  if (source?.url === url) return;
  close();
  if (!url) return;
  beatAt = Date.now();
  source = new EventSource(url);
  source.addEventListener("beat", hear);
  source.onopen = () => {
    hear();
    setStreaming(true);
    retry();
  };
  source.onmessage = ({ data }) => {
    hear();
    takeNews(JSON.parse(data));
    retry();
    refresh();
  };
  // The browser reconnects by itself, unless the server refused the stream.
  source.onerror = () => setStreaming(false);
}

async function poll() {
  // A connection can be lost without an error, and would stay open for hours.
  if (isOffline || Date.now() - beatAt > 40_000) close();
  if (document.hidden || isStreaming || !(await refresh(true))) return;
  retry();
  listen();
}

setInterval(poll, 3000);
addEventListener("shown", listen);
