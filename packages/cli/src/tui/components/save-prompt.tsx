import { isFailure, visibleLine } from '@tryout/engine';
import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { symbolsOf, truncate, widthOf } from '../../terminal/index.ts';
import { useJob } from '../hooks/use-job.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { Lines } from './lines.tsx';
import { paragraph } from './paragraph.ts';
import { TextLine } from './text-line.tsx';

export interface SavePromptProps {
  /** A name that is free. */
  readonly proposed: string;
  /**
   * Saves under a path and closes the prompt.
   * @param replace whether a file that exists may be replaced
   * @returns the path of a file that exists, where it may not be replaced; the prompt then asks about it
   * @throws Failure when nothing was saved; the prompt shows why
   */
  onSave(path: string, replace: boolean): Promise<string | void>;
  /** Esc. */
  onCancel(): void;
}

const LABEL = 'Save as: ';
/** The reason comes last, after a path that may be long. */
const MAX_ERROR_ROWS = 6;

/**
 * Asks for the name of a file to save something as. It takes one row, and more when it shows an error: what is above it
 * should shrink. The screen's own commands have to be off meanwhile, since they come before what is typed.
 */
export function SavePrompt({ proposed, onSave, onCancel }: SavePromptProps): ReactNode {
  const { terminal, theme, body } = useTerminal();
  const job = useJob();
  const [path, setPath] = useState(proposed);
  const [error, setError] = useState<string>();
  const [taken, setTaken] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  const save = (replace: boolean) => {
    const name = path.trim();
    if (name === '') return setError('Type the name of a file.');
    if (isSaving) return;
    setIsSaving(true);
    job.start(async () => {
      try {
        setTaken((await onSave(name, replace)) ?? undefined);
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        setTaken(undefined);
        // The hints are those of the command line's options.
        setError(`${failure.message}.`);
      } finally {
        setIsSaving(false);
      }
    });
  };
  const isAsking = taken !== undefined;
  useKeys({
    level: 'field',
    takesText: !isAsking,
    commands: isAsking
      ? [
          { keys: ['y'], label: 'replace it', run: () => save(true) },
          { keys: ['n', 'escape', 'enter'], label: 'another name', run: () => setTaken(undefined) },
        ]
      : [
          { keys: ['enter'], label: 'save', run: () => save(false) },
          { keys: ['escape'], label: 'do not save', run: onCancel },
        ],
    onKey: ({ text }) => isAsking && text !== '',
  });
  if (isAsking) {
    const question = `${visibleLine(taken)} exists already. Replace it? (y/n)`;
    return <Lines lines={[theme.error(truncate(question, body.columns, symbolsOf(terminal).ellipsis))]} />;
  }
  const lines = error === undefined ? [] : paragraph(visibleLine(error), body.columns, theme.error);
  return (
    <Box flexDirection="column" flexShrink={0}>
      <TextLine
        label={theme.title(LABEL)}
        value={path}
        width={Math.max(1, body.columns - widthOf(LABEL))}
        onChange={(next) => {
          setPath(next);
          setError(undefined);
        }}
      />
      <Lines lines={lines.slice(-MAX_ERROR_ROWS)} />
    </Box>
  );
}
