import { asLine, count, excerptOf, markedParts, type MarkedPart, type Span } from '@tryout/engine';
import { memo, useContext, useMemo, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { LinkedContext, useActive } from '../parts/linked.ts';
import { LongWords } from '../parts/long-words.tsx';
import { markedBlocks } from '../parts/marked-blocks.ts';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
import blockStyles from '../parts/text-blocks.module.css';
import { toneClass } from '../parts/tones.ts';
import { useGrowing } from '../parts/use-growing.ts';
import type { SpansLegendProps } from './spans-legend.tsx';
import styles from './spans.module.css';

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
    <div className={classes(blockStyles.block, isFar && blockStyles.far)}>
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
