// Tells the page that something is new at its table: by a stream, which says only the mark of the page as it would be
// now; where there is none, by asking for the page every few seconds.

import { tryAgain } from "./outbox.js";
import { refresh } from "./page.js";

const SECONDS = 3;
// After so many questions the stream is tried again.
const PATIENCE = 10;

let source = null;
let told = null;
let asked = 0;

const mark = () => document.querySelector("[data-mark]")?.dataset.mark;
const address = () => document.querySelector("[data-stream]")?.dataset.stream;

export const isNew = () => told !== null && told !== mark();

// A browser opens six connections a host: only the page that is looked at keeps one.
export function listen() {
  const wanted = document.hidden ? undefined : address();
  if (source && source.url === (wanted && new URL(wanted, location).href)) return;
  source?.close();
  source = null;
  told = null;
  if (!wanted) return;
  source = new EventSource(wanted);
  source.onopen = tryAgain;
  source.onmessage = ({ data }) => {
    told = data;
    tryAgain();
    if (isNew()) refresh();
  };
  // A browser opens it again by itself, unless it was refused.
  source.onerror = () => (asked = 0);
}

async function ask() {
  if (document.hidden || source?.readyState === EventSource.OPEN) return;
  asked += 1;
  if (!(await refresh())) return;
  tryAgain();
  if (asked < PATIENCE) return;
  source?.close();
  source = null;
  listen();
}

setInterval(ask, SECONDS * 1000);
addEventListener("shown", listen);
