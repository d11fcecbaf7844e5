import { asLabel, scoreTexts } from '@tryout/engine';
import { useMemo } from 'react';
import { AmountBar } from '../parts/amount-bar.tsx';
import { AmountRow, type AmountRowData } from '../parts/amount-row.tsx';
import amountStyles from '../parts/amount-row.module.css';
import { barOf } from '../parts/bar-of.ts';
import { GrowingList } from '../parts/growing-list.tsx';
import { Note } from '../parts/note.tsx';
import type { ResultProps } from '../result-props.ts';
import { AnswerContext } from './answer-context.tsx';
import styles from './answers.module.css';

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
          className={amountStyles.rows}
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
