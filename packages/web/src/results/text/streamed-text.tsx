import { spokenLength } from '@tryout/engine';
import { memo, type RefObject, type UIEvent, useEffect, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { VisuallyHidden } from '../../lib/ui/panel.tsx';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
import { codeParts, createFences, type Fence } from './code-parts.ts';
import { createTextBlocks, LongWords } from './text-blocks.tsx';
import styles from './text.module.css';

interface StreamedTextProps {
  readonly text: string;
  /** What it is, for screen readers. */
  readonly label: string;
  /** While it is still being written. */
  readonly isGrowing?: boolean;
}

/**
 * A text as a model writes it, character for character, code in its letters; follows its end as long as the person is
 * there.
 */
export function StreamedText({ text, label, isGrowing = false }: StreamedTextProps) {
  const drawn = useFrames(text, isGrowing);
  const [blocksOf] = useState(createTextBlocks);
  const [fencesOf] = useState(createFences);
  const box = useRef<HTMLDivElement>(null);
  const onScroll = useFollow(box, isGrowing);
  const blocks = blocksOf(drawn);
  const fences = fencesOf(blocks);
  return (
    <div className={styles.frame}>
      <ScrollBox box={box} label={label} className={styles.box} onScroll={onScroll}>
        <div className={classes(styles.text, isGrowing && styles.growing)} dir="auto" aria-busy={isGrowing}>
          {blocks.map((block, index) => (
            <Block key={index} text={block} fence={fences[index] ?? ''} isFar={blocks.length > 3} />
          ))}
        </div>
      </ScrollBox>
      <SpokenText text={drawn} isGrowing={isGrowing} />
    </div>
  );
}

interface BlockProps {
  readonly text: string;
  /** That the text stands in. */
  readonly fence: Fence;
  readonly isFar: boolean;
}

const Block = memo(function Block({ text, fence, isFar }: BlockProps) {
  return (
    <div className={classes(styles.block, isFar && styles.far)}>
      {codeParts(text, fence).parts.map((part, index) =>
        part.isCode ? (
          <code key={index} dir="ltr" className={styles.code}>
            <LongWords text={part.text} />
          </code>
        ) : (
          <span key={index}>
            <LongWords text={part.text} />
          </span>
        ),
      )}
    </div>
  );
});

/** So many pieces stay, for a screen reader that has not come to them yet. */
const KEPT = 4;

interface Spoken {
  /** How much of the text has been told. */
  readonly length: number;
  readonly pieces: readonly { readonly at: number; readonly text: string }[];
}

const nothing: Spoken = { length: 0, pieces: [] };

/** Tells screen readers a growing text in whole sentences, and its last words when it is finished. */
function SpokenText({ text, isGrowing }: { readonly text: string; readonly isGrowing: boolean }) {
  const [spoken, setSpoken] = useState(nothing);
  const [wasGrowing, setWasGrowing] = useState(isGrowing);
  const isOver = wasGrowing && !isGrowing;
  const until = isGrowing ? spokenLength(text) : isOver ? text.length : 0;
  if (isGrowing && !wasGrowing) setWasGrowing(true);
  if (until < spoken.length) setSpoken(nothing);
  else if (until > spoken.length) {
    const piece = { at: spoken.length, text: text.slice(spoken.length, until) };
    setSpoken({ length: until, pieces: [...spoken.pieces, piece].slice(-KEPT) });
  }
  return (
    <VisuallyHidden role="log" aria-label="Text as it comes" aria-live="polite">
      {spoken.pieces.map((piece) => (
        <span key={piece.at}>{piece.text}</span>
      ))}
    </VisuallyHidden>
  );
}

/** Who is this near to the end, in pixels, wants to see what comes. */
const NEAR = 32;

/**
 * Keeps the end of what grows in a box in sight, until the person scrolls back; at the end again it goes on. What has
 * grown keeps its end in sight while its last lines are laid out.
 * @param box scrolls the one element inside it
 * @returns what the box does when it is scrolled
 */
function useFollow(
  box: RefObject<HTMLElement | null>,
  isGrowing: boolean,
): (event: UIEvent<HTMLElement>) => void {
  const [follows, setFollows] = useState(isGrowing);
  if (isGrowing && !follows) setFollows(true);
  const isThere = useRef(true);
  const last = useRef(0);
  useEffect(() => {
    const element = box.current;
    const content = element?.firstElementChild;
    if (!follows || !content) return;
    const observer = new ResizeObserver(() => {
      if (isThere.current) element.scrollTop = element.scrollHeight;
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, [box, follows]);
  return ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
    // What grows below moves the end away, too: only going back is leaving it.
    if (scrollHeight - clientHeight - scrollTop < NEAR) isThere.current = true;
    else if (scrollTop < last.current) isThere.current = false;
    last.current = scrollTop;
  };
}

/**
 * A value that changes many times in a frame, drawn once in each.
 * @param isChanging while false the value is taken as it is
 */
function useFrames<Value>(value: Value, isChanging: boolean): Value {
  const latest = useRef(value);
  const [drawn, setDrawn] = useState(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  useEffect(() => {
    if (!isChanging) return;
    let frame = requestAnimationFrame(function draw() {
      setDrawn(() => latest.current);
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [isChanging]);
  return isChanging ? drawn : value;
}
