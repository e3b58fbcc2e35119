// Reloads the progress of an import every second, until the server answers with another page.
const progress = "[data-progress]";

async function again() {
  try {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = page.querySelector(progress);
    if (answer.redirected || !now) return location.replace(answer.redirected ? answer.url : location.href);
    document.querySelector(progress).textContent = now.textContent;
  } catch {
    // No connection: try again next time.
  }
  setTimeout(again, 1000);
}

if (document.querySelector(progress)) setTimeout(again, 1000);
