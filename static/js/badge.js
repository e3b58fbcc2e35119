// The badge that says how many changes are waiting, and why. Its texts are data attributes in the page.

// `why` and `extras` name texts. Without `why` the badge is hidden. `reviewPath` is the page of a refused change.
export function renderBadge(count, why, extras, reviewPath) {
  const badge = document.querySelector("[data-waiting]");
  const { one, many, look, [why]: reason } = badge.dataset;
  const number = { 0: "", 1: one }[count] ?? many.replace("#", count);
  badge.hidden = !why;
  const text = why ? [number + reason, ...extras.filter(Boolean).map((name) => badge.dataset[name])].join(" ") : "";
  // Screen readers would repeat an unchanged text.
  if (badge.firstChild?.textContent === text) return;
  badge.textContent = text;
  if (why !== "aside") return;
  const link = document.createElement("a");
  link.href = reviewPath;
  link.textContent = look;
  badge.append(" ", link);
}
