import { asLabel, count, excerptOf, markedParts, formatScores, type TextPlace } from '@tryout/engine';
import { useEffect, useMemo, useRef, useState } from 'react';
import { classes } from '../lib/classes.ts';
import { Button } from '../lib/ui/button.tsx';
import { ScrollBox } from '../lib/ui/scroll-box.tsx';
import { AmountBar, AmountRow, barOf, type AmountRowData } from './parts/amount-row.tsx';
import { GrowingList } from './parts/growing-list.tsx';
import { Note } from './parts/note.tsx';
import type { ResultProps } from './result-view.tsx';
import { LongWords, markedBlocks } from './text/text-blocks.tsx';
import partStyles from './parts/parts.module.css';
import textStyles from './text/text.module.css';
import styles from './answers.module.css';

const MAX_CONTEXTS = 3;
/** Longer answers are not highlighted in their context. */
const MAX_MARKED = 2000;
/** Characters of context around an answer. */
const AROUND = 600;

/** The answers, best first, and their places in the context. */
export function Answers({ view: { answers, context } }: ResultProps<'answers'>) {
  const rows = useMemo(() => {
    const scores = formatScores(answers.map(({ score }) => score));
    return answers.map(({ answer }, index): AmountRowData => {
      const { amount, share } = scores[index]!;
      return { label: asLabel(answer), amount, bar: barOf(share), isBest: index === 0 };
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
          .slice(0, MAX_CONTEXTS)
          .map(
            ({ answer, span }, index) =>
              span && <AnswerContext key={index} context={context} span={span} answer={answer} />,
          )}
    </div>
  );
}

interface AnswerContextProps {
  readonly context: string;
  readonly span: TextPlace;
  readonly answer: string;
}

/** The text around an answer, with the answer highlighted. */
function AnswerContext({ context, span, answer }: AnswerContextProps) {
  const [showsAll, setShowsAll] = useState(false);
  const mark = useRef<HTMLElement>(null);
  const length = span.end - span.start;
  useEffect(() => {
    if (showsAll) mark.current?.scrollIntoView({ block: 'nearest' });
  }, [showsAll]);
  if (span.end > context.length || length <= 0 || length > MAX_MARKED) return null;
  const { text, offset, cutBefore, cutAfter } = excerptOf(context, span, showsAll ? context.length : AROUND);
  const place = { start: span.start - offset, end: span.end - offset };
  const blocks = markedBlocks(markedParts(text, [place]));
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>‘{asLabel(answer)}’ in the text</figcaption>
      <ScrollBox label="Answer in context" className={styles.box}>
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
        <Button onClick={() => setShowsAll(true)} className={styles.all}>
          Show all text ({count(context.length)} characters)
        </Button>
      )}
    </figure>
  );
}
