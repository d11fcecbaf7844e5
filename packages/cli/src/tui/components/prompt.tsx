import { useState, type ReactNode } from 'react';
import { command, useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-picker.ts';
import { TextLine } from './text-line.tsx';
import { Lines, paragraph } from './text.tsx';

interface PromptProps {
  readonly title: string;
  readonly initial: string;
  readonly placeholder: string;
  /** Styled lines about the value. */
  readonly about: readonly string[];
  /** @returns why the value cannot be used */
  onSubmit(text: string): string | undefined;
  onCancel(): void;
}

/** Asks for a value on a line of its own, in place of a list. */
export function Prompt({ title, initial, placeholder, about, onSubmit, onCancel }: PromptProps): ReactNode {
  const { theme, body } = useTerminal();
  const [typed, setTyped] = useState(initial);
  const [error, setError] = useState('');
  useKeys({
    takesText: true,
    commands: [
      command('enter', 'use', 'Use this value', () => setError(onSubmit(typed) ?? '')),
      command('escape', 'back', 'Back to the list', onCancel),
    ],
  });
  const errorLines = error === '' ? [] : paragraph(error, body.columns, theme.error);
  return (
    <>
      <Lines lines={[theme.title(theme.cut(title, body.columns))]} />
      <TextLine
        value={typed}
        width={body.columns}
        placeholder={placeholder}
        onChange={(next) => {
          setTyped(next);
          setError('');
        }}
      />
      <Lines lines={['', ...errorLines, ...about]} />
    </>
  );
}
