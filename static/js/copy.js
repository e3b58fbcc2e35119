// Copies the text of an input. The newer way needs https, which a table's own network seldom has.

async function copyText(input) {
  if (navigator.clipboard) return navigator.clipboard.writeText(input.value);
  input.select();
  if (!document.execCommand("copy")) throw new Error("The browser copies nothing.");
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (!button) return;
  const input = document.getElementById(button.dataset.copy);
  const told = button.nextElementSibling;
  copyText(input).then(
    () => (told.textContent = "Copied."),
    () => {
      input.closest("details")?.setAttribute("open", "");
      input.select();
      told.textContent = "Hold your finger on the marked text, and copy it.";
    },
  );
});
