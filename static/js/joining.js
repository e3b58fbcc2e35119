// A code joins with its last digit.

let isSent = false;
addEventListener("pageshow", () => (isSent = false));

document.addEventListener("input", ({ target }) => {
  const { digits } = target.dataset;
  if (!digits || isSent || target.value.replace(/\D/g, "").length !== Number(digits)) return;
  isSent = true;
  target.form.requestSubmit();
});
