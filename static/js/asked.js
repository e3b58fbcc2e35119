// Shows the phone's own answer on a kept page of a question. The address has the question, as when the server answers.

import { count } from "./numbers.js";
import { openAnswer, outProblems, outVerdict } from "./questions.js";
import { formatPoints } from "./figures.js";
import { applyStep } from "./steppers.js";

const asking = (doc = document) => doc.querySelector("[data-answers]");
export const isAsking = () => asking() !== null;
const put = (words, text) => words.replace("#", text);

function line(tag, className, text) {
  return Object.assign(document.createElement(tag), { className, textContent: text });
}

// `word` colours the answer; `next` is a button: its words, and what it does.
function showVerdictHere(word, big, lines, next) {
  const box = document.getElementById("answer");
  box.className = `answer verdict ${word}`;
  if (["yes", "no", "ask"].includes(word)) box.dataset.verdict = word;
  else delete box.dataset.verdict;
  delete box.dataset.unknown;
  const status = box.querySelector("[role=status]");
  status.replaceChildren(line("p", word ? "big" : "prompt", big), ...lines);
  const buttons = next.filter(Boolean).map(([words, action]) => Object.assign(line("button", "button main", words), { type: "button", onclick: action }));
  const actions = line("p", "actions", "");
  actions.append(...buttons);
  box.replaceChildren(status, ...(buttons.length ? [actions] : []));
}

// Only the server can tell. The script asks it when the connection is back.
export function sayUnknown(doc = document) {
  const { words } = JSON.parse(asking(doc).dataset.answers);
  showVerdictHere("", words.unknown, [sentence(words.server)], []);
  document.getElementById("answer").dataset.unknown = "";
}

const sentence = (text) => line("p", "", text);
const against = ({ text }) => line("p", "reason against", text);

// Puts the question into the inputs of its form.
function fillQuestion(form, texts) {
  for (const input of form.elements) {
    const text = texts[input.name] ?? "";
    if (input.type === "checkbox") input.checked = text !== "";
    else if (input.type === "radio") input.checked = input.value === text;
    else if (input.matches("input") && input.name !== "from") input.value = text;
    input.closest(".few")?.classList.toggle("some", count(input.value) > 0);
  }
}

// Wild cards go with the meld that was tapped last.
document.addEventListener("click", ({ target }) => {
  const { step } = target.closest?.(".asks [data-step$='.naturals+1']")?.dataset ?? {};
  const input = step && document.querySelector(".asks [name=with]");
  if (input) input.value = step.split(".")[0];
});

// The question of a form as query arguments, with the button that was tapped.
export function questionOf(form, submitter) {
  const stepped = submitter?.name === "step" && submitter.value.slice(0, -2);
  const hasInput = stepped && form.elements[stepped];
  if (hasInput) applyStep(form, submitter);
  const args = new URLSearchParams(new FormData(form));
  // One more meld of a rank, for which the page has no input yet.
  if (stepped && !hasInput) args.set(stepped, "1");
  if (submitter?.name && submitter.name !== "step") args.set(submitter.name, submitter.value);
  // Another player of the same team has the same books.
  const shown = Object.fromEntries(new URLSearchParams(location.search));
  const { seats } = JSON.parse(asking()?.dataset.answers ?? "{}");
  const isSameTeam = seats?.[args.get("seat")]?.team === seats?.[shown.seat]?.team;
  return form.matches(".asks") || !seats || !isSameTeam ? args : new URLSearchParams({ ...shown, seat: args.get("seat"), partner_says: "" });
}

// `counted` are the inputs of the round's sheet, as far as this phone knows them. `goTo(page, values)` opens a kept page,
// and types there.
export function answerHere(counted, goTo, change) {
  const data = JSON.parse(asking().dataset.answers);
  const texts = Object.fromEntries(new URLSearchParams(location.search));
  if (data.seats) answerOut(data, texts, counted, goTo, change);
  else answerOpening(data, texts, counted, goTo);
}

