import { createEvaluation, parseBatchLine, type LabelOptions, type Report } from '@tryout/engine';

let keys = 0;

/** A line of a batch, as `tryout batch` writes it. */
export function line(fields: Record<string, unknown>): Record<string, unknown> {
  keys += 1;
  const defaults = {
    key: `${'0'.repeat(64)}-${keys}`,
    row: keys,
    model: 'org/model',
    columns: {},
    seconds: 0.5,
    cost: 0.001,
  };
  return { ...defaults, input: { text: `input ${String(fields['row'] ?? keys)}` }, ...fields };
}

/** The report of lines that are written and read as a file is. */
export async function reportOf(
  lines: readonly unknown[],
  label?: string,
  options: Omit<LabelOptions, 'label'> = {},
): Promise<Report> {
  const evaluation = createEvaluation({ label, ...options });
  for (const each of lines) {
    const read = parseBatchLine(JSON.stringify(each));
    if (read) evaluation.add(read);
  }
  return evaluation.finish();
}

/** The figures of values compared with labels. */
export async function figuresOf(
  task: string,
  pairs: readonly (readonly [value: unknown, label: unknown, input?: unknown])[],
) {
  const lines = pairs.map(([value, label, input], index) =>
    line({ task, row: index + 1, value, columns: { label }, ...(input === undefined ? {} : { input }) }),
  );
  const { metrics } = await reportOf(lines, 'label');
  return Object.fromEntries(metrics.map(({ metric, value }) => [metric, value]));
}
