import { asLine, count, getSpanText, labelTones, type Span } from '@tryout/engine';
import { useMemo } from 'react';
import { classes } from '../lib/classes.ts';
import {
  AmountList,
  createScoreRows,
  getToneStyle,
  GrowingList,
  HoverSelection,
  useHoverPart,
  useHoverSelection,
  type ResultProps,
} from './parts/parts.tsx';
import { MarkedText, LongWords } from './text/text-blocks.tsx';
import styles from './spans.module.css';

/** The text with highlighted spans, a legend of labels with counts, and the spans as rows. */
export function Spans({ view: { text, spans } }: ResultProps<'spans'>) {
  const tones = useMemo(() => labelTones(spans.map(({ label }) => label)), [spans]);
  const rows = useMemo(
    () =>
      createScoreRows(spans, (span) => ({
        label: asLine(getSpanText(text, span)),
        tag: { text: asLine(span.label), tone: tones.get(span.label)! },
      })),
    [text, spans, tones],
  );
  return (
    <HoverSelection>
      <div className="stack loose">
        {spans.length > 0 && <Legend spans={spans} tones={tones} />}
        <SpansText text={text} spans={spans} tones={tones} />
        <AmountList label="Highlights" items={rows} emptyNote="Nothing found" />
      </div>
    </HoverSelection>
  );
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
    return [...tones].map(([label, tone]) => ({ label: asLine(label), times: counts.get(label)!, tone }));
  }, [spans, tones]);
  return <GrowingList label="Labels" items={items} row={LegendRow} className="wrap" />;
}

interface LegendRowProps {
  readonly item: { readonly label: string; readonly times: number; readonly tone: number };
  readonly index: number;
}

function LegendRow({ item: { label, times, tone }, index }: LegendRowProps) {
  const { isActive, isPinned, pin, hoverProps, focusProps } = useHoverPart(index);
  return (
    <li>
      <button
        type="button"
        className={classes(styles.entry, isActive && styles.active)}
        style={getToneStyle(tone)}
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
  const { activeIndex = -1 } = useHoverSelection();
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
      drawMark={(spanText, { label }) => (
        <mark
          className={classes(styles.mark, label === active && styles.chosen)}
          style={getToneStyle(tones.get(label)!)}
        >
          <LongWords text={spanText} />
          <span className={styles.label}>{asLine(label)}</span>
        </mark>
      )}
    />
  );
}
