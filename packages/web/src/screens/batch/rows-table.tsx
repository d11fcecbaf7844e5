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
import { classes } from '../../lib/classes.ts';
import { Select } from '../../ui/inputs.tsx';
import { VisuallyHidden } from '../../ui/panel.tsx';
import type { BatchRow, BatchState } from '../../state/batch/records.ts';
import styles from './rows.module.css';

/** Which rows are listed. */
const filters = {
  failed: { label: 'Failed', isListed: (row: BatchRow) => row.isFailed },
  differing: { label: 'Differing', isListed: (row: BatchRow) => row.isDiffering },
  wrong: { label: 'Wrong', isListed: (row: BatchRow) => row.isWrong },
} as const;

type Filter = keyof typeof filters;

const filterNames = Object.keys(filters) as Filter[];

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
  const [filter, setFilter] = useState<Filter | 'all'>('all');
  const [active, setActive] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const byFilter = useMemo(() => {
    const indexes: Record<Filter, number[]> = { failed: [], differing: [], wrong: [] };
    rows.forEach((row, index) => {
      for (const name of filterNames) if (row && filters[name].isListed(row)) indexes[name].push(index);
    });
    return indexes;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- rows are added to the same array
  }, [rows, version]);
  const listed = filter === 'all' ? undefined : byFilter[filter];
  const length = listed?.length ?? total;
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
      <div className="cluster">
        <Select
          aria-label="Rows to list"
          className={styles.filter}
          value={filter}
          onChange={({ target }) => {
            setFilter(target.value as Filter | 'all');
            setActive(0);
            box.current?.scrollTo(0, 0);
          }}
        >
          <option value="all">All rows ({count(total)})</option>
          {filterNames.map((name) => (
            <option key={name} value={name}>
              {filters[name].label} ({count(byFilter[name].length)})
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
                <th key={model} scope="col" title={visibleLine(model)}>
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
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      style={{ transform: `translateY(${start}px)` }}
      // Also the clicks of the button. Text can be selected.
      onClick={() => row && getSelection()?.isCollapsed !== false && onOpen(number)}
    >
      <th scope="row" className={styles.number}>
        <button type="button" tabIndex={isActive ? 0 : -1} aria-disabled={row === undefined || undefined}>
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
  if (!answer) return <td className="soft">…</td>;
  const { failure, isWrong, seconds } = answer;
  const Icon = isWrong === undefined ? undefined : isWrong || failure !== undefined ? X : Check;
  return (
    <td
      dir="auto"
      className={classes(failure !== undefined && 'danger')}
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
