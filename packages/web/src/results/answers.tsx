import { asLabel, count, excerptOf, markedParts, scoreTexts, type TextPlace } from '@tryout/engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { Button } from '../lib/ui/button.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { AmountBar, AmountRow, type AmountRowData, barOf } from './parts/amount-row.tsx';
import { GrowingList } from './parts/growing-list.tsx';
import { Note } from './parts/note.tsx';
import type { ResultProps } from './result-view.tsx';
import { LongWords, markedBlocks } from './text/text-blocks.tsx';
import styles from './answers.module.css';
import partStyles from './parts/parts.module.css';
import textStyles from './text/text.module.css';

const MOST_CONTEXTS = 3;

/** The best answer large, the others below it, and where they stand in their text. */
export function Answers({ view: { answers, context } }: ResultProps<'answers'>) {
  const rows = useMemo(() => {
    const scores = scoreTexts(answers.map(({ score }) => score));
    return answers.map(({ answer }, index): AmountRowData => {
      const { amount, share } = scores[index]!;
      return { label: asLabel(answer), amount, ...barOf(share), isBest: index === 0 };
    });
  }, [answers]);
  const [best] = rows;
  if (!best) return <Note>No answer</Note>;
  return (
    <div className={styles.answers}>
      {rows.length === 1 ? (
        <div className={styles.single}>
          <p className={styles.answer} dir="auto">
            {best.label}
          </p>
          {best.amount !== '' && (
            <p className={styles.score}>
              {best.bar && <AmountBar {...best.bar} className={styles.bar} />}
              {best.amount}
            </p>
          )}
        </div>
      ) : (
        <GrowingList
          label="Answers, best first"
          isRanked
          items={rows}
          row={AmountRow}
          className={partStyles.rows}
        />
      )}
      {context !== undefined &&
        answers
          .slice(0, MOST_CONTEXTS)
          .map(
            ({ answer, span }, index) =>
              span && <AnswerContext key={index} context={context} span={span} answer={answer} />,
          )}
    </div>
  );
}

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
            <div key={index} className={classes(textStyles.block, blocks.length > 5 && textStyles.far)}>
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
