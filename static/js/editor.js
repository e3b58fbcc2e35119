// Saves an answer as soon as it is ticked or typed, so that the page shows at once what follows from it.

document.addEventListener("change", ({ target }) => {
  if (target.form?.matches(".editor[data-live]") && target.name) target.form.requestSubmit();
});
