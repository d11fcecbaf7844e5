import { isFailure, visibleLine } from '@tryout/engine';
import { Box } from 'ink';
import { type ReactNode, useState } from 'react';
import { pathWithFormat } from '../../files/extension.ts';
import { existingFile, type ResultFile, savedMessage, writeFiles } from '../../results/save-result.ts';
import { getWidth } from '../../terminal/index.ts';
import { useJob } from '../hooks/use-job.ts';
import { useKeys } from '../hooks/use-keys.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';
import { Question } from './question.tsx';
import { Lines, paragraph } from './text.tsx';
import { TextLine } from './text-line.tsx';

interface SavePromptProps {
  readonly proposed: string;
  /** @throws Failure, which the prompt shows */
  getFiles(name: string): Promise<readonly ResultFile[]>;
  /** Called before it is closed. */
  onSaved?(paths: readonly string[]): void;
  /** Saved or canceled. */
  onClose(): void;
}

const LABEL = 'Save as: ';

/**
 * Asks for a file name and saves. Takes one row, more with an error. Meanwhile, the screen must disable its own
 * commands.
 */
export function SavePrompt({ proposed, getFiles, onSaved, onClose }: SavePromptProps): ReactNode {
  const { notify } = usePicker();
  const { theme, body } = useTerminal();
  const job = useJob();
  const [name, setName] = useState(proposed);
  const [error, setError] = useState('');
  /** An existing file that the prompt asks to replace. */
  const [existing, setExisting] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);

  const save = (replace: boolean) => {
    if (name.trim() === '') return setError('Enter a file name.');
    if (isSaving) return;
    setIsSaving(true);
    job.start(async () => {
      try {
        const files = await getFiles(name.trim());
        const found = replace ? undefined : await existingFile(files);
        setExisting(found);
        if (found !== undefined) return;
        await writeFiles(files, replace);
        const paths = files.map(({ path }) => path);
        onSaved?.(paths);
        onClose();
        notify(savedMessage(pathWithFormat(paths[0]!, files[0]!.contentType), paths.length - 1), 'good');
      } catch (failure) {
        if (!isFailure(failure)) throw failure;
        setExisting(undefined);
        // The hints mention command line options.
        setError(`${failure.message}.`);
      } finally {
        setIsSaving(false);
      }
    });
  };
  useKeys({
    level: 'field',
    isActive: existing === undefined,
    takesText: true,
    commands: [
      { keys: ['enter'], label: 'save', run: () => save(false) },
      { keys: ['escape'], label: 'cancel', run: onClose },
    ],
  });
  if (existing !== undefined)
    return (
      <Question
        text={`${existing} already exists. Replace it?`}
        yes="replace"
        no="another name"
        onAnswer={(isConfirmed) => (isConfirmed ? save(true) : setExisting(undefined))}
      />
    );
  const lines = error === '' ? [] : paragraph(visibleLine(error), body.columns, theme.error);
  return (
    <Box flexDirection="column" flexShrink={0}>
      <TextLine
        label={theme.title(LABEL)}
        value={name}
        width={Math.max(1, body.columns - getWidth(LABEL))}
        onChange={(next) => {
          setName(next);
          setError('');
        }}
      />
      <Lines lines={lines} />
    </Box>
  );
}
