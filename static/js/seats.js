// Asks who starts by the names that are typed into the seats of a new game.

document.addEventListener("input", ({ target }) => {
  const starter = document.querySelector(`[name=starter][value="${target.name}"] + span`);
  if (starter) starter.textContent = target.value || `Seat ${target.name.slice(4)}`;
});
