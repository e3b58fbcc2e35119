// Saves an answer as soon as it is ticked or typed, so that the page shows its effect at once.

document.addEventListener("change", ({ target }) => {
  if (target.form?.matches(".editor[data-live]") && target.name) target.form.requestSubmit();
});

// A new key for each tap, so that a second tap counts while the page is waiting for the answer to the first.
document.addEventListener("submit", ({ target }) => {
  if (!target.matches(".editor[data-live]")) return;
  // live.js reads the key in this event.
  setTimeout(() => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    target.elements.key.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  });
});