function answerOut(data, texts, counted, goTo, change) {
  const { words, seats, inputs } = data;
  const asked = Object.keys(texts).length ? texts : { seat: String(data.own), in_foot: data.usual.in_foot };
  const seat = seats[asked.seat];
  for (const part of document.querySelectorAll(".more, .needed > *")) part.remove();
  const form = document.querySelector("form.asks");
  form.hidden = !seat;
  for (const button of document.querySelectorAll(".names button")) button.setAttribute("aria-pressed", button.value === asked.seat);
  if (!seat) return showVerdictHere("", "Who?", [sentence(words.who)], []);
  const tallied = Object.fromEntries(Object.entries(inputs).map(([name, field]) => [name, counted[`team${seat.team}.${field}`] ?? ""]));
  const all = { last_card: data.usual.last_card, ...tallied, ...asked };
  fillQuestion(form, all);
  const foot = form.querySelector("[name=in_foot] + span");
  if (foot) foot.textContent = put(words.in_foot, seat.name);
  const full = { ...all, partner_says: all.partner_says || seat.says };
  const { word, against: reasons, notes, askFirst } = outVerdict(outProblems(data, full));
  const verdict = put({ yes: words.may, no: words.not, ask: words.asks }[word], seat.name);
  const first = data.binds ? put(words.binds, seat.partners).replace("@", seat.name) : put(words.first, seat.name);
  const books = Object.entries(inputs).filter(([name]) => count(all[name]) !== count(tallied[name]));
  const values = Object.fromEntries(books.map(([name, field]) => [`team${seat.team}.${field}`, all[name]]));
  const says = (answer) => [put(words[`says_${answer}`], seat.partners), () => change({ ...all, partner_says: answer })];
  showVerdictHere(
    word,
    put(words[word], seat.partners),
    [
      ...(reasons.length > 1 ? [] : [sentence(verdict)]),
      ...(askFirst ? [sentence(first)] : []),
      ...reasons.map(against),
      ...(word === "no" ? [] : notes.map(({ text }) => sentence(text))),
    ],
    word === "yes" ? [[put(words.next, seat.name), () => goTo("count", { ...values, "table.ended": `seat${asked.seat}` })]] : word === "ask" ? [says("no"), says("yes")] : [],
  );
}

// Puts the wild cards of a meld into the first row, and those that stand there back into their meld.
function showWilds(code, text) {
  const row = document.getElementById("wilds");
  const wilds = document.getElementById(`wilds-${code}`);
  const place = row.querySelector(".ranks");
  const cells = wilds?.querySelectorAll(".few") ?? [];
  if (!cells.length) return;
  const before = place.querySelector("input")?.name.split(".")[0];
  document.getElementById(`wilds-${before}`)?.querySelector("legend").after(...place.children);
  place.replaceChildren(...cells);
  document.getElementById("wilds-of").textContent = text;
}

function answerOpening(data, texts, counted, goTo) {
  const { words, sides, rows, labels } = data;
  const form = document.querySelector("form.asks");
  fillQuestion(form, { ...texts, team: texts.team ?? String(data.team) });
  const number = (name) => count(texts[name] ?? "");
  const isLaid = (code) => number(`${code}.naturals`) + number(`${code}.jokers`) + number(`${code}.twos`) > 0;
  const first = rows[texts.with] ? texts.with : Object.keys(rows).find(isLaid);
  if (first) showWilds(first, first === "wild" ? labels.wild : put(words.with, labels[first].toLowerCase()));
  for (const way of document.querySelectorAll("[data-way]")) way.search = new URLSearchParams({ ...texts, from: way.dataset.way });
  for (const code in rows) {
    const wilds = document.getElementById(`wilds-${code}`);
    if (wilds) wilds.hidden = code !== "wild" && !isLaid(code);
    wilds?.querySelectorAll(".notes").forEach((note) => note.remove());
  }
  const team = texts.team ?? String(data.team);
  const side = sides[team || "1"];
  const melds = Object.keys(rows)
    .map((code) => ({ code, naturals: number(`${code}.naturals`), jokers: number(`${code}.jokers`), twos: number(`${code}.twos`) }))
    .filter(({ naturals, jokers, twos }) => naturals + jokers + twos);
  const isHand = texts.from === "cards";
  // Sequences, and further melds of a rank.
  const hasMore = Object.entries(texts).some(([name, text]) => text && /^sequence|_[0-9]/.test(name));
  const hasOpened = (number) => sides[number].opened || counted[`team${number}.opened`];
  if ((team ? [team] : Object.keys(sides)).every(hasOpened)) return showVerdictHere("", words.opened, [], []);
  if (isHand || hasMore) return sayUnknown();
  if (!melds.length) return showVerdictHere("", words.tap, [sentence(put(words.need, side.needed))], []);
  if (!team && !data.alike) return showVerdictHere("", "Who?", [sentence(words.who)], []);
  const answer = openAnswer(data, side, texts.after ?? "", melds);
  if (!answer) return sayUnknown();
  const short = answer.problems.filter(({ code }) => code === "too_few_cards");
  const wrong = answer.problems.filter(({ code, text }) => text && code !== "too_few_cards");
  const size = (code) => melds.filter((meld) => meld.code === code).reduce((sum, { naturals, jokers, twos }) => sum + naturals + jokers + twos, 0);
  const points = answer.isWaived ? words.waived : answer.missing ? words.missing.replace("%", answer.missing) : words.points;
  const word = answer.opens ? "yes" : short.length && !wrong.length ? "begun" : "no";
  const lines = [
    sentence(put(points, formatPoints(answer.points)).replace("@", side.needed)),
    ...short.map(({ row }) => sentence(put(words.more, data.smallest - size(row)).replace("%", labels[row]))),
    ...wrong.map(({ row, text }) => against({ text: row ? `${labels[row]}: ${text}` : text })),
  ];
  const mark = answer.opens && team ? [[words.next, () => goTo("table", { [`team${team}.opened`]: "1" })]] : [];
  showVerdictHere(word, words[word], lines, mark);
}
