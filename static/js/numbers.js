// Reads numbers as people type them, with the limits of scoring/quantity.py and play/parse_form.py.

// Every region's mark may stand between thousands.
const NUMBER = /^(?:[0-9]{1,3}([.,'’ \u00a0\u202f])[0-9]{3}(?:\1[0-9]{3})*|[0-9]+)$/;
const COUNT = /^0*[0-9]{1,2}$/;
const SIGN = /^[-−–+]/;
// The white space that Python strips; trim() strips other characters.
const EDGES = /^(?:[^\S\ufeff]|[\x1c-\x1f\x85])+|(?:[^\S\ufeff]|[\x1c-\x1f\x85])+$/g;
const AROUND_NUMBER = /^[ \t\u00a0\u202f]+|[ \t\u00a0\u202f]+$/g;

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

export const strip = (text) => text.replace(EDGES, "");

// The points of "410", "1,200" or "120+85+40"; null for any other text.
export function points(text) {
  if (text.length > 200) return null;
  const parts = strip(text).replace(/\++$/, "").split("+").map(whole);
  return parts.includes(null) ? null : sum(parts);
}

// Like `points`, with an optional plus or minus sign in front.
export function adjustment(text) {
  const signed = strip(text);
  const number = points(signed.replace(SIGN, ""));
  const isNegative = SIGN.test(signed) && !signed.startsWith("+");
  return isNegative && number !== null ? 0 - number : number;
}

// A number of things; 0 for any other text.
export const count = (text) => (COUNT.test(strip(text)) ? Number(strip(text)) : 0);

function whole(part) {
  const number = part.replace(AROUND_NUMBER, "");
  const digits = number.replace(/[^0-9]/g, "").replace(/^0+/, "");
  return NUMBER.test(number) && digits.length <= 6 ? Number(digits) : null;
}
