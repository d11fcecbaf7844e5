import {
  asLine,
  count,
  excerptOf,
  markedParts,
  formatScores,
  labelTones,
  type MarkedPart,
  type Span,
} from '@tryout/engine';
import { memo, useMemo, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { Button } from '../lib/ui/button.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { AmountRow, barOf, type AmountRowData } from './parts/amount-row.tsx';
import { GrowingList, useGrowing } from './parts/growing-list.tsx';
import { HoverContext, useActiveIndex, useHoverPart, useNewHoverSelection } from './parts/hover-selection.ts';
import { Note } from './parts/note.tsx';
import { toneStyle } from './parts/tone-style.ts';
import type { ResultProps } from './result-view.tsx';
import { LongWords, markedBlocks } from './text/text-blocks.tsx';
import partStyles from './parts/parts.module.css';
import textStyles from './text/text.module.css';
import styles from './spans.module.css';

/** The text with highlighted spans, a legend of labels with counts, and the spans as rows. */
export function Spans({ view: { text, spans } }: ResultProps<'spans'>) {
  const selection = useNewHoverSelection();
  const tones = useMemo(() => labelTones(spans.map(({ label }) => label)), [spans]);
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
  readonly tone: number;
}

interface SpansProps {
  readonly spans: readonly Span[];
  readonly tones: ReadonlyMap<string, number>;
}

/** The labels with their counts; hovering one dims the spans of others, clicking it pins it. */
function Legend({ spans, tones }: SpansProps) {
  const items = useMemo(() => {
    const counts = new Map<string, number>();
    for (const { label } of spans) counts.set(label, (counts.get(label) ?? 0) + 1);
    return [...tones].map(([label, tone]): LegendItem => ({
      label: asLine(label),
      times: counts.get(label)!,
      tone,
    }));
  }, [spans, tones]);
  return <GrowingList label="Labels" items={items} row={LegendRow} className={styles.legend} />;
}

interface LegendRowProps {
  readonly item: LegendItem;
  readonly index: number;
}

function LegendRow({ item: { label, times, tone }, index }: LegendRowProps) {
  const { isActive, isPinned, pin, hoverProps, focusProps } = useHoverPart(index);
  return (
    <li>
      <button
        type="button"
        className={classes(styles.entry, isActive && styles.active)}
        style={toneStyle(tone)}
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
  const activeIndex = useActiveIndex();
  const active = activeIndex === undefined ? undefined : [...tones.keys()][activeIndex];
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
  /** A label. */
  readonly active: string | undefined;
  readonly isFar: boolean;
}

const Block = memo(function Block({ parts, tones, active, isFar }: BlockProps) {
  return (
    <div className={classes(textStyles.block, isFar && textStyles.far)}>
      {parts.map(({ text, mark }, index) => {
        if (!mark) return <LongWords key={index} text={text} />;
        return (
          <mark
            key={index}
            className={classes(styles.mark, mark.label === active && styles.chosen)}
            style={toneStyle(tones.get(mark.label)!)}
          >
            <LongWords text={text} />
            <span className={styles.label}>{asLine(mark.label)}</span>
          </mark>
        );
      })}
    </div>
  );
});
