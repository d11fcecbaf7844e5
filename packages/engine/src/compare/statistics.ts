/** The mean; undefined without numbers. */
export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The harmonic mean of precision and recall; 1 if both sides are empty. */
export function f1(common: number, first: number, second: number): number {
  return first + second === 0 ? 1 : (2 * common) / (first + second);
}

/** Spearman's rank correlation, from -1 to 1; undefined if either list has fewer than two different values. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number | undefined {
  const [first, second] = [rank(a), rank(b)];
  const middle = (a.length + 1) / 2;
  let [both, ofFirst, ofSecond] = [0, 0, 0];
  for (const [index, one] of first.entries()) {
    const [x, y] = [one - middle, second[index]! - middle];
    both += x * y;
    ofFirst += x * x;
    ofSecond += y * y;
  }
  return ofFirst === 0 || ofSecond === 0 ? undefined : both / Math.sqrt(ofFirst * ofSecond);
}

/** Ranks from 1; equal values share their mean rank. */
function rank(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => values[a]! - values[b]!);
  const ranks: number[] = [];
  for (let start = 0; start < order.length;) {
    let end = start;
    while (end < order.length && values[order[end]!] === values[order[start]!]) end += 1;
    for (let at = start; at < end; at += 1) ranks[order[at]!] = (start + 1 + end) / 2;
    start = end;
  }
  return ranks;
}

/** From -1 to 1; 0 for a vector of zeros. */
export function cosine(a: readonly number[], b: readonly number[]): number {
  let [dot, ofA, ofB] = [0, 0, 0];
  for (const [index, x] of a.entries()) {
    const y = b[index] ?? 0;
    dot += x * y;
    ofA += x * x;
    ofB += y * y;
  }
  return ofA === 0 || ofB === 0 ? 0 : dot / Math.sqrt(ofA * ofB);
}
