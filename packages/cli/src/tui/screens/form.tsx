import {
  canRun,
  exampleRound,
  isRunning,
  keptValues,
  missingInputs,
  missingLabels,
  type Field,
  type ToldExample,
  type Values,
} from '@tryout/engine';
import { Box } from 'ink';
import { useContext, useState, type ReactNode } from 'react';
import { Lines } from '../components/lines.tsx';
import { FieldInput } from '../fields/fields.tsx';
import { isUnread } from '../fields/file-drafts.ts';
import { entriesOf, withoutEmptyEntries } from '../fields/list-field.tsx';
import { useFocusScroll } from '../hooks/use-focus-scroll.ts';
import { useJob } from '../hooks/use-job.ts';
import { command, useBindings, useKeys, type Command } from '../hooks/use-keys.ts';
import { ScreenContext, useNavigation, type ScreenName } from '../hooks/use-navigation.ts';
import { useNotify } from '../hooks/use-notice.ts';
import { usePicker, type PickerSettings } from '../hooks/use-picker.ts';
import { useSession } from '../hooks/use-session.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { keyLabel } from '../../terminal/keyboard/key.ts';
import { isUndo } from '../../text-editing/keymap.ts';
import { footerLines, isRoomy } from './form-footer.ts';

/** How the notice about an example looks. */
const looks: Readonly<Partial<Record<ToldExample['status'], 'good' | 'error'>>> = {
  filled: 'good',
  failed: 'error',
};

/** A place that can have the focus: a field, or an entry of one. */
interface Place {
  readonly name: string;
  readonly entry: number;
}

/** The inputs of the chosen task, and what leads from them: a run, examples, parameters, the provider, code. */
export function FormScreen(): ReactNode {
  const settings = usePicker();
  const { session, isRead } = settings;
  const navigation = useNavigation();
  const notify = useNotify();
  const { terminal, theme, body } = useTerminal();
  const { id } = useContext(ScreenContext);
  const state = useSession();
  const [kept] = useState(() => keptValues(session));
  const [examples] = useState(() =>
    exampleRound(session, kept, {
      connection: settings.connection,
      wayBack: ' (Ctrl-_ brings back what was there)',
    }),
  );
  const exampleJob = useJob();
  const waiting = useJob();
  const [awaited, setAwaited] = useState<string>();
  const fields = Object.entries(state.task?.fields ?? {});
  const places = placesOf(fields, state.values);
  const [wanted, setFocus] = useState<Place>({ name: fields[0]?.[0] ?? '', entry: 0 });
  const focus = placeAt(places, wanted);
  // Where a field has a use of its own for Enter.
  const isEnterTaken = useBindings(id).some(
    ({ level, commands = [] }) => level === 'field' && commands.some(({ keys }) => keys.includes('enter')),
  );

  /** Moves the focus; from the last place to the first when it goes round. */
  function move(step: 1 | -1, goesRound: boolean): void {
    const next = places.indexOf(focus) + step;
    setFocus((goesRound ? places.at(next % places.length) : places[next]) ?? focus);
  }

  /** Takes out entries of lists that were added and left empty. */
  function dropEmptyEntries(): void {
    const { task, values } = session.getSnapshot();
    const filled = task ? withoutEmptyEntries(task, values) : values;
    for (const name of Object.keys(filled))
      if (filled[name] !== values[name]) session.setValue(name, filled[name]);
  }

  function run(): void {
    if (isRunning(session.getSnapshot())) return navigation.open('run');
    dropEmptyEntries();
    const now = session.getSnapshot();
    const [first] = missingInputs(now);
    if (first !== undefined) {
      const value = now.values[first];
      setFocus({ name: first, entry: Array.isArray(value) ? (value as readonly string[]).indexOf('') : 0 });
      return notify(`Missing: ${missingLabels(now).join(', ')}`);
    }
    if (!canRun(now)) return notify('Choose a model first, or an endpoint with Ctrl-T.');
    exampleJob.stop();
    void session.run();
    navigation.open('run');
  }

  /** Runs; where the file of the field is still being read, as soon as it is. */
  function enter(): void {
    if (!isBeingRead(settings, focus.name)) return run();
    setAwaited(focus.name);
    waiting.start(async (signal) => {
      const isThere = await fileRead(settings, focus.name, signal);
      setAwaited(undefined);
      const isHere = navigation.screens.get().at(-1)?.id === id;
      if (isThere && isHere && missingInputs(session.getSnapshot()).length === 0) run();
    });
  }

  function restore(): void {
    exampleJob.stop();
    if (kept.restore()) notify('Brought back.');
  }

  function clear(): void {
    waiting.stop();
    if (kept.freshBy() === 'clearing') return restore();
    exampleJob.stop();
    kept.replace('clearing', session.clear);
    notify('Cleared; Ctrl-L once more brings it back.');
  }

  function nextExample(): void {
    notify('Fetching an example');
    exampleJob.start(async (signal) => {
      const told = await examples.next(signal);
      if (told) notify(told.text, looks[told.status]);
    });
  }

  const way = (key: string, name: ScreenName, label: string, help: string, isMinor = false): Command => ({
    keys: [key],
    label,
    help,
    isMinor,
    run: () => navigation.open(name),
  });
  // What is added and left empty is not in the way of a run.
  const shown = state.task ? { ...state, values: withoutEmptyEntries(state.task, state.values) } : state;
  useKeys({
    takesText: true,
    commands: [
      command('enter', 'run', 'Run the model, or go on to what is missing', enter),
      {
        keys: ['ctrl+r'],
        label: 'run',
        help: 'Run the model',
        isMinor: !isEnterTaken || !canRun(shown),
        run,
      },
      command('ctrl+x', 'example', 'Fill in the next example', nextExample),
      { keys: ['tab'], label: 'next input', isMinor: true, run: () => move(1, true) },
      { keys: ['shift+tab'], label: 'input before', isMinor: true, run: () => move(-1, true) },
      way('ctrl+p', 'parameters', 'parameters', 'Parameters of the run'),
      way('ctrl+t', 'provider', 'provider', 'Who serves the model'),
      command('ctrl+l', 'clear', 'Clear all inputs; once more brings them back', clear),
      ...(state.run.status === 'idle'
        ? []
        : [
            way(
              'ctrl+o',
              'run',
              'last run',
              'The last run of the model again: its result, without asking anew',
              true,
            ),
          ]),
      {
        ...way('ctrl+g', 'code', 'code', 'The code of this request', true),
        run() {
          dropEmptyEntries();
          navigation.open('code');
        },
      },
      ...(kept.freshBy() === undefined
        ? []
        : [{ keys: ['ctrl+_', 'alt+u'], label: 'bring back', isMinor: true, run: restore }]),
    ],
    onKey(key) {
      if (key.name === 'up') move(-1, false);
      else if (key.name === 'down') move(1, false);
      else if (isUndo(key)) restore();
      else return false;
      return true;
    },
  });

  const footer = footerLines(shown, {
    ...{ terminal, theme, isRead, ...body },
    runKey: keyLabel(isEnterTaken ? 'ctrl+r' : 'enter', terminal),
  });
  const rows = Math.max(1, body.rows - footer.length);
  const { content, top, reveal } = useFocusScroll(rows);
  return (
    <Box flexDirection="column" {...(isRead ? {} : { height: body.rows })}>
      <Box flexDirection="column" flexShrink={1} overflow={isRead ? 'visible' : 'hidden'}>
        <Box
          ref={content}
          flexDirection="column"
          flexShrink={0}
          gap={isRoomy(body.rows) && !isRead ? 1 : 0}
          marginTop={-top}
        >
          {fields.map(([name, field]) => (
            <FieldInput
              key={name}
              name={name}
              field={field}
              value={state.values[name]}
              onChange={(value) => session.setValue(name, value)}
              focus={focus.name === name ? focus.entry : undefined}
              isAwaited={awaited === name}
              onFocus={(entry) => setFocus({ name, entry })}
              rows={rows}
              reveal={reveal}
            />
          ))}
        </Box>
      </Box>
      <Lines lines={footer} />
    </Box>
  );
}

