import { isFailure, visibleLine } from '@tryout/engine';
import type { ReactNode } from 'react';
import { withHolding } from '../../../files/ending-fits.ts';
import { symbolsOf, truncate, widthOf } from '../../../terminal/index.ts';
import { Lines } from '../../components/lines.tsx';
import { paragraph } from '../../components/paragraph.ts';
import { TextLine } from '../../components/text-line.tsx';
import { useJob } from '../../hooks/use-job.ts';
import { useKeys } from '../../hooks/use-keys.ts';
import { useNotify } from '../../hooks/use-notice.ts';
import { useTerminal } from '../../hooks/use-terminal.ts';
import { existingFile, savedWords, writeFiles, type ResultFile } from '../../results/save-result.ts';
import type { Theme } from '../../theme.ts';

const LABEL = 'Save as: ';
/** The reason comes last, after a path that may be long. */
const MAX_ERROR_ROWS = 6;

/** The state of the question for a file name. */
export interface Saving {
  readonly name: string;
  /** What is wrong with the name. */
  readonly error?: string;
  /** The existing file that would be replaced, while that is asked. */
  readonly existing?: string;
}

interface SavePromptProps {
  readonly saving: Saving;
  onChange(saving: Saving): void;
  /** The files to save under a name. */
  filesOf(name: string): Promise<readonly ResultFile[]>;
  onSaved(files: readonly ResultFile[]): void;
  /** The question was answered. */
  onEnd(): void;
}

/** The number of rows that the prompt takes. */
export function promptRows(saving: Saving, columns: number, theme: Theme): number {
  return 1 + errorRows(saving, columns, theme).length;
}

/** Asks for a file name, and whether an existing file is replaced. */
export function SavePrompt({ saving, onChange, filesOf, onSaved, onEnd }: SavePromptProps): ReactNode {
  const { terminal, theme, body } = useTerminal();
  const notify = useNotify();
  const job = useJob();
  const { name, existing } = saving;
  const isAsking = existing !== undefined;

  async function save(force: boolean): Promise<void> {
    if (name.trim() === '') return onChange({ name, error: 'Type the name of a file.' });
    try {
      const files = await filesOf(name.trim());
      const found = force ? undefined : await existingFile(files);
      if (found !== undefined) return onChange({ name, existing: found });
      await writeFiles(files, force);
      onSaved(files);
      onEnd();
      const [{ path, contentType } = { path: name, contentType: '' }, ...others] = files;
      notify(savedWords(withHolding(path, contentType), others.length), 'good');
    } catch (thrown) {
      if (!isFailure(thrown)) throw thrown;
      // The hints name options of the command line.
      onChange({ name, error: `${thrown.message}.` });
    }
  }

  const begin = (force: boolean) => job.start(() => save(force));
  useKeys({
    level: 'field',
    isActive: isAsking,
    commands: [
      { keys: ['y'], label: 'replace it', run: () => begin(true) },
      { keys: ['n', 'escape', 'enter'], label: 'another name', run: () => onChange({ name }) },
    ],
    onKey: ({ text }) => text !== '',
  });
  if (isAsking) {
    const question = visibleLine(`${existing} exists already. Replace it? (y/n)`);
    return <Lines lines={[theme.error(truncate(question, body.columns, symbolsOf(terminal).ellipsis))]} />;
  }
  return (
    <>
      <TextLine
        value={name}
        onChange={(next) => onChange({ name: next })}
        onSubmit={() => begin(false)}
        label={theme.title(LABEL)}
        width={Math.max(1, body.columns - widthOf(LABEL))}
        commands={[
          { keys: ['enter'], label: 'save' },
          { keys: ['escape'], label: 'do not save', run: onEnd },
        ]}
      />
      <Lines lines={errorRows(saving, body.columns, theme)} />
    </>
  );
}

function errorRows({ error }: Saving, columns: number, theme: Theme): string[] {
  return error === undefined
    ? []
    : paragraph(visibleLine(error), columns, theme.error).slice(-MAX_ERROR_ROWS);
}
