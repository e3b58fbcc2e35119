// Says on the board when its connection is lost: figures that stand still look like any others.

const INTERVAL = 10_000;
let heardAt = new Date();

async function check() {
  const line = document.querySelector("[data-lost]");
  if (!line || document.hidden) return;
  const options = { cache: "no-cache", signal: AbortSignal.timeout?.(INTERVAL) };
  const { status } = await fetch(location.pathname, options).catch(() => ({ status: 503 }));
  if (status < 500) heardAt = new Date();
  const time = heardAt.toLocaleTimeString("en-GB", { timeStyle: "short" });
  const text = status < 500 ? "" : line.dataset.lost.replace("#", time);
  // Screen readers would read an unchanged text again.
  if (line.textContent !== text) line.textContent = text;
  line.hidden = !text;
}

setInterval(check, INTERVAL);
for (const news of ["online", "offline"]) addEventListener(news, check);
document.addEventListener("visibilitychange", check);
