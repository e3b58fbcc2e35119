// Reloads a page that shows progress every second, or after as many as it says, until the server answers with another page.
const progress = "[data-progress]";
const shown = document.querySelector(progress);
const pause = 1000 * (Number(shown?.dataset.progress) || 1);

async function again() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.querySelector(progress);
    if (answer.redirected || !now) return location.replace(answer.redirected ? answer.url : location.href);
    shown.textContent = now.textContent;
  } catch {
    // No connection: try again next time.
  }
  setTimeout(again, pause);
}

if (shown) setTimeout(again, pause);
