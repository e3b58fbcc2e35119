// Shows the names typed into the seats of a new game in the question who starts.

document.addEventListener("input", ({ target }) => {
  // A restored form has people in its seats whom the page does not show there yet.
  for (const chip of document.querySelectorAll(".chip")) {
    const isSeated = [...chip.form.elements].some(({ name, value }) => name.startsWith("id.seat") && value === chip.value);
    if (isSeated) chip.setAttribute("aria-pressed", true);
  }
  const starter = document.querySelector(`[name=starter][value="${target.name}"] + span`);
  if (starter) starter.textContent = target.value || target.name.replace("seat", "Seat ");
});

// Enter moves to the next empty seat. After the last one it looks up the names, as it does without scripts.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches(".seat [type=text]")) return;
  const next = [...document.querySelectorAll(".seat [type=text]")].find(({ value }) => !value.trim());
  if (!next) return;
  event.preventDefault();
  next.focus();
});
