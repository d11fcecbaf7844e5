import { asLine, count, getSpanText, labelTones, type Span } from '@tryout/engine';
import { useContext, useMemo } from 'react';
import { classes } from '../lib/classes.ts';
import {
  AmountRow,
  scoreAmounts,
  type AmountRowData,
  GrowingList,
  Note,
  toneStyle,
  type ResultProps,
} from './parts/parts.tsx';
import { HoverContext, useHoverPart, useNewHoverSelection } from './parts/hover-selection.ts';
import { MarkedText, LongWords } from './text/text-blocks.tsx';
import partStyles from './parts/parts.module.css';
import styles from './spans.module.css';

/** The text with highlighted spans, a legend of labels with counts, and the spans as rows. */
export function Spans({ view: { text, spans } }: ResultProps<'spans'>) {
  const selection = useNewHoverSelection();
  const tones = useMemo(() => labelTones(spans.map(({ label }) => label)), [spans]);
  const rows = useMemo(() => {
    const amounts = scoreAmounts(spans);
    return spans.map((span, index): AmountRowData => ({
      label: asLine(getSpanText(text, span)),
      ...amounts[index]!,
      tag: { text: asLine(span.label), tone: tones.get(span.label)! },
    }));
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

/** The text is cut off after this many characters at first. */
const FIRST_CHARACTERS = 20_000;
const beginning = { start: 0, end: 0 };

/** The text with each span in the color of its label. */
function SpansText({ text, spans, tones }: SpansProps & { readonly text: string }) {
  const { active: activeIndex = -1 } = useContext(HoverContext);
  const active = [...tones.keys()][activeIndex];
  return (
    <MarkedText
      text={text}
      marks={spans}
      label="Text with highlights"
      place={beginning}
      around={FIRST_CHARACTERS}
      boxClassName={styles.box}
      className={classes(styles.text, active !== undefined && styles.dimmed)}
      drawMark={(marked, { label }) => (
        <mark
          className={classes(styles.mark, label === active && styles.chosen)}
          style={toneStyle(tones.get(label)!)}
        >
          <LongWords text={marked} />
          <span className={styles.label}>{asLine(label)}</span>
        </mark>
      )}
    />
  );
}
