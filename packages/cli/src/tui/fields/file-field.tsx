import {
  type Field,
  type FieldValue,
  isFileInput,
  messageOf,
  readFileInput,
  visibleLine,
} from '@tryout/engine';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { FileFieldKind } from '../../files/folder.ts';
import { droppedPath, meantPath, withHome } from '../../files/paths.ts';
import { versionOf, watchFile } from '../../files/watch-file.ts';
import { noStandardInput } from '../../inputs/no-standard-input.ts';
import { readField } from '../../inputs/read-field.ts';
import type { Key } from '../../terminal/keyboard/key.ts';
import { actionOf } from '../../text-editing/actions.ts';
import { TextLine } from '../components/text-line.tsx';
import { useJob, usePlayer } from '../hooks/use-job.ts';
import { command, type Command, useKeys } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { usePicker, useTerminal } from '../hooks/use-picker.ts';
import { BelowPath } from './below-path.tsx';
import { useCompletion } from './completion.ts';
import { type FieldProps, Labeled, leadOf } from './field.tsx';
import { type FileDraft, fileDraftOf, isUnread } from './file-drafts.ts';

type FileFieldProps = FieldProps<Extract<Field, { kind: FileFieldKind }>>;

/** A file: its path, what may complete it, and what is in the file. */
export function FileFieldInput(props: FileFieldProps): ReactNode {
  const { field, value, focus, isAwaited } = props;
  const { theme, body } = useTerminal();
  const isFocused = focus !== undefined;
  const isShown = useIsShown();
  const [draft, choose] = useChosenFile(props);
  // Clear may have emptied the text.
  const isTyping = isFocused && isShown && !isAwaited && draft.text !== '';
  const completion = useCompletion(field.kind, isTyping, choose);
  const { chosen, isMoved, typed, close, put } = completion;
  // A file that was just typed whole is there already.
  const isTaken = chosen?.isFolder === false && !isMoved && chosen.text === draft.text && value !== undefined;
  const entry = isTaken ? undefined : chosen;

  /** @returns false where there is nothing to take */
  function take(): boolean {
    if (!entry) return false;
    if (entry.isFolder) typed(entry.text);
    else {
      close();
      if (entry.text !== draft.text || value === undefined) choose(entry.text);
    }
    return true;
  }

  /** Looks at keys before the text does: a dropped file, and erasing a file that has no path. */
  function onKey(key: Key): true | undefined {
    const dropped = key.name === 'paste' ? droppedPath(key.text) : undefined;
    const isErased = draft.text === '' && value !== undefined && actionOf(key)?.startsWith('erase-') === true;
    if (dropped === undefined && !isErased) return undefined;
    put(dropped ?? '');
    return true;
  }

  const play = usePlay(value);
  const enter = entry
    ? command('enter', entry.isFolder ? 'open' : 'take', 'Take the chosen entry', take)
    : draft.failure !== undefined &&
      command('enter', 'read again', 'Read the file again', () => put(draft.text));
  useKeys({ level: 'field', isActive: isFocused, commands: [enter, ...completion.commands, play] });
  // After the text, in which the cursor may go right.
  useKeys({ isActive: isFocused, onKey: ({ name }) => name === 'right' && take() });
  return (
    <Labeled label={field.label} isFocused={isFocused}>
      <TextLine
        value={draft.text}
        onChange={typed}
        onKey={onKey}
        width={body.columns - theme.margin.length}
        label={leadOf(theme, isFocused)}
        placeholder={nameOf(value)}
        isFocused={isFocused}
      />
      <BelowPath
        draft={draft}
        value={value}
        suggestions={isFocused ? completion.suggestions : undefined}
        isFocused={isFocused}
        kind={field.kind}
      />
    </Labeled>
  );
}

/** What is shown in place of a path where there is none. */
function nameOf(value: FieldValue | undefined): string {
  if (value === undefined) return 'No file chosen';
  return isFileInput(value) ? `${visibleLine(value.name)} (example)` : 'JSON of the example';
}

/** The key that plays a sound that was chosen, and stops it; none for other values. */
function usePlay(value: FieldValue | undefined): Command | false {
  const player = usePlayer(false);
  const isSound = isFileInput(value) && /^(?:audio|video)\/|^application\/ogg$/.test(value.contentType);
  if (!isSound) return false;
  if (player.isPlaying) return command('ctrl+v', 'stop', 'Stop the sound', player.stop);
  const { contentType } = value;
  const sound = async () => ({ contentType, bytes: await readFileInput(value) });
  return command('ctrl+v', 'play', 'Play the chosen sound', () => player.play(sound()));
}

/**
 * The file that a field names, read in the background, and again when it has changed on disk.
 * @returns what is in the input now, and the way to put another text there: its file becomes the field's value
 */
function useChosenFile(props: FileFieldProps): readonly [FileDraft, (text: string) => void] {
  const { name, field, value, onChange } = props;
  const { session } = usePicker();
  const job = useJob();
  const task = session.getSnapshot().task?.id ?? '';
  const draft = fileDraftOf(props.draft, value);
  const { text, version } = draft;
  const isToRead = isUnread(draft, value);

  function choose(next: string): void {
    onChange(undefined, { text: next });
  }

  const take = useEffectEvent((read: ChosenFile) => {
    // Meanwhile an example may have been filled in.
    if (session.getSnapshot().values[name] === undefined) onChange(read.value, read.draft);
  });
  useEffect(() => {
    if (!isToRead) return;
    job.start(async (signal) => {
      const read = await readChosen(field, name, text);
      if (!signal.aborted) take(read);
    });
    return job.stop;
  }, [isToRead, text, field, name, task, job]);

  const path = isFileInput(value) ? (value.path ?? '') : value === undefined ? '' : withHome(text);
  const readAgain = useEffectEvent(() => choose(text));
  useEffect(
    () => (path === '' ? undefined : watchFile(path, version, readAgain)),
    [path, version, value, task],
  );
  return [draft, choose];
}

interface ChosenFile {
  readonly value?: FieldValue;
  readonly draft: FileDraft;
}

/** Reads the file at a typed path, as the commands do. */
async function readChosen(field: Field, name: string, text: string): Promise<ChosenFile> {
  try {
    const path = await meantPath(text);
    const version = await versionOf(path);
    const sources = { takeStandardInput: noStandardInput, note: () => undefined };
    const value = await readField(field, { words: [path], positional: true, name }, sources);
    return { value, draft: { text, version } };
  } catch (error) {
    return { draft: { text, failure: messageOf(error) } };
  }
}
