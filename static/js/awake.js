// Keeps the screen of a table or a board awake, and says whether it could.

let wakeLock;
async function keepAwake() {
  const note = document.querySelector("[data-awake]");
  if (!note || document.hidden) return;
  if (wakeLock?.released ?? true) wakeLock = await navigator.wakeLock?.request("screen").catch(() => null);
  note.textContent = wakeLock ? note.dataset.awake : note.dataset.asleep;
  note.hidden = false;
}

addEventListener("shown", keepAwake);
document.addEventListener("visibilitychange", keepAwake);
keepAwake();
