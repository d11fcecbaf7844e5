import { asLine, count, type Span } from '@tryout/engine';
import { useMemo } from 'react';
import { classes } from '../../lib/classes.ts';
import { GrowingList } from '../parts/growing-list.tsx';
import { pointing, useLinkedPart } from '../parts/linked.ts';
import { toneClass } from '../parts/tones.ts';
import styles from './spans.module.css';

interface Entry {
  readonly label: string;
  readonly times: number;
}

export interface SpansLegendProps {
  readonly spans: readonly Span[];
  readonly tones: ReadonlyMap<string, number>;
}

/** Each label with how many parts have it; pointing at one dims the other parts, pressing it keeps them so. */
export function SpansLegend({ spans, tones }: SpansLegendProps) {
  const entries = useMemo(() => {
    const counts = new Array<number>(tones.size).fill(0);
    for (const { label } of spans) counts[tones.get(label)!]! += 1;
    return [...tones.keys()].map((label, tone): Entry => ({ label: asLine(label), times: counts[tone]! }));
  }, [spans, tones]);
  return <GrowingList label="Labels" items={entries} row={LegendEntry} className={styles.legend} />;
}

function LegendEntry({ item: { label, times }, index }: { readonly item: Entry; readonly index: number }) {
  const { linked, isActive, isPinned } = useLinkedPart(index);
  return (
    <li>
      <button
        type="button"
        className={classes(styles.entry, toneClass(index), isActive && styles.active)}
        aria-pressed={isPinned}
        {...pointing(linked, index)}
        onFocus={(event) => event.target.matches(':focus-visible') && linked.focus(index)}
        onBlur={() => linked.focus(undefined)}
        onClick={() => linked.pin(index)}
      >
        <span className={styles.swatch} aria-hidden="true" />
        <span className={styles.entryLabel}>{label === '' ? '(no label)' : label}</span>
        <span className={styles.times}>{count(times)}</span>
      </button>
    </li>
  );
}
