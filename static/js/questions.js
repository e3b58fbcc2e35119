// Answers both questions of a round from the page's data (scoring/phone.py), as the server does.

import { count } from "./numbers.js";

const weighted = (names, texts) => Object.entries(names).reduce((sum, [name, weight]) => sum + weight * count(texts[name] ?? ""), 0);

function joined(words) {
  const last = words.at(-1);
  return words.length > 1 ? `${words.slice(0, -1).join(", ")} and ${last}` : last;
}

// What is missing of one kind of need; null if nothing is.
function unmet({ code, before, after, items }, texts) {
  const missing = items.map(({ least, of, texts: words }) => words[least - weighted(of, texts) - 1]).filter(Boolean);
  return missing.length ? { code, blocks: true, text: before + joined(missing) + after } : null;
}

// Every problem of going out with these inputs. The phone does not compute what a penalty would cost.
export function outProblems(data, texts) {
  const of = (...names) => names.map((name) => texts[name] ?? "").join("|");
  const needs = data.unmet[of("concealed")].map((need) => unmet(need, texts)).filter(Boolean);
  const begun = Object.entries(data.unfinished).map(([name, words]) => words[count(texts[name] ?? "") - 1]);
  return [
    ...needs,
    ...data.cards[of("in_foot", "last_card", "card")],
    ...(needs.length && data.penalised ? [{ code: "severe_penalty", text: "" }] : []),
    ...begun.filter(Boolean).map((text) => ({ code: "unfinished_books", text })),
    ...data.partner[of("partner_says", "partner_in_foot")],
  ];
}

// The verdict, like `Verdict` in web/ask: a no leaves out the partner, who has nothing to decide yet.
const NOT_ASKED = "partner_not_asked";
const PARTNER = [NOT_ASKED, "partner_said_no", "partner_foot_unknown"];
export function outVerdict(problems) {
  const blockers = problems.filter(({ blocks }) => blocks);
  const against = blockers.filter(({ code }) => code !== NOT_ASKED);
  const notes = problems.filter(({ blocks, code }) => !blocks && code !== NOT_ASKED && !(against.length && PARTNER.includes(code)));
  const word = against.length ? "no" : blockers.length ? "ask" : "yes";
  return { word, against, notes, askFirst: word === "yes" && problems.some(({ code }) => code === NOT_ASKED) };
}

// What these melds are together: null if only the server can tell. A meld has a row, naturals, jokers and twos. `side` is
// the team: what it needs, and the rows that it lost. `after` is what the melds leave.
export function openAnswer(data, side, after, melds) {
  const problems = [];
  let [points, books, hasBook] = [0, 0, !side.book];
  const laid = melds.map((meld) => ({ ...meld, row: data.rows[meld.code], wilds: meld.jokers + meld.twos }));
  for (const { code, row, naturals, jokers, twos, wilds } of laid) {
    if (side.lost[code]) {
      problems.push({ code: "rank_cannot_be_melded", row: code, text: side.lost[code] });
      continue;
    }
    const cell = row.cells[`${naturals},${wilds}`];
    if (!cell) return null;
    const [places, paid, isBook] = cell;
    points += row.value * naturals + row.joker * jokers + row.two * twos + paid;
    books += naturals + wilds >= data.book;
    hasBook ||= isBook;
    for (const [problem, text] of places.map((place) => data.sentences[place])) problems.push({ code: problem, row: code, text });
  }
  if (after === "out" || books > 1) return null;
  const isFaulty = (code, words) => problems.some((problem) => problem.row === code && words.includes(problem.code));
  const isNatural = ({ code, wilds }) => !wilds && !isFaulty(code, ["too_few_cards", "rank_cannot_be_melded"]);
  if (data.natural && laid.some(({ wilds }) => wilds) && !laid.some(isNatural)) problems.push({ code: "natural_meld_needed", text: data.natural });
  const isWaived = after === "empty" && data.waived;
  const missing = isWaived ? 0 : Math.max(0, side.minimum - points);
  if (missing) problems.push({ code: "below_minimum", text: "" });
  if (!hasBook && !isWaived) problems.push({ code: "book_required", text: side.book });
  return { opens: !problems.length, points, missing, isWaived, problems };
}
