import type { HeatCells } from './heat-cells.ts';

/** The cell that a key leads to from another; undefined for keys that lead nowhere. */
export function moved(
  key: string,
  cell: number,
  { columns, rows }: Pick<HeatCells, 'columns' | 'rows'>,
): number | undefined {
  const last = columns * rows - 1;
  const line = rows === 1 ? Math.max(1, Math.round(columns / 10)) : columns;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: line,
    ArrowUp: -line,
    PageDown: line,
    PageUp: -line,
    Home: -last,
    End: last,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  return step === undefined ? undefined : Math.min(last, Math.max(0, cell + step));
}
