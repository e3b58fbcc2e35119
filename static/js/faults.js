// Removes the error from an input once its text changes. The server checks it again when it is sent.

document.addEventListener("input", ({ target }) => {
  if (target.getAttribute("aria-invalid") !== "true" || !target.value.trim()) return;
  target.removeAttribute("aria-invalid");
  for (const id of target.getAttribute("aria-describedby").split(" ")) {
    const note = document.getElementById(id);
    if (note?.matches(".error")) note.hidden = true;
  }
  if (document.querySelector("main form .error:not([hidden])")) return;
  for (const message of document.querySelectorAll("main > .message.error")) message.hidden = true;
});
