import { isFileInput, messageOf, type FieldValue } from '@tryout/engine';
import { useEffect, useSyncExternalStore } from 'react';
import { versionOf, watchFile } from '../../files/watch-file.ts';
import { withHome } from '../../files/with-home.ts';
import { noStandardInput } from '../../inputs/no-standard-input.ts';
import { readField } from '../../inputs/read-field.ts';
import { useJob } from '../hooks/use-job.ts';
import { usePicker } from '../hooks/use-picker.ts';
import type { FieldProps } from './field.tsx';
import { isUnread, type FileDraft } from './file-drafts.ts';
import { meantPath } from '../../files/paths.ts';

interface ChosenFile {
  /** What is in the input now. */
  readonly draft: FileDraft;
  /** Another text was typed: its file is read, and is the field's value when that went well. */
  choose(text: string): void;
}

/** The file that a field names, read in the background, and again when it has changed. */
export function useChosenFile({
  name,
  field,
  value,
}: Pick<FieldProps, 'name' | 'field' | 'value'>): ChosenFile {
  const { session, memory } = usePicker();
  const { drafts, keep, of } = memory.fileDrafts;
  useSyncExternalStore(drafts.subscribe, drafts.get);
  const job = useJob();
  const task = session.getSnapshot().task?.id ?? '';
  const draft = of(task, name, value);
  const { text } = draft;
  const isToRead = isUnread(draft);

  function choose(next: string): void {
    keep(task, name, { text: next });
    if (session.getSnapshot().values[name] !== undefined) session.setValue(name, undefined);
  }

  useEffect(() => {
    if (!isToRead) return;
    job.start(async (signal) => {
      const read = await readChosen(field, name, text);
      const now = session.getSnapshot();
      // Meanwhile the form may have been cleared, filled with an example, or left for another task.
      const isWanted = now.task?.id === task && of(task, name, now.values[name]).text === text;
      if (signal.aborted || !isWanted || now.values[name] !== undefined) return;
      keep(task, name, read);
      if (read.value !== undefined) session.setValue(name, read.value);
    });
    return job.stop;
  }, [isToRead, text, field, name, task, session, keep, of, job]);

  const path = isFileInput(value) ? (value.path ?? '') : value === undefined ? '' : withHome(text);
  const { version } = draft;
  useEffect(() => {
    if (path === '') return;
    return watchFile(path, version, () => {
      keep(task, name, { text });
      session.setValue(name, undefined);
    });
  }, [path, version, value, text, name, task, session, keep]);
  return { draft, choose };
}

/** Reads the file that a text names, as the command line does; what is wrong with it is part of the answer. */
async function readChosen(field: FieldProps['field'], name: string, text: string): Promise<FileDraft> {
  try {
    const path = await meantPath(text);
    const version = await versionOf(path);
    const sources = { takeStandardInput: noStandardInput, note: () => undefined };
    const value: FieldValue = await readField(field, { words: [path], positional: true, name }, sources);
    return { text, value, version };
  } catch (error) {
    return { text, failure: messageOf(error) };
  }
}
