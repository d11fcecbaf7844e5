import { isFailure, visibleLine } from '@tryout/engine';
import { Box } from 'ink';
import { useState, type ReactNode } from 'react';
import { pathWithFormat } from '../../deliver/save-file.ts';
import { existingFile, savedMessage, writeFiles, type ResultFile } from '../../deliver/save-result.ts';
import { getWidth } from '../../screen/index.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, useKeys, useTerminal, usePicker } from '../hooks/use-picker.ts';
import { Menu } from './menu.tsx';
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
  const [value, setValue] = useState(initial);
  const [error, setError] = useState('');
  useKeys({
    takesText: true,
    commands: [
      command('enter', 'use', 'Use this value', () => setError(onSubmit(value) ?? '')),
      command('escape', 'back', 'Back to the list', onCancel),
    ],
  });
  const errorLines = error === '' ? [] : paragraph(error, body.columns, theme.error);
  return (
    <>
      <Lines lines={[theme.title(theme.cut(title, body.columns))]} />
      <TextLine
        value={value}
        width={body.columns}
        placeholder={placeholder}
        onChange={(next) => {
          setValue(next);
          setError('');
        }}
      />
      <Lines lines={['', ...errorLines, ...about]} />
    </>
  );
}

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
        const path = replace ? undefined : await existingFile(files);
        setExisting(path);
        if (path !== undefined) return;
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
