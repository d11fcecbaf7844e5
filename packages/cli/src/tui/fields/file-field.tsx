import {
  fieldKinds,
  getJsonFile,
  isFileInput,
  isJsonFileName,
  getMessage,
  parseJsonField,
  readFileInput,
  visibleLine,
  type Field,
  type FieldValue,
  type FileFieldKind,
} from '@tryout/engine';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { joinWords, parseDroppedPath, parseDroppedPaths, withHome } from '../../files/paths.ts';
import { watchFile } from '../../files/watch-file.ts';
import type { Key } from '../../terminal/keyboard/key.ts';
import { getAction } from '../../text-editing/editing.ts';
import { TextLine } from '../components/text-line.tsx';
import { getFileDraft, isUnread, readFileDraft, type FileDraft } from '../hooks/file-draft.ts';
import { useJob, usePlayer } from '../hooks/use-job.ts';
import { command, useKeys, type Command } from '../hooks/use-keys.ts';
import { useIsShown, usePicker, useTerminal } from '../hooks/use-picker.ts';
import { FileDetails } from './file-details.tsx';
import { useCompletion } from './completion.ts';
import { indent, Labeled, type FieldProps } from './field.tsx';

type FileFieldProps = FieldProps<Extract<Field, { kind: FileFieldKind }>>;

export function FileFieldInput(props: FileFieldProps): ReactNode {
  const { field, value, focus, onChange } = props;
  const { theme, body } = useTerminal();
  const { notify } = usePicker();
  const isMedia = fieldKinds[field.kind].media !== undefined;
  const isFocused = focus !== undefined;
  const isShown = useIsShown();
  const [draft, choose] = useChosenFile(props);
  const isTyping = isFocused && isShown && draft.text !== '';
  const completion = useCompletion(field.kind, isTyping, choose);
  const { match, type, close, marked } = completion;
  // A fully typed path is already chosen.
  const isTaken = match?.text === draft.text && value !== undefined;
  const entry = isTaken ? undefined : match;

  /** Replaces the text without suggestions. */
  function put(text: string): void {
    close();
    choose(text);
  }

  function onKey(key: Key): true | undefined {
    const several = key.name === 'paste' ? parseDroppedPaths(key.text) : undefined;
    const one = key.name === 'paste' ? parseDroppedPath(key.text) : undefined;
    const path = several ? joinWords(several) : one;
    if (path === undefined && key.name === 'paste' && pasteTable(key.text)) return true;
    const isErased =
      draft.text === '' && value !== undefined && getAction(key)?.startsWith('erase-') === true;
    if (path === undefined && !isErased) return undefined;
    put(path ?? '');
    return true;
  }

  /** Takes pasted JSON, CSV or TSV. */
  function pasteTable(text: string): boolean {
    if (isMedia || !/\n|^[[{]/.test(text.trim())) return false;
    try {
      onChange(parseJsonField(text, 'The pasted text'), { text: '', fileName: 'Pasted text' });
      close();
    } catch (error) {
      notify(getMessage(error), 'error');
    }
    return true;
  }

  const play = usePlayCommand(value);
  const [isGrid, setGrid] = useState(false);
  const view =
    isJsonFileName(getJsonFile(value)) &&
    command('ctrl+v', isGrid ? 'JSON' : 'table', 'Show the JSON file as text or as a table', () =>
      setGrid(!isGrid),
    );
  const files = match && !match.isFolder && marked.length === 1 ? new Set([...marked, match.text]) : marked;
  const enter =
    marked.length > 0
      ? command('enter', 'use marked', 'Use the marked files', () => put(joinWords([...files])))
      : entry
        ? command('enter', entry.isFolder ? 'open' : 'choose', 'Choose the entry', () =>
            entry.isFolder ? type(entry.text) : put(entry.text),
          )
        : draft.failure !== undefined &&
          completion.commands.length === 0 &&
          command('enter', 'reload', 'Reload the file', () => put(draft.text));
  useKeys({ level: 'field', isActive: isFocused, commands: [enter, ...completion.commands, play, view] });
  return (
    <Labeled label={field.label} isFocused={isFocused}>
      <TextLine
        value={draft.text}
        onChange={type}
        onKey={onKey}
        width={body.columns - theme.margin.length}
        label={indent(theme, isFocused)}
        placeholder={placeholderFor(value, draft)}
        isFocused={isFocused}
      />
      <FileDetails
        draft={draft}
        value={value}
        suggestions={isFocused ? completion.suggestions : undefined}
        isFocused={isFocused}
        isMedia={isMedia}
        isGrid={isGrid}
      />
    </Labeled>
  );
}

function placeholderFor(value: FieldValue | undefined, { fileName }: FileDraft): string {
  if (value === undefined) return 'No file chosen';
  if (fileName !== undefined) return fileName;
  return isFileInput(value) ? visibleLine(value.name) : 'JSON';
}

function usePlayCommand(value: FieldValue | undefined): Command | false {
  const player = usePlayer();
  const isSound = isFileInput(value) && /^(?:audio|video)\/|^application\/ogg$/.test(value.contentType);
  if (!isSound) return false;
  if (player.isPlaying) return command('ctrl+v', 'stop', 'Stop playback', player.stop);
  const { contentType } = value;
  const sound = async () => ({ contentType, bytes: await readFileInput(value) });
  return command('ctrl+v', 'play', 'Play the audio file', () => player.play(sound()));
}

/**
 * Reads a field's file in the background, and again when it changes on disk.
 * @returns the draft, and a function that replaces its text
 */
function useChosenFile(props: FileFieldProps): readonly [FileDraft, (text: string) => void] {
  const { name, field, value, onChange } = props;
  const { session, connection } = usePicker();
  const job = useJob();
  const task = session.getSnapshot().task?.id ?? '';
  const draft = getFileDraft(props.draft, value);
  const { text, version } = draft;
  const mustRead = isUnread(draft, value);

  function choose(next: string): void {
    onChange(undefined, { text: next });
  }

  const onRead = useEffectEvent((file: Awaited<ReturnType<typeof readFileDraft>>) => {
    // An example may have replaced it in the meantime.
    if (session.getSnapshot().values[name] === undefined) onChange(file.value, file.draft);
  });
  useEffect(() => {
    if (!mustRead) return;
    const { task: current } = session.getSnapshot();
    // A conversation has further files, of which it takes one.
    const batchTask = current && Object.hasOwn(current.fields, name) ? current : undefined;
    job.start((signal) => readFileDraft(field, text, batchTask, connection(), signal), onRead);
    return job.cancel;
  }, [mustRead, text, field, name, task, job, session, connection]);

  const path = isFileInput(value) ? (value.path ?? '') : value === undefined ? '' : withHome(text);
  const readAgain = useEffectEvent(() => choose(text));
  useEffect(
    () => (path === '' ? undefined : watchFile(path, version, readAgain)),
    [path, version, value, task],
  );
  return [draft, choose];
}
