// Shows on the board and its overlay when the connection is lost, because old figures look like current ones. Both follow
// their table to a rematch that begins while they show the result. The size of an overlay, in its query, stays.

const nextTable = () => document.querySelector("[data-follow]");
let isOld = nextTable() !== null;
addEventListener("shown", () => {
  if (nextTable() && !isOld) location.replace((nextTable().href ?? nextTable().dataset.follow) + location.search);
  isOld = nextTable() !== null;
});

const INTERVAL = 10_000;
let heardAt = new Date();

async function check() {
  const line = document.querySelector("[data-lost]");
  if (!line || document.hidden) return;
  const options = { cache: "no-cache", signal: AbortSignal.timeout?.(INTERVAL) };
  const { status } = await fetch(location.pathname, options).catch(() => ({ status: 503 }));
  if (status < 500) heardAt = new Date();
  const { lang } = document.documentElement;
  const time = heardAt.toLocaleTimeString(lang === "en" ? "en-GB" : lang, { timeStyle: "short" });
  const text = status < 500 ? "" : line.dataset.lost.replace("#", time);
  // Screen readers would repeat an unchanged text.
  if (line.textContent !== text) line.textContent = text;
  line.hidden = !text;
}

setInterval(check, INTERVAL);
for (const news of ["online", "offline"]) addEventListener(news, check);
document.addEventListener("visibilitychange", check);
