// Hands a picture to the app that a person picks. Where the browser cannot, as over plain http, the link opens the picture.

async function share({ href, dataset }) {
  const blob = await (await fetch(href)).blob();
  const files = [new File([blob], dataset.share, { type: blob.type })];
  await navigator.share({ files });
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-share]");
  if (!link || !navigator.canShare) return;
  event.preventDefault();
  // A person may also close the list of apps.
  share(link).catch(({ name }) => name === "AbortError" || location.assign(link.href));
});
