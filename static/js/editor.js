// Saves an answer as soon as it is ticked or typed, so that the page shows at once what follows from it.

document.addEventListener("change", ({ target }) => {
  if (target.form?.matches(".editor[data-live]") && target.name) target.form.requestSubmit();
});

// Each tap counts, also one on a page that still waits for the answer to the last.
document.addEventListener("submit", ({ target }) => {
  if (!target.matches(".editor[data-live]")) return;
  // live.js reads the key in this event.
  setTimeout(() => {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    target.elements.key.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  });
});
