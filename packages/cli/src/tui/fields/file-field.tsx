import {
  InputError,
  isFileInput,
  readFileInput,
  visibleLine,
  type Field,
  type FieldValue,
  type FileInput,
} from '@tryout/engine';
import { useState, type ReactNode } from 'react';
import { TextLine } from '../components/text-line.tsx';
import { useJob } from '../hooks/use-job.ts';
import { command, useKeys, type Command } from '../hooks/use-keys.ts';
import { useIsShown } from '../hooks/use-navigation.ts';
import { useNotify } from '../hooks/use-notice.ts';
import { usePicker } from '../hooks/use-picker.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import type { Key } from '../../terminal/keyboard/key.ts';
import { playSound } from '../../system/player.ts';
import { useCompletion, type Completion } from './completion.ts';
import { Labeled, leadOf, type FieldProps } from './field.tsx';
import { BelowPath } from './below-path.tsx';
import type { FileDraft } from './file-drafts.ts';
import type { FileFieldKind } from '../../files/matches.ts';
import { droppedPath } from '../../files/paths.ts';
import { useChosenFile } from './use-chosen-file.ts';

const EMPTY = 'No file chosen';
const ERASING = new Set(['backspace', 'delete', 'ctrl+u', 'ctrl+h', 'ctrl+w', 'ctrl+d']);

type FileField = Extract<Field, { kind: FileFieldKind }>;

/** A file: its path, what may complete it, and what is in the file. */
export function FileFieldInput(props: FieldProps<FileField>): ReactNode {
  const { field, value, focus, isAwaited, reveal } = props;
  const { theme, body } = useTerminal();
  const isFocused = focus !== undefined;
  const isShown = useIsShown();
  const { draft, choose } = useChosenFile(props);
  const completion = useCompletion(field.kind, isFocused && isShown && !isAwaited);
  const { suggestions } = completion;
  const play = usePlay(value);
  const taken = takenBy(completion, draft);
  const typeOn = (text: string) => {
    choose(text);
    completion.typed(text);
  };

  /** @returns false where there is nothing to take */
  function take(): boolean {
    if (!taken) return false;
    if (taken.isFolder) typeOn(taken.text);
    else {
      completion.close();
      if (taken.text !== draft.text || draft.value === undefined) choose(taken.text);
    }
    return true;
  }

  /** Looks at keys before the text does: a dropped file, and erasing a file that has no path. */
  function onKey(key: Key): true | undefined {
    const dropped = key.name === 'paste' ? droppedPath(key.text) : undefined;
    const isErased = draft.text === '' && value !== undefined && ERASING.has(key.name);
    if (dropped === undefined && !isErased) return undefined;
    completion.close();
    choose(dropped ?? '');
    return true;
  }

  const enter = taken
    ? command('enter', taken.isFolder ? 'open' : 'take', 'Take the chosen entry', take)
    : draft.failure !== undefined && {
        keys: ['enter'],
        label: 'read again',
        help: 'Read the file again',
        // It may be there by now.
        run: () => {
          completion.close();
          choose(draft.text);
        },
      };
  const isListed = (suggestions?.count ?? 0) > 0;
  useKeys({
    level: 'field',
    isActive: isFocused,
    commands: [...(enter ? [enter] : []), ...(isListed ? listCommands(completion, choose) : []), ...play],
  });
  // After the text, in which the cursor may go right.
  useKeys({ isActive: isFocused, onKey: ({ name }) => name === 'right' && take() });
  return (
    <Labeled label={field.label} isFocused={isFocused} reveal={reveal}>
      <TextLine
        value={draft.text}
        onChange={typeOn}
        onKey={onKey}
        width={body.columns - theme.margin.length}
        label={leadOf(theme, isFocused)}
        placeholder={nameOf(draft)}
        isFocused={isFocused}
      />
      <BelowPath
        draft={draft}
        suggestions={isFocused ? suggestions : undefined}
        isFocused={isFocused}
        kind={field.kind}
      />
    </Labeled>
  );
}

/** The chosen entry, where it says more than what was typed. */
function takenBy({ suggestions, chosen }: Completion, { text, value }: FileDraft): Completion['chosen'] {
  if (!chosen || chosen.isFolder || suggestions?.isMoved) return chosen;
  return chosen.text === text && value !== undefined ? undefined : chosen;
}

function listCommands({ complete, move, close }: Completion, choose: (text: string) => void): Command[] {
  return [
    command('tab', 'complete', 'Complete the path', () => choose(complete())),
    { keys: ['down'], label: 'next entry', isMinor: true, run: () => choose(move(1)) },
    { keys: ['up'], label: 'entry before', isMinor: true, run: () => choose(move(-1)) },
    command('escape', 'close', 'Close the list of files', () => choose(close())),
  ];
}

/** What is shown in place of a path where there is none. */
function nameOf({ value }: FileDraft): string {
  if (value === undefined) return EMPTY;
  return isFileInput(value) ? `${visibleLine(value.name)} (example)` : 'JSON of the example';
}

/** The key that plays a sound that was chosen, and stops it; none for other values. */
function usePlay(value: FieldValue | undefined): readonly Command[] {
  const { environment } = usePicker();
  const notify = useNotify();
  const job = useJob();
  const [isPlaying, setPlaying] = useState(false);
  if (!isSound(value)) return [];
  if (isPlaying) return [command('ctrl+v', 'stop', 'Stop the sound', job.stop)];
  const run = () =>
    job.start(async (signal) => {
      setPlaying(true);
      try {
        const bytes = await readFileInput(value);
        await playSound({ contentType: value.contentType, bytes }, signal, environment);
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        notify(error.message, 'error');
      } finally {
        setPlaying(false);
      }
    });
  return [command('ctrl+v', 'play', 'Play the chosen sound', run)];
}

function isSound(value: FieldValue | undefined): value is FileInput {
  return isFileInput(value) && /^(?:audio|video)\/|^application\/ogg$/.test(value.contentType);
}
