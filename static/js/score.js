// Scores a round while people type, like scoring/score.py, with the sheet's numbers from the page (scoring/phone.py).
// The server's answer replaces the result.

import { adjustment, count, points, strip, sum } from "./numbers.js";

export { adjustment, points };

// Base, count, bonus and total of every team. `texts` are the inputs by name; a blank or unreadable one counts as 0.
export function score(sheet, texts) {
  const text = (name) => strip(texts[name] ?? "");
  const teams = sheet.seats.map((seats, at) => teamRound(sheet, text, `team${at + 1}`, seats));
  const penalised = teams.find((team) => isPenalised(sheet, team));
  const isVoid = sheet.void && text("table.ended") === "stock";
  return teams.map((team) => {
    const lines = isVoid ? [] : [...countedLines(sheet, team, penalised), ...received(sheet, team, teams, penalised)];
    return parts([...lines, ...team.adjustments]);
  });
}

function parts(lines) {
  const of = (part) => sum(lines.filter((line) => line.part === part).map((line) => line.points));
  const [base, count, bonus] = ["base", "count", "bonus"].map(of);
  return { base, count, bonus, total: base + count + bonus };
}

// The entries for a team. `number(code)` adds up a field of the team and its seats.
function teamRound(sheet, text, place, seats) {
  const ownSeats = seats.map((seat) => `seat${seat}`);
  const number = counter(sheet, text, { team: [place], seat: ownSeats });
  const hasKind = (kind) => sheet.fields.some((field) => field.kind === kind && number(field.code) > 0);
  return {
    number,
    isOut: ownSeats.includes(text("table.ended")),
    isConcealed: hasKind("concealed"),
    opened: hasKind("melded") || hasKind("book"),
    ruling: text(`${place}.ruling`) !== "",
    adjustments: adjustments(sheet, text, place),
  };
}

function counter(sheet, text, places) {
  const read = ({ kind, code, place: lies }, place) => {
    // A player who went out has no cards left.
    if (lies === "held" && place === text("table.ended")) return 0;
    const typed = text(`${place}.${code}`);
    return kind === "melded" || kind === "left" ? (points(typed) ?? 0) : count(typed);
  };
  const total = (field) => sum(places[field.about].map((place) => read(field, place)));
  const numbers = new Map(sheet.fields.map((field) => [field.code, total(field)]));
  const added = (code) => Object.entries(sheet.sums[code] ?? {}).map(([code, times]) => times * number(code));
  const number = (code) => numbers.get(code) ?? sum(added(code));
  return number;
}

// An adjustment counts only with a reason.
function adjustments(sheet, text, place) {
  return Array.from({ length: sheet.adjustments }, (_, at) => `${place}.adjustment${at + 1}`)
    .filter((name) => text(`${name}.reason`) !== "")
    .map((name) => ({ part: "bonus", points: adjustment(text(`${name}.points`)) ?? 0 }));
}

const outCase = (sheet, team) => (team.isConcealed ? sheet.out.concealed : sheet.out.usual);

function isPenalised(sheet, team) {
  if (sheet.penalty === null || !team.isOut || team.ruling) return false;
  return !applies(outCase(sheet, team), team);
}

// A team that went out too early loses its books, melds and their bonuses. The others lose nothing for cards they hold.
function countedLines(sheet, team, penalised) {
  const lines = linesOf(sheet, team);
  if (!penalised) return lines;
  if (team !== penalised) return lines.filter((line) => line.place !== "held");
  const kept = lines.filter((line) => line.part !== "base" && line.place !== "laid" && !line.earned);
  return [...kept, { part: "bonus", points: sheet.penalty }];
}

// What cards that others have left count for a team instead.
function received(sheet, team, teams, penalised) {
  if (team === penalised) return [];
  const givers = teams.filter((other) => other !== team && (!penalised || other === penalised));
  const each = (other) => sheet.fields.map((field) => (ruleFor(field, other)?.gives ?? 0) * other.number(field.code));
  return [{ part: "count", points: sum(givers.flatMap(each)) }];
}

const ruleFor = ({ rules }, team) => rules?.find((rule) => applies(rule, team));

function linesOf(sheet, team) {
  const counted = sheet.fields.map(({ part, place, ...field }) => ({ part, place, points: fieldPoints(field, team) }));
  const earned = sheet.combinations.map((group) => Math.max(...group.map((one) => one.points * timesMade(one, team))));
  if (team.isOut) earned.push(outCase(sheet, team).points);
  return [...counted, ...earned.map((points) => ({ part: "bonus", points, earned: true }))];
}

function fieldPoints({ code, points, rules }, team) {
  const number = team.number(code);
  const rule = ruleFor({ rules }, team);
  return rule?.pays ? threesPoints(rule.pays, number) : number * (rule?.points ?? points);
}

function threesPoints(steps, number) {
  const step = steps.filter(({ from }) => from <= number).pop();
  if (!step) return 0;
  return step.per === "card" ? number * step.points : step.points;
}

// A missing condition is always met.
function applies({ went_out, opened, has, lacks }, team) {
  const every = (books, test) => Object.entries(books ?? {}).every(([code, least]) => test(team.number(code), least));
  return (
    (went_out ?? team.isOut) === team.isOut &&
    (opened ?? team.opened) === team.opened &&
    every(has, (number, least) => number >= least) &&
    every(lacks, (number, least) => number < least)
  );
}

function timesMade({ books, times }, team) {
  const sets = Object.entries(books).map(([code, number]) => Math.floor(team.number(code) / number));
  return Math.min(...sets, times === "once" ? 1 : Infinity);
}
