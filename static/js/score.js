// Scores a round while people type, like scoring/score.py, with the sheet's numbers from the page (scoring/phone.py).
// The server's answer replaces the result.

import { adjustment, count, points, strip, sum } from "./numbers.js";

export { adjustment, points };

// Base, count, bonus and total of every team. `texts` are the inputs by name; a blank or unreadable one counts as 0.
export const score = (sheet, texts) => scoreLines(sheet, texts).map(parts);

// The lines of every team, as the receipt shows them: `row` is the row's key, `number` and `each` say how the points come
// about, and a line that is `waived` counts nothing.
export function scoreLines(sheet, texts) {
  const text = (name) => strip(texts[name] ?? "");
  const teams = sheet.seats.map((_, at) => teamRound(sheet, text, at));
  const penalised = teams.find((team) => isPenalised(sheet, team));
  const isVoid = sheet.void && text("table.ended") === "stock";
  return teams.map((team) => {
    const others = isVoid ? [] : received(sheet, team, teams, penalised);
    return [...countedLines(sheet, team, penalised, isVoid), ...others, ...team.adjustments];
  });
}

export function parts(lines) {
  const of = (part) => sum(lines.filter((line) => line.part === part).map((line) => line.points));
  const [base, count, bonus] = ["base", "count", "bonus"].map(of);
  return { base, count, bonus, total: base + count + bonus };
}

// The teams that count together with this one: all but the one that plays alone, if one does.
function sideOf(sheet, text, at) {
  const alone = sheet.alone ? Number(text("table.alone").replace("seat", "")) - 1 : -1;
  const all = sheet.seats.map((_, number) => number);
  return alone >= 0 && alone !== at ? all.filter((number) => number !== alone) : [at];
}

const placesOf = (sheet, side) => ({
  team: side.map((at) => `team${at + 1}`),
  seat: side.flatMap((at) => sheet.seats[at]).map((seat) => `seat${seat}`),
});

// The entries for a team. `number(code)` adds up a field of the team, its seats and its partners of this round.
function teamRound(sheet, text, at) {
  const side = sideOf(sheet, text, at);
  const places = placesOf(sheet, side);
  const number = counter(sheet, text, places, placesOf(sheet, [at]));
  const hasKind = (kind) => sheet.fields.some((field) => field.kind === kind && number(field.code) > 0);
  return {
    side: side.join(),
    number,
    isOut: places.seat.includes(text("table.ended")),
    isConcealed: hasKind("concealed"),
    opened: hasKind("melded") || hasKind("book"),
    ruling: places.team.some((place) => text(`${place}.ruling`) !== ""),
    adjustments: adjustments(sheet, text, `team${at + 1}`),
  };
}

function counter(sheet, text, places, own) {
  const read = ({ kind, code, place: lies }, place) => {
    // A player who went out has no cards left.
    if (lies === "held" && place === text("table.ended")) return 0;
    const typed = text(`${place}.${code}`);
    return kind === "melded" || kind === "left" ? (points(typed) ?? 0) : count(typed);
  };
  const placesFor = ({ code, about }) => (sheet.own?.includes(code) ? own : places)[about];
  const total = (field) => sum(placesFor(field).map((place) => read(field, place)));
  const numbers = new Map(sheet.fields.map((field) => [field.code, total(field)]));
  const added = (code) => Object.entries(sheet.sums[code] ?? {}).map(([code, times]) => times * number(code));
  const number = (code) => numbers.get(code) ?? sum(added(code));
  return number;
}

// An adjustment counts only with a reason.
function adjustments(sheet, text, place) {
  return Array.from({ length: sheet.adjustments }, (_, at) => `${place}.adjustment${at + 1}`)
    .filter((name) => text(`${name}.reason`) !== "")
    .map((name, at) => bonus(`adjustment${at + 1}`, adjustment(text(`${name}.points`)) ?? 0, { reason: text(`${name}.reason`) }));
}

const bonus = (code, points, more) => ({ row: `bonus-${code}`, part: "bonus", number: 1, points, ...more });

const outCase = (sheet, team) => (team.isConcealed ? sheet.out.concealed : sheet.out.usual);

function isPenalised(sheet, team) {
  if (sheet.penalty === null || !team.isOut || team.ruling) return false;
  return !applies(outCase(sheet, team), team);
}

// A team that went out too early loses its books, melds and their bonuses. The others lose nothing for cards they hold.
function countedLines(sheet, team, penalised, isVoid) {
  const lines = linesOf(sheet, team);
  if (isVoid) return lines.map(waived);
  if (!penalised) return lines;
  if (team.side !== penalised.side) return lines.map((line) => (line.place === "held" ? waived(line) : line));
  const isLost = (line) => line.part === "base" || line.place === "laid" || line.earned;
  return [...lines.map((line) => (isLost(line) ? waived(line) : line)), bonus("severe_penalty", sheet.penalty)];
}

// What cards that others have left count for a team instead.
function received(sheet, team, teams, penalised) {
  // Partners have left the same cards, which count once.
  const isFirst = ({ side }, at) => teams.findIndex((other) => other.side === side) === at;
  const givers = teams.filter(isFirst).filter(({ side }) => side !== team.side && (!penalised || side === penalised.side));
  const each = (other) => sheet.fields.map((field) => (ruleFor(field, other)?.gives ?? 0) * other.number(field.code));
  const line = { row: "count-left_by_others", part: "count", points: sum(givers.flatMap(each)) };
  return line.points ? [team.side === penalised?.side ? waived(line) : line] : [];
}

const ruleFor = ({ rules }, team) => rules?.find((rule) => applies(rule, team));

const waived = (line) => ({ ...line, points: 0, waived: true });

function linesOf(sheet, team) {
  const counted = sheet.fields.map((field) => fieldLine(field, team)).filter(({ number }) => number);
  const earned = sheet.combinations.flatMap((group) => combinationLines(group, team));
  if (team.isOut && outCase(sheet, team).points) earned.push(bonus("going_out", outCase(sheet, team).points));
  return [...counted, ...earned.map((line) => ({ ...line, earned: true }))];
}

// `each` is missing for cards, and for threes that pay together.
function fieldLine({ code, part, place, kind, points, rules }, team) {
  const number = team.number(code);
  const line = { row: `${part}-${code}`, part, place, number };
  const rule = ruleFor({ rules }, team);
  if (rule?.pays) return { ...line, ...threesLine(rule.pays, number) };
  if (rule?.points === 0) return waived({ ...line, each: points });
  const each = rule?.points ?? points;
  return { ...line, points: number * each, each: kind === "melded" || kind === "left" ? undefined : each };
}

// Of a group, only the set that pays most counts, of equals the first.
function combinationLines(group, team) {
  const made = group.map((one) => bonus(one.code, one.points * timesMade(one, team), { number: timesMade(one, team), each: one.points }));
  const best = Math.max(...made.map(({ points }) => points));
  const paid = made.find(({ points }) => points === best);
  return made.filter(({ number }) => number).map((line) => (line === paid ? line : waived(line)));
}

function threesLine(steps, number) {
  const step = steps.filter(({ from }) => from <= number).pop();
  if (step?.per === "all") return { points: step.points, each: null };
  return { points: number * (step?.points ?? 0), each: step?.points ?? 0 };
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
