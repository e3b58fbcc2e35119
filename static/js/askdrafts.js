// Keeps the cards of “Can we open?” and the books of “May we go out?” while the round goes on. What was asked is in the
// URL; what is typed goes there when the page asks.

import { sayRestored } from "./drafts.js";
import { home, inNotes } from "./store.js";

// These come with the links to the page.
const GIVEN = ["from", "team"];

// `data-asked` names the question and its round.
const question = () => document.querySelector("[data-asked]");
const questionName = () => `draft ${home} ${location.pathname} ${question().dataset.asked}`;
const isAsked = (query) => [...new URLSearchParams(query)].some(([name, text]) => text && !GIVEN.includes(name));
let restoredQuestion = "";
// Whether something was typed since the page last asked: an answer to what was asked before does not take its place.
let isTyping = false;

const keepQuery = (query) =>
  inNotes((notes) => notes.setItem(questionName(), JSON.stringify({ query: String(query), over: location.search, at: Date.now() })));

function startQuestion() {
  if (!question()) return (restoredQuestion = "");
  const { query, over } = inNotes((notes) => JSON.parse(notes.getItem(questionName()))) ?? {};
  const isNewer = query && isAsked(query) && (!isAsked(location.search) || over === location.search);
  if (restoredQuestion !== questionName() && isNewer && query !== location.search) return askRestored(query);
  if (isTyping) keepQuery(query);
  else if (isAsked(location.search)) keepQuery(location.search);
  if (restoredQuestion === questionName()) sayRestored(question().querySelector(".facts"), askAfresh);
}

function askRestored(query) {
  restoredQuestion = questionName();
  const form = Object.assign(document.createElement("form"), { method: "get", hidden: true });
  form.dataset.live = "";
  const asked = new URLSearchParams(query);
  for (const [name, text] of new URLSearchParams(location.search)) if (GIVEN.includes(name)) asked.set(name, text);
  for (const [name, value] of asked) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    // Shown at once, also without a connection.
    const typed = question().querySelector(`.facts [name="${CSS.escape(name)}"][type=text]`);
    if (typed) typed.value = value;
  }
  question().append(form);
  form.requestSubmit();
  // It has been read. The page keeps one input of each name, also while the answer takes long.
  form.remove();
}

function askAfresh() {
  inNotes((notes) => notes.removeItem(questionName()));
  const given = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => GIVEN.includes(name)));
  location.replace(`${location.pathname}?${given}`);
}

document.addEventListener("input", ({ target }) => {
  if (!question() || !target.form?.matches("[method=get]")) return;
  isTyping = true;
  keepQuery(new URLSearchParams(new FormData(target.form)));
});
addEventListener("submit", () => (isTyping = false), true);
addEventListener("shown", startQuestion);
startQuestion();
