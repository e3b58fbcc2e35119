// The clock of a night's board runs between two updates, by the time that the server said was left: a television's own clock
// may be wrong.

let shown = null;
let endsAt = 0;

function tick() {
  const clock = document.querySelector("[data-until]");
  if (!clock) return;
  if (shown !== clock.dataset.left) {
    shown = clock.dataset.left;
    endsAt = performance.now() + 1000 * Number(shown);
  }
  const left = Math.max(0, Math.round((endsAt - performance.now()) / 1000));
  clock.textContent = left ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : "Time is up";
  clock.parentElement.classList.toggle("warning", left <= 300);
}

setInterval(tick, 1000);
addEventListener("shown", tick);
tick();
