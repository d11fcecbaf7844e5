const touchesBefore = /[\p{L}\p{N}_.,:%°√]$/u;

const touchesBehind = /^(?:[\p{L}\p{N}_%°]|[.,:](?=[\p{L}\p{N}]))/u;

/** Words that change the number behind them, or are its first part. */
const wordBefore =
  /\b(?:(?:root|logarithm|per ?cent|half|quarter|third|factorial|sine|cosine) of|point|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|[mb]illion|and)[\s-]*$/i;

/** Words that change the number or expression before them, or a sign after which something unknown comes. */
const wordBehind =
  /^\s*(?:(?:hundred|thousand|[mb]illion|point|per ?cent|mod|modulo|factorial|cubed|all|to the)\b|[+\-*/^])/i;

const asks = /\b(?:what|how much|calculate|compute|equation|solve|work out)\b|[?=]/i;

/**
 * Whether an expression in a text is all there is to calculate: nothing touches it that would give it another meaning,
 * such as the "e" of "1e3 + 1", and it is not the hyphen of a telephone number.
 *
 * @param start where it begins; `expression` may lack white space around it
 */
export function standsAlone(text: string, start: number, expression: string): boolean {
  const before = text.slice(0, start);
  const behind = text.slice(start + text.slice(start).indexOf(expression) + expression.length);
  const isPart =
    touchesBefore.test(before) ||
    touchesBehind.test(behind) ||
    wordBefore.test(before) ||
    wordBehind.test(behind);
  const lacksFirst = /^[+-]\s/.test(expression) && before.trim() !== '';
  const isRange = /^\d+(?:-\d+)+$/.test(expression) && text.trim() !== expression && !asks.test(text);
  return !(isPart || lacksFirst || isRange || /\d\s+\d/.test(expression) || /\d\s*%/.test(text));
}
