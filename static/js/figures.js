// Writes points as the page does, in the language of its reader.

// The page says which mark stands between thousands, and from how many digits on.
const [groupMark, ...groupFrom] = document.documentElement.dataset.group ?? ",4";

export function formatPoints(points) {
  const text = `${points}`.replace("-", "−");
  return Math.abs(points) < 10 ** (groupFrom - 1) ? text : text.replace(/\B(?=(\d{3})+$)/g, groupMark);
}
