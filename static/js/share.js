// Shares a picture with an app. If the browser cannot, for example over plain http, the link opens the picture. A
// browser without any app reports the same error as a person who closes the list, so in both cases the picture can be
// saved.

async function share({ href, dataset }) {
  const blob = await (await fetch(href)).blob();
  const files = [new File([blob], dataset.share, { type: blob.type })];
  await navigator.share({ files });
}

function offerToSave(link) {
  if (link.nextElementSibling?.hasAttribute("download")) return;
  const save = link.cloneNode();
  save.textContent = link.dataset.save ?? "Save picture";
  save.download = link.dataset.share;
  delete save.dataset.share;
  link.after(save);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  share(link).catch(({ name }) => (name === "AbortError" ? offerToSave(link) : location.assign(link.href)));
});
