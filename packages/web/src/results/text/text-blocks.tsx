import { count, getExcerpt, markedParts, type TextPlace } from '@tryout/engine';
import { Fragment, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../ui/button.tsx';
import { ScrollBox } from '../../ui/panel.tsx';
import styles from './text.module.css';

/** Ends at the first line end after 2,000 characters, or after 20,000, as browsers lay out a block in one go. */
const block = /[^]{1,2000}[^\n]{0,18000}\n?/gu;

/** Splits text into blocks. When it grows, only the last block changes, so that only this one is laid out again. */
export function splitBlocks(text: string): readonly string[] {
  return text.match(block) ?? [];
}

const longWord = /((?<!\S)\S{500,})/u;
/** Ends at the end of a visible character, if possible. */
const piece =
  /\S{1,500}(?<!\u200d)(?![\u200d\p{Grapheme_Extend}\p{Emoji_Modifier}\p{Regional_Indicator}])|\S{1,500}/gu;

/**
 * Text with long words laid out in pieces: for each line of a word, Chromium shapes the rest of it again, which
 * takes seconds for 100,000 characters.
 */
export function LongWords({ text }: { readonly text: string }) {
  return text.split(longWord).map((part, index) =>
    index % 2 === 0
      ? part
      : part.match(piece)?.map((each, at) => (
          <span key={`${index} ${at}`} className={styles.piece}>
            {each}
          </span>
        )),
  );
}

interface MarkedTextProps<Mark extends TextPlace> {
  readonly text: string;
  /** The same array in each render. */
  readonly marks: readonly Mark[];
  readonly label: string;
  /** What is shown at first: a place in the text, and this many characters around it. */
  readonly place: TextPlace;
  readonly around: number;
  readonly boxClassName?: string | undefined;
  readonly className?: string | undefined;
  drawMark(text: string, mark: Mark): ReactNode;
}

/** A text with marks; a long one is cut off until all of it is requested. */
export function MarkedText<Mark extends TextPlace>(props: MarkedTextProps<Mark>) {
  const { text, marks, label, place, around, boxClassName, className, drawMark } = props;
  const [showsAll, setShowsAll] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const { parts, cutBefore, cutAfter } = useMemo(() => {
    const excerpt = getExcerpt(text, place, showsAll ? text.length : around);
    const { offset } = excerpt;
    const excerptMarks = marks
      .filter(({ start, end }) => start >= 0 && end <= text.length)
      .map((mark) => ({
        ...mark,
        start: Math.max(0, mark.start - offset),
        end: Math.min(excerpt.text.length, mark.end - offset),
      }));
    return { ...excerpt, parts: markedParts(excerpt.text, excerptMarks) };
  }, [text, marks, place, around, showsAll]);
  const isMoved = showsAll && place.start > around;
  useEffect(() => {
    if (isMoved) box.current?.querySelector('mark')?.scrollIntoView({ block: 'nearest' });
  }, [isMoved]);
  return (
    <>
      <ScrollBox wraps aria-label={label} ref={box} className={boxClassName}>
        <div className={classes(styles.block, className)} dir="auto">
          {cutBefore && '… '}
          {parts.map((part, index) => (
            <Fragment key={index}>
              {part.mark ? drawMark(part.text, part.mark) : <LongWords text={part.text} />}
            </Fragment>
          ))}
          {cutAfter && ' …'}
        </div>
      </ScrollBox>
      {(cutBefore || cutAfter) && (
        <Button onClick={() => setShowsAll(true)} className="at-start">
          Show all text ({count(text.length)} characters)
        </Button>
      )}
    </>
  );
}
