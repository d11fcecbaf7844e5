import { asLine, scoreTexts, tonesOf } from '@tryout/engine';
import { useMemo } from 'react';
import { AmountRow, type AmountRowData } from '../parts/amount-row.tsx';
import amountStyles from '../parts/amount-row.module.css';
import { barOf } from '../parts/bar-of.ts';
import { GrowingList } from '../parts/growing-list.tsx';
import { LinkedContext, useNewLinked } from '../parts/linked.ts';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-props.ts';
import { SpansLegend } from './spans-legend.tsx';
import { SpansText } from './spans-text.tsx';
import styles from './spans.module.css';

/** The text with its parts marked and named, the kinds of parts with their counts, and the parts as rows. */
export function Spans({ view: { text, spans } }: ResultProps<'spans'>) {
  const linked = useNewLinked();
  const tones = useMemo(() => tonesOf(spans.map(({ label }) => label)), [spans]);
  const rows = useMemo(() => {
    const scores = scoreTexts(spans.map(({ score }) => score));
    return spans.map((span, index): AmountRowData => {
      const { amount, share } = scores[index]!;
      const label = asLine(text.slice(span.start, span.end));
      return {
        label,
        amount,
        ...barOf(share),
        tag: { text: asLine(span.label), tone: tones.get(span.label)! },
      };
    });
  }, [text, spans, tones]);
  return (
    <LinkedContext value={linked}>
      <div className={styles.spans}>
        {spans.length > 0 && <SpansLegend spans={spans} tones={tones} />}
        <SpansText text={text} spans={spans} tones={tones} />
        {spans.length === 0 ? (
          <Note>Nothing found</Note>
        ) : (
          <GrowingList label="Parts" items={rows} row={AmountRow} className={amountStyles.rows} />
        )}
      </div>
    </LinkedContext>
  );
}
