// Who plays with whom: the second tick makes the pair, without a tap on the button.
const form = document.querySelector("[data-pairs]");

form?.addEventListener("change", () => {
  if (form.querySelectorAll(":checked").length === 2) form.requestSubmit();
});
