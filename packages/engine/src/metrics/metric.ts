import type { Form } from './forms.ts';

/** How often each row is in a resample. */
type Weights = ArrayLike<number>;

/** How answers are scored. What is measured of a row is small; a figure is computed from many, each with a weight. */
export interface Metric<Answer = unknown, Label = unknown, Measure = unknown> {
  readonly title: string;
  /** What answers and labels are compared as. */
  readonly form: Form;
  /** A row is right or wrong. */
  readonly isRate?: boolean;
  readonly isLowerBetter?: boolean;
  /** A number in the unit of the labels, or a correlation, instead of a share. */
  readonly isNumber?: boolean;
  /** @param answer undefined for a failed row, which counts as wrong */
  measure(answer: Answer | undefined, label: Label): Measure;
  /** @param isOpen answers are free text: those that are no label belong to no class */
  combine(measures: readonly Measure[], isOpen: boolean): (weights: Weights) => number;
  /** Of one row; higher is better, for ordering rows. */
  score(measure: Measure): number;
}

export type AnyMetric = Metric<never, never, never>;

export function define<Answer, Label, Measure>(metric: Metric<Answer, Label, Measure>): AnyMetric {
  return metric as unknown as AnyMetric;
}

export type Ratio = readonly [part: number, whole: number];

/** The mean of a number for each row. */
export function meanOf(measures: readonly number[]) {
  return ratioOf(measures.map((measure) => [measure, 1] as const));
}

/** The quotient of two sums. */
export function ratioOf(measures: readonly Ratio[]) {
  const parts = Float64Array.from(measures, ([part]) => part);
  const wholes = Float64Array.from(measures, ([, whole]) => whole);
  return (weights: Weights) => {
    let [part, whole] = [0, 0];
    for (let row = 0; row < parts.length; row += 1) {
      part += weights[row]! * parts[row]!;
      whole += weights[row]! * wholes[row]!;
    }
    return part / whole;
  };
}

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
