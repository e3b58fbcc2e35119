// The buttons + and ± beside numbers, for phones whose number pad has no signs.
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-plus], [data-minus]");
  if (!button) return;
  const input = document.getElementById(button.dataset.plus ?? button.dataset.minus);
  const text = input.value.trim();
  if (button.dataset.minus) input.value = /^[-−–]/.test(text) ? text.slice(1) : `−${text.replace(/^\+/, "")}`;
  else if (text && !text.endsWith("+")) input.value = `${text}+`;
  input.focus();
  input.dispatchEvent(new Event("input", { bubbles: true }));
});
