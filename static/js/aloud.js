// Reads a round aloud with the browser's own voice, in the page's language: after a tap, or by itself after each round if
// this device is set to. Where there is no such voice, nothing of it is shown.

import { inNotes } from "./store.js";
import { formatPoints } from "./figures.js";

const { speechSynthesis } = globalThis;
const [SETTING, LAST] = ["aloud", "aloud last"];
const isAloud = () => inNotes((notes) => notes.getItem(SETTING)) === "on";
const spokenBoxes = () => [...document.querySelectorAll("[data-aloud]")];

// Android writes en_US.
const isOurVoice = ({ lang }) => lang.toLowerCase().startsWith(document.documentElement.lang.slice(0, 2));
const voiceHere = () => speechSynthesis?.getVoices().find(isOurVoice);

// What is being said, or waits for it. Chrome forgets utterances that no one holds.
let saying = [];

const pointsIn = (text) => Number(text.replace("−", "-").replace(/[^0-9-]/g, ""));

// The sentences of a box, with what the page shows now.
function sentencesOf(box) {
  for (const total of box.querySelectorAll("[data-total-before]")) {
    const gained = pointsIn(total.parentNode.querySelector("[data-score]").textContent);
    total.textContent = formatPoints(Number(total.dataset.totalBefore) + gained);
  }
  return [...box.querySelectorAll("p")].map(({ textContent }) => textContent.replace(/[−-](?=[0-9])/g, box.dataset.below));
}

function setSaying(utterances) {
  saying = utterances;
  for (const button of document.querySelectorAll("[data-aloud] button")) button.setAttribute("aria-pressed", saying.length > 0);
}

function stopSaying() {
  setSaying([]);
  speechSynthesis?.cancel();
}

// Each sentence is said by itself: Chrome stops in the middle of a long text.
function sayRound(box) {
  stopSaying();
  const utterances = sentencesOf(box).map((text) => Object.assign(new SpeechSynthesisUtterance(text), { lang: document.documentElement.lang, voice: voiceHere() }));
  setSaying(utterances);
  const last = utterances.at(-1);
  last.onend = last.onerror = () => saying === utterances && setSaying([]);
  utterances.forEach((utterance) => speechSynthesis.speak(utterance));
}

// Says a round that has just been finished, on the page that is in view. All pages of a device remember which one was said.
function sayNext(box) {
  const { aloud } = box.dataset;
  if (!aloud || document.hidden) return;
  const [game, number] = aloud.split(" ");
  const [lastGame, lastNumber] = (inNotes((notes) => notes.getItem(LAST)) ?? "").split(" ");
  if (game === lastGame && number === lastNumber) return;
  inNotes((notes) => notes.setItem(LAST, aloud));
  if (isAloud() && game === lastGame && Number(number) === Number(lastNumber) + 1) sayRound(box);
}

function showVoices() {
  const canSpeak = Boolean(voiceHere());
  for (const box of spokenBoxes()) {
    const button = box.querySelector("button");
    box.hidden = !canSpeak || !button;
    button?.setAttribute("aria-pressed", saying.length > 0);
    const setting = box.querySelector("[type=checkbox]");
    if (setting) setting.checked = isAloud();
    if (canSpeak) sayNext(box);
  }
}

document.addEventListener("click", ({ target }) => {
  const box = target.closest?.(".aloud button")?.closest(".aloud");
  if (box) saying.length ? stopSaying() : sayRound(box);
});
document.addEventListener("change", ({ target }) => {
  if (target.matches(".aloud [type=checkbox]")) inNotes((notes) => (target.checked ? notes.setItem(SETTING, "on") : notes.removeItem(SETTING)));
});
// Browsers load their voices late. Old ones have no such event.
speechSynthesis?.addEventListener?.("voiceschanged", showVoices);
addEventListener("shown", showVoices);
addEventListener("pagehide", stopSaying);
showVoices();
