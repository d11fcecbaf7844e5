import { asLabel, count, excerptOf, markedParts, type TextPlace } from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../lib/ui/button.tsx';
import { classes } from '../../lib/classes.ts';
import { LongWords } from '../parts/long-words.tsx';
import { markedBlocks } from '../parts/marked-blocks.ts';
import { ScrollBox } from '../../lib/ui/scroll-box.tsx';
import blockStyles from '../parts/text-blocks.module.css';
import styles from './answers.module.css';

/** An answer that takes up more of its context is not marked there. */
const LONGEST_PLACE = 2000;
const AROUND = 600;

export interface AnswerContextProps {
  readonly context: string;
  readonly span: TextPlace;
  readonly answer: string;
}

/** The text around an answer, with the answer marked; all of it when asked for. */
export function AnswerContext({ context, span, answer }: AnswerContextProps) {
  const [isWhole, setWhole] = useState(false);
  const mark = useRef<HTMLElement>(null);
  const length = span.end - span.start;
  useEffect(() => {
    if (isWhole) mark.current?.scrollIntoView({ block: 'nearest' });
  }, [isWhole]);
  if (span.end > context.length || length <= 0 || length > LONGEST_PLACE) return null;
  const { text, offset, cutBefore, cutAfter } = excerptOf(context, span, isWhole ? context.length : AROUND);
  const place = { start: span.start - offset, end: span.end - offset };
  const blocks = markedBlocks(markedParts(text, [place]));
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>Where ‘{asLabel(answer)}’ stands</figcaption>
      <ScrollBox label="The answer in its text" className={styles.box}>
        <blockquote className={styles.context} dir="auto">
          {blocks.map((parts, index) => (
            <div key={index} className={classes(blockStyles.block, blocks.length > 5 && blockStyles.far)}>
              {index === 0 && cutBefore && '… '}
              {parts.map((part, at) =>
                part.mark ? (
                  <mark key={at} ref={mark} className={styles.mark}>
                    {part.text}
                  </mark>
                ) : (
                  <LongWords key={at} text={part.text} />
                ),
              )}
              {index === blocks.length - 1 && cutAfter && ' …'}
            </div>
          ))}
        </blockquote>
      </ScrollBox>
      {(cutBefore || cutAfter) && (
        <Button onClick={() => setWhole(true)} className={styles.all}>
          Show the whole text ({count(context.length)} characters)
        </Button>
      )}
    </figure>
  );
}
