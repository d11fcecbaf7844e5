import type { MeasuredRow } from './rows.ts';

/** Rows of a model, or of one of its providers. */
export interface Candidate {
  readonly name: string;
  /** By the number of the input. */
  readonly rows: ReadonlyMap<number, MeasuredRow>;
}

/** Groups rows by candidate: a model, or each of its providers if they ran the same rows. Equal inputs are numbered in order. */
export function alignRows(all: readonly MeasuredRow[]): { candidates: Candidate[]; inputs: number } {
  const several = findModelsOfSeveralProviders(all);
  const groups = new Map<string, MeasuredRow[]>();
  for (const row of all) {
    const name =
      several.has(row.model) && row.provider !== undefined ? `${row.model}:${row.provider}` : row.model;
    const group = groups.get(name);
    if (group) group.push(row);
    else groups.set(name, [row]);
  }
  const inputs = new Map<string, number>();
  const candidates = [...groups].map(([name, rows]) => {
    const times = new Map<string, number>();
    const numbered = rows
      .sort((a, b) => a.row - b.row)
      .map((row): [number, MeasuredRow] => {
        const time = (times.get(row.inputId) ?? 0) + 1;
        times.set(row.inputId, time);
        const id = `${row.inputId}${time}`;
        const index = inputs.get(id) ?? inputs.size;
        inputs.set(id, index);
        return [index, row];
      });
    return { name, rows: new Map(numbered) };
  });
  // Files may list candidates in any order.
  return { candidates: candidates.sort((a, b) => (a.name < b.name ? -1 : 1)), inputs: inputs.size };
}

/** Models of which several providers ran the same row. */
function findModelsOfSeveralProviders(all: readonly MeasuredRow[]): ReadonlySet<string> {
  const providers = new Map<string, Set<string | undefined>>();
  for (const { model, provider } of all)
    providers.set(model, (providers.get(model) ?? new Set()).add(provider));
  const first = new Map<string, string | undefined>();
  const several = new Set<string>();
  for (const { model, provider, row, inputId } of all) {
    if (providers.get(model)!.size < 2) continue;
    const id = `${model}\n${row}\n${inputId}`;
    if (first.has(id) && first.get(id) !== provider) several.add(model);
    first.set(id, provider);
  }
  return several;
}
