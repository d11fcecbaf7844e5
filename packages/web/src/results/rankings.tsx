import { asLabel, asLine, formatColumn, hasWinner, type TextPlace } from '@tryout/engine';
import { useMemo } from 'react';
import { CellsTable } from './cells.tsx';
import {
  AmountBar,
  AmountList,
  createScoreRows,
  getBars,
  Note,
  type AmountRowData,
  type ResultProps,
} from './parts/parts.tsx';
import { MarkedText } from './text/text-blocks.tsx';
import styles from './answers.module.css';

/** Labels with their scores, best first. */
export function Labels({ view: { rows } }: ResultProps<'labels'>) {
  const items = useMemo(
    () =>
      createScoreRows(rows, ({ label, detail }, index) => ({
        label: asLabel(label),
        detail: asLine(detail ?? ''),
        isBest: index === 0 && hasWinner(rows),
      })),
    [rows],
  );
  return <AmountList label="Labels, best first" isRanked items={items} emptyNote="No labels" />;
}

/** Numbers next to the rows of their table, or with bars if they are shares or cosines. */
export function Numbers({ view: { rows, table } }: ResultProps<'numbers'>) {
  const items = useMemo(() => {
    const values = rows.map(({ value }) => value);
    const bars = getBars(values);
    const amounts = formatColumn(values);
    return rows.map(({ label, detail }, index): AmountRowData => ({
      label: asLine(label),
      amount: amounts[index] ?? '',
      bar: bars[index],
      detail: asLine(detail ?? ''),
    }));
  }, [rows]);
  if (table && rows.length > 0) return <CellsTable view={{ table, coordinates: [] }} predictions={items} />;
  return <AmountList label="Numbers" isRanked items={items} emptyNote="No numbers" />;
}

const MAX_CONTEXTS = 3;
/** Longer answers are not highlighted in their context. */
const MAX_MARKED = 2000;
/** Characters of context around an answer. */
const AROUND = 600;

/** The answers, best first, and their places in the context. */
export function Answers({ view: { answers, context } }: ResultProps<'answers'>) {
  const rows = useMemo(
    () =>
      createScoreRows(answers, ({ answer }, index) => ({
        label: asLabel(answer),
        isBest: index === 0 && hasWinner(answers),
      })),
    [answers],
  );
  const [best] = rows;
  if (!best) return <Note>No answer</Note>;
  return (
    <div className="stack loose">
      {rows.length === 1 ? (
        <div className="stack tight">
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
        <AmountList label="Answers, best first" isRanked items={rows} />
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
  const marks = useMemo(() => [span], [span]);
  const length = span.end - span.start;
  if (span.end > context.length || length <= 0 || length > MAX_MARKED) return null;
  return (
    <figure className="stack tight">
      <figcaption className="note">‘{asLabel(answer)}’ in context</figcaption>
      <blockquote className={styles.context}>
        <MarkedText
          text={context}
          marks={marks}
          label="Answer in context"
          place={span}
          around={AROUND}
          boxClassName={styles.box}
          className={styles.text}
          drawMark={(text) => <mark className={styles.mark}>{text}</mark>}
        />
      </blockquote>
    </figure>
  );
}
