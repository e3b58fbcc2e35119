// What was typed into an input, read as scoring/quantity.py and web/typing_in.py read it.

const MOST_DIGITS = 6;
const LONGEST_SUM = 200;
const NUMBER = /^(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)$/;
const COUNT = /^0*[0-9]{1,2}$/;
const SIGN = /^[-−–+]/;
// The white space that Python strips, which is not quite what trim() does.
const EDGES = /^(?:[^\S\ufeff]|[\x1c-\x1f\x85])+|(?:[^\S\ufeff]|[\x1c-\x1f\x85])+$/g;
const BESIDE_A_NUMBER = /^[ \t\u00a0\u202f]+|[ \t\u00a0\u202f]+$/g;

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

export const bare = (text) => text.replace(EDGES, "");

// The points of "410", "1,200" or "120+85+40"; null where it is no such thing.
export function points(text) {
  if (text.length > LONGEST_SUM) return null;
  const parts = bare(text).replace(/\++$/, "").split("+").map(whole);
  return parts.includes(null) ? null : sum(parts);
}

// The same with a plus or minus sign before it.
export function adjustment(text) {
  const signed = bare(text);
  const found = points(signed.replace(SIGN, ""));
  const less = SIGN.test(signed) && !signed.startsWith("+");
  return less && found !== null ? 0 - found : found;
}

// How many of something; what is no such number counts as none.
export const count = (text) => (COUNT.test(bare(text)) ? Number(bare(text)) : 0);

function whole(part) {
  const number = part.replace(BESIDE_A_NUMBER, "");
  const digits = number.replace(/,/g, "").replace(/^0+/, "");
  return NUMBER.test(number) && digits.length <= MOST_DIGITS ? Number(digits) : null;
}
