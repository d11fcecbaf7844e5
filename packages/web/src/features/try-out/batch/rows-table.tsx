import {
  asLine,
  count,
  counted,
  elapsed,
  shortModelName,
  visibleLine,
  type RowSummary,
} from '@tryout/engine';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, X } from 'lucide-react';
import { memo, useMemo, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react';
import { classes } from '../../../lib/classes.ts';
import { Select } from '../../../ui/inputs.tsx';
import { VisuallyHidden } from '../../../ui/panel.tsx';
import type { BatchRow, BatchState } from './batch-store.ts';
import styles from './rows.module.css';

/** Which rows are listed. */
const filters = {
  all: { label: 'All rows', isListed: () => true },
  failed: { label: 'Failed', isListed: (row) => isAny(row, ({ failure }) => failure !== undefined) },
  differing: { label: 'Differing', isListed: isDiffering },
  wrong: { label: 'Wrong', isListed: (row) => isAny(row, ({ isWrong }) => isWrong === true) },
} as const satisfies Record<string, { label: string; isListed(row: BatchRow): boolean }>;

type Filter = keyof typeof filters;

const isAny = ({ answers }: BatchRow, check: (answer: RowSummary) => boolean) =>
  [...answers.values()].some(check);

/** Whether models answered differently. */
function isDiffering({ answers }: BatchRow): boolean {
  return new Set([...answers.values()].map(({ failure, answer }) => failure ?? answer)).size > 1;
}

/** Pixels, as in the style sheet. */
const ROW_HEIGHT = 44;
/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

interface RowsTableProps {
  readonly state: BatchState;
  readonly models: readonly string[];
  /** Rows that the batch runs. */
  readonly total: number;
  readonly label: string;
  onOpen(row: number): void;
}

/** All rows of a batch, of which only those in view are rendered. */
export function RowsTable({ state: { rows, version }, models, total, label, onOpen }: RowsTableProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const { listed, counts } = useMemo(() => {
    const byFilter = { all: [], failed: [], differing: [], wrong: [] } as Record<Filter, number[]>;
    rows.forEach((row, index) => {
      if (!row) return;
      for (const name of ['failed', 'differing', 'wrong'] as const)
        if (filters[name].isListed(row)) byFilter[name].push(index);
    });
    return { listed: filter === 'all' ? undefined : byFilter[filter], counts: byFilter };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- rows are added to the same array
  }, [rows, version, filter]);
  const length = listed?.length ?? total;
  // eslint-disable-next-line react-hooks/incompatible-library -- its functions are not memoized here
  const virtualizer = useVirtualizer({
    count: length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    // Below the head, which stays.
    scrollPaddingStart: ROW_HEIGHT,
  });
  const current = Math.min(active, Math.max(0, length - 1));

  function onKeyDown(event: KeyboardEvent): void {
    const targets = new Map([
      ['ArrowDown', current + 1],
      ['ArrowUp', current - 1],
      ['PageDown', current + PAGE],
      ['PageUp', current - PAGE],
      ['Home', 0],
      ['End', length - 1],
    ]);
    const target = targets.get(event.key);
    if (target === undefined || length === 0) return;
    event.preventDefault();
    const next = Math.min(length - 1, Math.max(0, target));
    setActive(next);
    virtualizer.scrollToIndex(next);
    requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>(`[data-index="${next}"] button`)?.focus(),
    );
  }

  const items = virtualizer.getVirtualItems();
  return (
    <div className={styles.rows}>
      <div className={styles.filters}>
        <Select
          aria-label="Rows to list"
          className={styles.filter}
          value={filter}
          onChange={({ target }) => {
            setFilter(target.value as Filter);
            setActive(0);
            box.current?.scrollTo(0, 0);
          }}
        >
          {Object.entries(filters).map(([name, each]) => (
            <option key={name} value={name}>
              {each.label} ({count(name === 'all' ? total : counts[name as Filter].length)})
            </option>
          ))}
        </Select>
        <VisuallyHidden role="status">{filter !== 'all' && counted(length, 'row')}</VisuallyHidden>
      </div>
      <div ref={box} className={styles.box} tabIndex={length === 0 ? 0 : -1} role="group" aria-label="Rows">
        <table
          className={styles.table}
          aria-label="Rows"
          aria-rowcount={length + 1}
          style={
            {
              height: virtualizer.getTotalSize() + ROW_HEIGHT,
              '--columns': models.length + (label === '' ? 1 : 2),
            } as CSSProperties
          }
          onKeyDown={onKeyDown}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={styles.number}>
                Row
              </th>
              <th scope="col">Input</th>
              {label !== '' && <th scope="col">{visibleLine(label)}</th>}
              {models.map((model) => (
                <th key={model} scope="col" title={model}>
                  {visibleLine(shortModelName(model))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.map(({ index, start }) => {
              const row = listed?.[index] ?? index;
              return (
                <Row
                  key={row}
                  index={index}
                  number={row + 1}
                  start={start}
                  row={rows[row]}
                  models={models}
                  hasLabel={label !== ''}
                  isActive={index === current}
                  onOpen={onOpen}
                />
              );
            })}
          </tbody>
        </table>
        {length === 0 && <p className={styles.none}>No such rows</p>}
      </div>
    </div>
  );
}

interface RowProps {
  readonly index: number;
  readonly number: number;
  /** Pixels from the first row. */
  readonly start: number;
  readonly row: BatchRow | undefined;
  readonly models: readonly string[];
  readonly hasLabel: boolean;
  readonly isActive: boolean;
  onOpen(row: number): void;
}

const Row = memo(function Row({ index, number, start, row, models, hasLabel, isActive, onOpen }: RowProps) {
  return (
    <tr data-index={index} aria-rowindex={index + 2} style={{ transform: `translateY(${start}px)` }}>
      <th scope="row" className={styles.number}>
        <button
          type="button"
          tabIndex={isActive ? 0 : -1}
          aria-disabled={row === undefined || undefined}
          onClick={() => row && onOpen(number)}
        >
          <VisuallyHidden>Open row </VisuallyHidden>
          {count(number)}
        </button>
      </th>
      <td dir="auto">{row?.input}</td>
      {hasLabel && <td dir="auto">{row?.label}</td>}
      {models.map((model) => (
        <Answer key={model} answer={row?.answers.get(model)} />
      ))}
    </tr>
  );
});

function Answer({ answer }: { readonly answer: RowSummary | undefined }) {
  if (!answer) return <td className={styles.waiting}>…</td>;
  const { failure, isWrong, seconds } = answer;
  const Icon = isWrong === undefined ? undefined : isWrong || failure !== undefined ? X : Check;
  return (
    <td
      dir="auto"
      className={classes(failure !== undefined && styles.failed)}
      title={seconds === undefined ? undefined : elapsed(seconds)}
    >
      {Icon && (
        <Icon
          role="img"
          aria-label={Icon === X ? 'Wrong' : 'Right'}
          size={14}
          strokeWidth={3}
          className={Icon === X ? styles.wrong : styles.right}
        />
      )}
      {failure ?? asLine(answer.answer)}
    </td>
  );
}
