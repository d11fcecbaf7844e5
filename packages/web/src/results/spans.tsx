import {
  asLine,
  count,
  excerptOf,
  type MarkedPart,
  markedParts,
  scoreTexts,
  type Span,
  tonesOf,
} from '@tryout/engine';
import { memo, useContext, useMemo, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { Button } from '../lib/ui/button.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { AmountRow, type AmountRowData, barOf, toneClass } from './parts/amount-row.tsx';
import { GrowingList, useGrowing } from './parts/growing-list.tsx';
import { LinkedContext, pointing, useActive, useLinkedPart, useNewLinked } from './parts/hover-selection.ts';
import { Note } from './parts/note.tsx';
import type { ResultProps } from './result-view.tsx';
import { LongWords, markedBlocks } from './text/text-blocks.tsx';
import partStyles from './parts/parts.module.css';
import styles from './spans.module.css';
import textStyles from './text/text.module.css';

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
          <GrowingList label="Parts" items={rows} row={AmountRow} className={partStyles.rows} />
        )}
      </div>
    </LinkedContext>
  );
}

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

const FIRST_CHARACTERS = 20_000;

/** The text with its parts in their colors, each with its label behind it. */
export function SpansText({ text, spans, tones }: SpansLegendProps & { readonly text: string }) {
  const [isWhole, setWhole] = useState(false);
  const chosen = useActive(useContext(LinkedContext));
  const blocks = useMemo(() => {
    const { text: head } = excerptOf(text, { start: 0, end: 0 }, isWhole ? text.length : FIRST_CHARACTERS);
    return markedBlocks(markedParts(head, spans));
  }, [text, spans, isWhole]);
  const { shown } = useGrowing(blocks.length, blocks.length, 20);
  const isCut = !isWhole && text.length > FIRST_CHARACTERS;
  return (
    <>
      <ScrollBox label="Text with its parts" className={styles.box}>
        <div className={classes(styles.text, chosen !== undefined && styles.choosing)} dir="auto">
          {blocks.slice(0, shown).map((parts, index) => (
            <Block key={index} parts={parts} tones={tones} chosen={chosen} isFar={blocks.length > 5} />
          ))}
        </div>
      </ScrollBox>
      {isCut && (
        <Button onClick={() => setWhole(true)} className={styles.all}>
          Show the whole text ({count(text.length)} characters)
        </Button>
      )}
    </>
  );
}

interface BlockProps {
  readonly parts: readonly MarkedPart<Span>[];
  readonly tones: ReadonlyMap<string, number>;
  readonly chosen: number | undefined;
  readonly isFar: boolean;
}

const Block = memo(function Block({ parts, tones, chosen, isFar }: BlockProps) {
  return (
    <div className={classes(textStyles.block, isFar && textStyles.far)}>
      {parts.map(({ text, mark }, index) => {
        if (!mark) return <LongWords key={index} text={text} />;
        const tone = tones.get(mark.label)!;
        return (
          <mark
            key={index}
            className={classes(styles.mark, toneClass(tone), tone === chosen && styles.chosen)}
          >
            <LongWords text={text} />
            <span className={styles.label}>{asLine(mark.label)}</span>
          </mark>
        );
      })}
    </div>
  );
});
