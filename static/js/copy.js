// Copies the text of an input. The Clipboard API needs https, which a local network rarely has.

async function copyText(input) {
  if (navigator.clipboard) return navigator.clipboard.writeText(input.value);
  input.select();
  if (!document.execCommand("copy")) throw new Error("The browser cannot copy.");
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-copy]");
  if (!button) return;
  const input = document.getElementById(button.dataset.copy);
  const status = button.nextElementSibling;
  copyText(input).then(
    () => (status.textContent = button.dataset.copied ?? "Copied."),
    () => {
      input.closest("details")?.setAttribute("open", "");
      input.select();
      status.textContent = button.dataset.press ?? "Press and hold the marked text to copy it.";
    },
  );
});
