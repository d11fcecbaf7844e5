import {
  asLine,
  count,
  excerptOf,
  markedParts,
  formatScores,
  colorIndexes,
  type MarkedPart,
  type Span,
} from '@tryout/engine';
import { memo, useMemo, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { Button } from '../lib/ui/button.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { AmountRow, barOf, toneClass, type AmountRowData } from './parts/amount-row.tsx';
import { GrowingList, useGrowing } from './parts/growing-list.tsx';
import { HoverContext, useActiveIndex, useHoverPart, useNewHoverSelection } from './parts/hover-selection.ts';
import { Note } from './parts/note.tsx';
import type { ResultProps } from './result-view.tsx';
import { LongWords, markedBlocks } from './text/text-blocks.tsx';
import partStyles from './parts/parts.module.css';
import textStyles from './text/text.module.css';
import styles from './spans.module.css';

/** The text with highlighted spans, a legend of labels with counts, and the spans as rows. */
export function Spans({ view: { text, spans } }: ResultProps<'spans'>) {
  const selection = useNewHoverSelection();
  const tones = useMemo(() => colorIndexes(spans.map(({ label }) => label)), [spans]);
  const rows = useMemo(() => {
    const scores = formatScores(spans.map(({ score }) => score));
    return spans.map(({ start, end, label }, index): AmountRowData => {
      const { amount, share } = scores[index]!;
      return {
        label: asLine(text.slice(start, end)),
        amount,
        bar: barOf(share),
        tag: { text: asLine(label), tone: tones.get(label)! },
      };
    });
  }, [text, spans, tones]);
  return (
    <HoverContext value={selection}>
      <div className={styles.spans}>
        {spans.length > 0 && <Legend spans={spans} tones={tones} />}
        <SpansText text={text} spans={spans} tones={tones} />
        {spans.length === 0 ? (
          <Note>Nothing found</Note>
        ) : (
          <GrowingList label="Highlights" items={rows} row={AmountRow} className={partStyles.rows} />
        )}
      </div>
    </HoverContext>
  );
}

interface LegendItem {
  readonly label: string;
  readonly times: number;
}

interface SpansProps {
  readonly spans: readonly Span[];
  readonly tones: ReadonlyMap<string, number>;
}

/** The labels with their counts; hovering one dims the spans of others, clicking it pins it. */
function Legend({ spans, tones }: SpansProps) {
  const items = useMemo(() => {
    const counts = new Array<number>(tones.size).fill(0);
    for (const { label } of spans) counts[tones.get(label)!]! += 1;
    return [...tones.keys()].map((label, tone): LegendItem => ({
      label: asLine(label),
      times: counts[tone]!,
    }));
  }, [spans, tones]);
  return <GrowingList label="Labels" items={items} row={LegendRow} className={styles.legend} />;
}

function LegendRow({ item: { label, times }, index }: { readonly item: LegendItem; readonly index: number }) {
  const { isActive, isPinned, pin, hoverProps, focusProps } = useHoverPart(index);
  return (
    <li>
      <button
        type="button"
        className={classes(styles.entry, toneClass(index), isActive && styles.active)}
        aria-pressed={isPinned}
        onClick={pin}
        {...hoverProps}
        {...focusProps}
      >
        <span className={styles.swatch} aria-hidden="true" />
        <span className={styles.entryLabel}>{label === '' ? '(no label)' : label}</span>
        <span className={styles.count}>{count(times)}</span>
      </button>
    </li>
  );
}

/** Characters shown initially. */
const FIRST_CHARACTERS = 20_000;

/** The text with each span in the color of its label. */
function SpansText({ text, spans, tones }: SpansProps & { readonly text: string }) {
  const [showsAll, setShowsAll] = useState(false);
  const active = useActiveIndex();
  const blocks = useMemo(() => {
    const { text: start } = excerptOf(text, { start: 0, end: 0 }, showsAll ? text.length : FIRST_CHARACTERS);
    return markedBlocks(markedParts(start, spans));
  }, [text, spans, showsAll]);
  const { shown } = useGrowing(blocks.length, blocks.length, 20);
  return (
    <>
      <ScrollBox label="Text with highlights" className={styles.box}>
        <div className={classes(styles.text, active !== undefined && styles.dimmed)} dir="auto">
          {blocks.slice(0, shown).map((parts, index) => (
            <Block key={index} parts={parts} tones={tones} active={active} isFar={blocks.length > 5} />
          ))}
        </div>
      </ScrollBox>
      {!showsAll && text.length > FIRST_CHARACTERS && (
        <Button onClick={() => setShowsAll(true)} className={styles.all}>
          Show all text ({count(text.length)} characters)
        </Button>
      )}
    </>
  );
}

interface BlockProps {
  readonly parts: readonly MarkedPart<Span>[];
  readonly tones: ReadonlyMap<string, number>;
  readonly active: number | undefined;
  readonly isFar: boolean;
}

const Block = memo(function Block({ parts, tones, active, isFar }: BlockProps) {
  return (
    <div className={classes(textStyles.block, isFar && textStyles.far)}>
      {parts.map(({ text, mark }, index) => {
        if (!mark) return <LongWords key={index} text={text} />;
        const tone = tones.get(mark.label)!;
        return (
          <mark
            key={index}
            className={classes(styles.mark, toneClass(tone), tone === active && styles.chosen)}
          >
            <LongWords text={text} />
            <span className={styles.label}>{asLine(mark.label)}</span>
          </mark>
        );
      })}
    </div>
  );
});
