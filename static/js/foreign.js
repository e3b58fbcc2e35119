// Removes cookies of other programs that the server cannot read: those with letters beyond ASCII.

const BEYOND_ASCII = /[^\x20-\x7e]/;
const foreign = () => document.cookie.split("; ").filter((cookie) => BEYOND_ASCII.test(cookie));

// A cookie is for one path, which scripts are not told: one of those that lead here.
function removeForeign() {
  const steps = location.pathname.split("/");
  const paths = steps.map((_, end) => steps.slice(0, end).join("/") || "/");
  for (const cookie of foreign())
    for (const path of paths) document.cookie = `${cookie.split("=")[0]}=; path=${path}; max-age=0`;
  location.reload();
}

function offer() {
  const button = document.querySelector("[data-remove-cookies]");
  if (button) button.parentElement.hidden = !foreign().length;
}

document.addEventListener("click", ({ target }) => target.matches("[data-remove-cookies]") && removeForeign());
addEventListener("shown", offer);
offer();
