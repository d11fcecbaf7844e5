import type { ReactNode } from 'react';
import { useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { Menu } from './menu.tsx';
import { paragraph } from './text.tsx';

interface QuestionProps {
  readonly text: string;
  /** What each answer does, as in a key hint. */
  readonly yes: string;
  readonly no: string;
  onAnswer(isConfirmed: boolean): void;
}

/** Rows of a question. */
export const QUESTION_ROWS = 3;

/** A question with two answers. No is selected first. */
export function Question({ text, yes, no, onAnswer }: QuestionProps): ReactNode {
  const { theme, body } = useTerminal();
  const answer = (keys: readonly string[], label: string, isConfirmed: boolean) => ({
    keys,
    name: label,
    label,
    run: () => onAnswer(isConfirmed),
    choose: () => onAnswer(isConfirmed),
  });
  const answers = [answer(['n', 'escape'], no, false), answer(['y'], yes, true)];
  useKeys({ level: 'field', commands: answers.toReversed() });
  const rows = answers.map((each) => ({
    ...each,
    label: each.label[0]!.toUpperCase() + each.label.slice(1),
  }));
  return <Menu above={paragraph(`${text} (y/n)`, body.columns, theme.error)} rows={rows} />;
}
