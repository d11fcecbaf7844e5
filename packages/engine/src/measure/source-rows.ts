import { cellText, describeCell, whyBroken, type BatchLine, type Row } from '../batch/index.ts';

const keyOf = (columns: readonly string[], inputs: readonly string[]) =>
  JSON.stringify([columns, [...inputs].sort()]);

/** All selections of some texts, the largest first. */
function selections(texts: readonly string[]): readonly (readonly string[])[] {
  const all = texts.reduce<string[][]>(
    (some, text) => [...some, ...some.map((each) => [...each, text])],
    [[]],
  );
  return all.sort((a, b) => b.length - a.length);
}

/** Inputs of a line that are looked for in cells. */
const MAX_INPUTS = 6;

/**
 * Returns a function that gives a line the number and the columns of its row in a source; undefined for a line without one.
 * A row is known by its cells, apart from the label. Equal rows are taken in order.
 */
export function createRowFinder(rows: readonly Row[], label: string | undefined) {
  const names = [...new Set(rows.flatMap((row) => (whyBroken(row) ? [] : Object.keys(row))))];
  const compared = names.filter((name) => name !== label);
  /** The rows by their cells, for each list of the columns that are no inputs. */
  const indexes = new Map<string, Map<string, number[]>>();
  const taken = new Map<string, number>();

  function indexOf(others: readonly string[]): Map<string, number[]> {
    const index = new Map<string, number[]>();
    const inputs = compared.filter((name) => !others.includes(name));
    rows.forEach((row, at) => {
      if (whyBroken(row)) return;
      const cells = inputs.map((name) => cellText(row[name])).filter((text) => text !== '');
      const key = keyOf(
        others.map((name) => cellText(row[name])),
        cells,
      );
      const same = index.get(key);
      if (same) same.push(at);
      else index.set(key, [at]);
    });
    return index;
  }

  return (line: BatchLine): BatchLine | undefined => {
    const others = compared.filter((name) => Object.hasOwn(line.columns, name));
    const id = JSON.stringify(others);
    const index = indexes.get(id) ?? indexOf(others);
    indexes.set(id, index);
    const cells = others.map((name) => cellText(line.columns[name]));
    const inputs = Object.values(line.input).map(cellText).slice(0, MAX_INPUTS);
    for (const some of selections(inputs)) {
      const key = keyOf(cells, some);
      const place = JSON.stringify([line.model, line.variant, key]);
      const at = index.get(key)?.[taken.get(place) ?? 0];
      if (at === undefined) continue;
      taken.set(place, (taken.get(place) ?? 0) + 1);
      const known = [...others, ...(label === undefined || !names.includes(label) ? [] : [label])];
      const columns = Object.fromEntries(
        known.map((name) => [name, describeCell(rows[at]![name] ?? null) ?? null]),
      );
      return { ...line, row: at + 1, columns, gone: false };
    }
    return undefined;
  };
}
