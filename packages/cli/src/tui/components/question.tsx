import type { ReactNode } from 'react';
import { useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { Lines } from './text.tsx';

interface QuestionProps {
  readonly text: string;
  /** What each answer does. */
  readonly yes: string;
  readonly no: string;
  onAnswer(isConfirmed: boolean): void;
}

/** A question on one line. Only Y confirms; other text keys do nothing. */
export function Question({ text, yes, no, onAnswer }: QuestionProps): ReactNode {
  const { theme, body } = useTerminal();
  useKeys({
    level: 'field',
    commands: [
      { keys: ['y'], label: yes, run: () => onAnswer(true) },
      { keys: ['n', 'escape', 'enter'], label: no, run: () => onAnswer(false) },
    ],
    onKey: (key) => key.text !== '',
  });
  return <Lines lines={[theme.error(theme.cut(`${text} (y/n)`, body.columns))]} />;
}
