import { memo, useRef, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { Note } from './parts/note.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { SpokenText } from './parts/spoken-text.tsx';
import { createTextBlocks } from './parts/text-blocks.ts';
import blockStyles from './parts/text-blocks.module.css';
import { useFollow } from './parts/use-follow.ts';
import { useFrames } from './parts/use-frames.ts';
import styles from './streamed-text.module.css';

export interface StreamedTextProps {
  readonly text: string;
  /** While it is still being written. */
  readonly isGrowing?: boolean;
}

/** A text as a model writes it, character for character; follows its end as long as the person is there. */
export function StreamedText({ text, isGrowing = false }: StreamedTextProps) {
  const drawn = useFrames(text, isGrowing);
  const [blocksOf] = useState(createTextBlocks);
  const box = useRef<HTMLDivElement>(null);
  const onScroll = useFollow(box, isGrowing);
  const blocks = blocksOf(drawn);
  if (text === '' && !isGrowing) return <Note>(no text)</Note>;
  return (
    <div className={styles.frame}>
      <ScrollBox box={box} label="Text" className={styles.box} onScroll={onScroll}>
        <div className={classes(styles.text, isGrowing && styles.growing)} dir="auto" aria-busy={isGrowing}>
          {blocks.map((block, index) => (
            <Block key={index} text={block} isFar={blocks.length > 3} />
          ))}
        </div>
      </ScrollBox>
      <SpokenText text={drawn} isGrowing={isGrowing} />
    </div>
  );
}

const Block = memo(function Block({ text, isFar }: { readonly text: string; readonly isFar: boolean }) {
  return <div className={classes(blockStyles.block, isFar && blockStyles.far)}>{text}</div>;
});
