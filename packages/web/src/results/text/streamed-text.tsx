import { loaded, spokenLength, visible } from '@tryout/engine';
import { lazy, memo, useRef, useState, type UIEvent } from 'react';
import { classes } from '../../lib/classes.ts';
import { useResize } from '../../lib/dom-hooks.ts';
import { LoadBoundary } from '../../lib/load-boundary.tsx';
import { VisuallyHidden } from '../../lib/ui/panel.tsx';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
import { codeParts, createFences, type Fence } from './code-parts.ts';
import { createTextBlocks, LongWords } from './text-blocks.tsx';
import styles from './text.module.css';

interface StreamedTextProps {
  readonly text: string;
  readonly label: string;
  readonly isGrowing: boolean;
  /** Default: false. */
  readonly isMarkdown?: boolean | undefined;
}

const Markdown = lazy(() => loaded(() => import('./markdown.tsx')));

/**
 * Text with code in a monospaced font. Plain text has a box that scrolls to the end while it grows, until the user
 * scrolls back; an answer in Markdown is part of the page, which stays at its beginning.
 */
export function StreamedText({ text, label, isGrowing, isMarkdown = false }: StreamedTextProps) {
  // Stays true after the end: the last lines are laid out later, and the rest is announced.
  const [hasGrown, setHasGrown] = useState(isGrowing);
  if (isGrowing && !hasGrown) setHasGrown(true);
  const { box, inner, onScroll } = useScrollToEnd(hasGrown);
  const plain = <PlainText text={text} />;
  const content = (
    <div
      ref={inner}
      className={classes(styles.text, isGrowing && styles.growing)}
      dir="auto"
      aria-busy={isGrowing}
    >
      {isMarkdown ? (
        <LoadBoundary fallback={plain}>
          <Markdown text={text} />
        </LoadBoundary>
      ) : (
        plain
      )}
    </div>
  );
  return (
    <div className={styles.frame}>
      {isMarkdown ? (
        content
      ) : (
        <ScrollBox box={box} label={label} className={styles.box} onScroll={onScroll}>
          {content}
        </ScrollBox>
      )}
      {hasGrown && <SpokenText text={text} isGrowing={isGrowing} />}
    </div>
  );
}

function PlainText({ text }: { readonly text: string }) {
  const [blocksOf] = useState(createTextBlocks);
  const [fencesOf] = useState(createFences);
  const blocks = blocksOf(text);
  const fences = fencesOf(blocks);
  return blocks.map((block, index) => (
    <Block key={index} text={block} fence={fences[index] ?? ''} isFar={blocks.length > 3} />
  ));
}

interface BlockProps {
  readonly text: string;
  /** The fence of the code that the block starts in. */
  readonly fence: Fence;
  readonly isFar: boolean;
}

const Block = memo(function Block({ text, fence, isFar }: BlockProps) {
  return (
    <div className={classes(styles.block, isFar && styles.far)}>
      {codeParts(visible(text), fence).parts.map((part, index) =>
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

/** Pixels from the end within which a box keeps scrolling. */
const NEAR_END = 32;

/** Scrolls a box to its end once its inner element has grown, unless the user has scrolled back. */
function useScrollToEnd(hasGrown: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const lastTop = useRef(0);
  const follow = () => {
    if (box.current && isAtEnd.current) box.current.scrollTop = box.current.scrollHeight;
  };
  useResize(inner, follow, hasGrown);
  const onScroll = ({ currentTarget: { scrollTop, scrollHeight, clientHeight } }: UIEvent) => {
    // New text also moves the end.
    if (scrollHeight - clientHeight - scrollTop < NEAR_END) isAtEnd.current = true;
    else if (scrollTop < lastTop.current) isAtEnd.current = false;
    lastTop.current = scrollTop;
  };
  return { box, inner, onScroll };
}

/** Pieces that stay in the document, for slow screen readers. */
const MAX_PIECES = 4;

interface Spoken {
  readonly length: number;
  readonly pieces: readonly { readonly at: number; readonly text: string }[];
}

const nothing: Spoken = { length: 0, pieces: [] };

/** Announces growing text in complete sentences, and the rest at the end. */
function SpokenText({ text, isGrowing }: { readonly text: string; readonly isGrowing: boolean }) {
  const [spoken, setSpoken] = useState(nothing);
  const end = isGrowing ? spokenLength(text) : text.length;
  if (end < spoken.length) setSpoken(nothing);
  else if (end > spoken.length) {
    const piece = { at: spoken.length, text: text.slice(spoken.length, end) };
    setSpoken({ length: end, pieces: [...spoken.pieces, piece].slice(-MAX_PIECES) });
  }
  return (
    <VisuallyHidden role="log" aria-label="Live text" aria-live="polite">
      {spoken.pieces.map((piece) => (
        <span key={piece.at}>{piece.text}</span>
      ))}
    </VisuallyHidden>
  );
}
