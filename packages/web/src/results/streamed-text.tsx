import { memo, useRef, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { codeParts, createFences, type Fence } from './parts/code-parts.ts';
import { LongWords } from './parts/long-words.tsx';
import { SpokenText } from './parts/spoken-text.tsx';
import { createTextBlocks } from './parts/text-blocks.ts';
import blockStyles from './parts/text-blocks.module.css';
import { useFollow } from './parts/use-follow.ts';
import { useFrames } from './parts/use-frames.ts';
import styles from './streamed-text.module.css';

export interface StreamedTextProps {
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
    <div className={classes(blockStyles.block, isFar && blockStyles.far)}>
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
