// What a round is worth as it stands in its form, added up as fingers move: scoring/score.py once more, by the numbers
// of the sheet (scoring/phone.py) that the server wrote beside the form. The server's answer settles it.

import { adjustment, bare, count, points, sum } from "./typed.js";

export { adjustment, points };

// Base, count, bonus and total of every team. `texts` are what stands in the inputs, by their names; what is blank or
// cannot be read counts as zero.
export function score(sheet, texts) {
  const text = (name) => bare(texts[name] ?? "");
  const teams = sheet.seats.map((seats, at) => teamRound(sheet, text, `team${at + 1}`, seats));
  const severe = teams.find((team) => isPenalised(sheet, team));
  const isVoid = sheet.void && text("table.ended") === "stock";
  return teams.map((team) => {
    const lines = isVoid ? [] : counting(sheet, team, severe);
    return parts([...lines, ...team.adjustments]);
  });
}

function parts(lines) {
  const of = (part) => sum(lines.filter((line) => line.part === part).map((line) => line.points));
  const [base, count, bonus] = ["base", "count", "bonus"].map(of);
  return { base, count, bonus, total: base + count + bonus };
}

// What was typed for a team; `number(code)` is what it and its seats have of a field together.
function teamRound(sheet, text, place, seats) {
  const own = seats.map((seat) => `seat${seat}`);
  const number = counter(sheet, text, { team: [place], seat: own });
  const books = sheet.fields.filter((field) => field.kind === "book");
  return {
    number,
    out: own.includes(text("table.ended")),
    opened: number("melded") > 0 || books.some((book) => number(book.code) > 0),
    ruling: text(`${place}.ruling`) !== "",
    adjustments: adjustments(sheet, text, place),
  };
}

function counter(sheet, text, places) {
  const read = ({ kind, code }, place) => {
    const said = text(`${place}.${code}`);
    return kind === "melded" || kind === "left" ? (points(said) ?? 0) : count(said);
  };
  const together = (field) => sum(places[field.about].map((place) => read(field, place)));
  const numbers = new Map(sheet.fields.map((field) => [field.code, together(field)]));
  return (code) => numbers.get(code) ?? 0;
}

// One without its reason is not kept, so it does not count yet.
function adjustments(sheet, text, place) {
  return Array.from({ length: sheet.adjustments }, (_, at) => `${place}.adjustment${at + 1}`)
    .filter((name) => text(`${name}.reason`) !== "")
    .map((name) => ({ part: "bonus", points: adjustment(text(`${name}.points`)) ?? 0 }));
}

const outCase = (sheet, team) => (team.number("concealed") > 0 ? sheet.out.concealed : sheet.out.usual);

function isPenalised(sheet, team) {
  if (sheet.penalty === null || !team.out || team.ruling) return false;
  return outCase(sheet, team).needs.some(({ least, of }) => sum(of.map(team.number)) < least);
}

// Who went out too soon loses books, melds and what these earn; the others lose nothing for what they hold.
function counting(sheet, team, severe) {
  const lines = linesOf(sheet, team);
  if (!severe) return lines;
  if (team !== severe) return lines.filter((line) => line.place !== "held");
  const kept = lines.filter((line) => line.part !== "base" && line.place !== "laid" && !line.earned);
  return [...kept, { part: "bonus", points: sheet.penalty }];
}

function linesOf(sheet, team) {
  const counted = sheet.fields.map(({ part, place, ...field }) => ({ part, place, points: pays(field, team) }));
  const earned = sheet.combinations.map((one) => one.points * complete(one, team));
  if (team.out) earned.push(outCase(sheet, team).points);
  return [...counted, ...earned.map((points) => ({ part: "bonus", points, earned: true }))];
}

function pays({ code, kind, points, rules }, team) {
  const number = team.number(code);
  if (kind === "melded") return number;
  if (kind === "left") return -number;
  if (kind === "threes") return threesPay(rules.find((rule) => holds(rule, team)).pays, number);
  return number * points;
}

function threesPay(steps, number) {
  const step = steps.filter((one) => one.from <= number).pop();
  if (!step) return 0;
  return step.per === "card" ? number * step.points : step.points;
}

// A condition that is not there asks nothing.
function holds({ went_out, opened, has, lacks }, team) {
  const every = (books, fits) => Object.entries(books ?? {}).every(([code, least]) => fits(team.number(code), least));
  return (
    (went_out ?? team.out) === team.out &&
    (opened ?? team.opened) === team.opened &&
    every(has, (number, least) => number >= least) &&
    every(lacks, (number, least) => number < least)
  );
}

function complete({ books, times }, team) {
  const sets = Object.entries(books).map(([code, number]) => Math.floor(team.number(code) / number));
  return Math.min(...sets, times === "once" ? 1 : Infinity);
}