/** All places that can have the focus, in their order: a list has one more for its button. */
function placesOf(fields: readonly (readonly [string, Field])[], values: Values): readonly Place[] {
  return fields.flatMap(([name, field]) => {
    const count = field.kind === 'list' ? entriesOf(field, values[name]).length + 1 : 1;
    return Array.from({ length: count }, (_, entry) => ({ name, entry }));
  });
}

/** The place that is wanted, or the last one of its field where entries have gone. */
function placeAt(places: readonly Place[], { name, entry }: Place): Place {
  return (
    places.findLast((place) => place.name === name && place.entry <= entry) ?? places[0] ?? { name, entry }
  );
}

function isBeingRead({ session, memory }: PickerSettings, name: string): boolean {
  const { task, values } = session.getSnapshot();
  return isUnread(memory.fileDrafts.of(task?.id ?? '', name, values[name]));
}

/** Waits for the file of a field. @returns false where it cannot be read, or another one was typed meanwhile */
function fileRead({ session, memory }: PickerSettings, name: string, signal: AbortSignal): Promise<boolean> {
  const { drafts } = memory.fileDrafts;
  const draft = () => drafts.get().get(`${session.getSnapshot().task?.id}/${name}`);
  const awaited = draft()?.text;
  return new Promise((resolve) => {
    const look = () => {
      const now = draft();
      const isOver = signal.aborted || now?.text !== awaited || now?.failure !== undefined;
      const isRead = now?.value !== undefined && now.value === session.getSnapshot().values[name];
      if (!isOver && !isRead) return;
      stops.forEach((stop) => stop());
      resolve(!isOver);
    };
    const stops = [drafts.subscribe(look), session.subscribe(look)];
    signal.addEventListener('abort', look, { once: true });
  });
}
