import type { Weights } from './metric.ts';

/** Classes of one row; `predicted` is undefined for a failed row. */
export interface ClassPair {
  readonly actual: string;
  readonly predicted: string | undefined;
}

export function macroF1(pairs: readonly ClassPair[], isOpen: boolean) {
  const classes = new Map<string, number>();
  const indexOf = (name: string) => {
    const index = classes.get(name) ?? classes.size;
    classes.set(name, index);
    return index;
  };
  const actual = Int32Array.from(pairs, (pair) => indexOf(pair.actual));
  const predicted = Int32Array.from(pairs, ({ predicted: name }) =>
    name === undefined || (isOpen && !classes.has(name)) ? -1 : indexOf(name),
  );
  const [right, all] = [new Float64Array(classes.size), new Float64Array(classes.size)];
  return (weights: Weights) => {
    right.fill(0);
    all.fill(0);
    for (let row = 0; row < actual.length; row += 1) {
      const weight = weights[row]!;
      const [expected, got] = [actual[row]!, predicted[row]!];
      all[expected]! += weight;
      if (got >= 0) all[got]! += weight;
      if (got === expected) right[expected]! += weight;
    }
    let [sum, count] = [0, 0];
    for (let index = 0; index < all.length; index += 1) {
      const total = all[index]!;
      if (total === 0) continue;
      sum += (2 * right[index]!) / total;
      count += 1;
    }
    return sum / count;
  };
}
