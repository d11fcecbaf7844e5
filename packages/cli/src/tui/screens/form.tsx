import {
  canRun,
  findEmptyEntry,
  isConversational,
  isListField,
  isRunning,
  listEntries,
  missingInputs,
  missingText,
  tidyLists,
  getUnconfirmed,
  runOptions,
  type Field,
  type FieldDraft,
  type FieldValue,
  type Values,
  type SessionState,
} from '@tryout/engine';
import { Box } from 'ink';
import { useContext, useState, type ComponentType, type ReactNode } from 'react';
import { keyLabel } from '../../text-editing/key.ts';
import { getAction } from '../../text-editing/editing.ts';
import { pad, getWidth, type Size } from '../../screen/index.ts';
import { FocusScroll } from '../components/scroll.tsx';
import { Lines, paragraph } from '../components/text.tsx';
import type { FieldProps } from '../fields/field.tsx';
import { fieldInputs } from '../fields/fields.tsx';
import { getFileDraft, isUnread } from '../hooks/file-draft.ts';
import { RUN_ALL, useRunAll } from '../hooks/use-batch.ts';
import { useInputCommands, useConfirmation } from '../hooks/use-commands.ts';
import { startComparison, useMarks } from '../hooks/use-comparison.ts';
import {
  command,
  minorCommand,
  useBindings,
  useKeys,
  ScreenContext,
  usePicker,
  useSession,
  useTerminal,
} from '../hooks/use-picker.ts';
import { ChatScreen } from './chat.tsx';

const RUN = '[ Run ] ';
const CLEAR = ' [ Clear ] Ctrl-L';
const ABOUT = ' About this task: F3';
/** Minimum width for the Clear button and the key of the screen about the task. */
const WIDE = 60;
const ROOMY = 9;

/** Whether there is room for empty lines and all of the footer. */
function isRoomy({ rows }: Size): boolean {
  return rows >= ROOMY;
}

/**
 * The form's buttons and missing inputs, and the run's options below.
 * @param runKey the label of the key that runs the model
 * @param confirmation what has to be confirmed first
 * @param offer several inputs that can run, and the key
 */
function useFooterLines(
  state: SessionState,
  runKey: string,
  confirmation: string | undefined,
  offer: string | undefined,
): readonly string[] {
  const { theme, body } = useTerminal();
  const { columns } = body;
  const notice = confirmation === undefined ? [] : paragraph(confirmation, columns);
  const run = canRun(state) || offer !== undefined ? theme.accent(RUN) : theme.dim(RUN);
  const clear = columns >= WIDE ? CLEAR : '';
  const room = Math.max(1, columns - getWidth(RUN) - clear.length);
  const status = theme.cut(offer ?? getStatus(state, runKey), room);
  const buttons = run + theme.dim(clear === '' ? status : pad(status, room) + clear);
  const facts = runOptions(state).join(theme.separator);
  const factsRoom = columns - ABOUT.length;
  const hasRoom = columns >= WIDE && getWidth(facts) <= factsRoom;
  const options = theme.dim(hasRoom ? pad(facts, factsRoom) + ABOUT : theme.cut(facts, columns));
  return isRoomy(body) ? [...notice, buttons, options] : [notice[0] ?? buttons];
}

/** Why the form cannot run, or the key that runs it. */
function getStatus(state: SessionState, runKey: string): string {
  if (isRunning(state)) return 'A run is in progress';
  if (getUnconfirmed(state).length > 0) return 'This run is not confirmed';
  const missing = missingText(state);
  if (missing !== '') return `${missing} to run`;
  return canRun(state) ? runKey : 'Choose a model to run';
}

/** The inputs of the chosen task, and commands to run, fill in examples, change options and show code. */
export function FormScreen(): ReactNode {
  const { isComparing } = useMarks();
  return isConversational(useSession()) && !isComparing ? <ChatScreen /> : <TaskForm />;
}

function TaskForm(): ReactNode {
  const settings = usePicker();
  const { session, navigation, notify } = settings;
  const { marked, isComparing } = useMarks();
  const { terminal, theme, body, isScreenReader } = useTerminal();
  const { id } = useContext(ScreenContext);
  const state = useSession();
  const confirmation = useConfirmation(state);
  const fields = Object.entries(state.task?.fields ?? {});
  const targets = focusTargets(fields, state.values);
  const [target, setFocus] = useState({ name: '', entry: 0 });
  // The requested entry may have been removed.
  const focus =
    targets.findLast(({ name, entry }) => name === target.name && entry <= target.entry) ??
    targets[0] ??
    target;
  const move = (step: 1 | -1) =>
    setFocus(targets.at((targets.indexOf(focus) + step) % targets.length) ?? focus);
  const tidyState = { ...state, values: tidyLists(state.task?.fields, state.values) };
  const canSend = canRun(tidyState);
  const enterCommand = useBindings(id).commands.find(({ keys }) => keys.includes('enter'));
  const isEnterTaken = enterCommand?.label !== (isComparing ? 'compare' : 'run');

  function tidy(): void {
    const { values, ...now } = session.getSnapshot();
    for (const [name, value] of Object.entries(tidyLists(now.task?.fields, values)))
      if (value !== values[name]) session.setValue(name, value);
  }

  const { commands: inputs, restore, stopExample } = useInputCommands(state, tidy);
  const runAll = useRunAll(state, confirmation?.text, stopExample);

  function run(): void {
    if (isRunning(session.getSnapshot())) return navigation.open('run');
    tidy();
    const now = session.getSnapshot();
    const [first] = missingInputs(now);
    if (first !== undefined) {
      const value = now.values[first];
      const entry = Array.isArray(value) ? findEmptyEntry(value as readonly string[]) : 0;
      setFocus({ name: first, entry: Math.max(0, entry) });
      if (isUnread(getFileDraft(now.drafts[first], value), value))
        return notify('The file is being read. Try again when it is done.');
      return notify(`${missingText(now)} to run`);
    }
    if (confirmation) return notify(confirmation.text);
    if (!canRun(now)) return notify('Choose a model first, or set an endpoint with Ctrl-T.');
    stopExample();
    if (isComparing) return startComparison(settings, marked);
    void session.run();
    navigation.open('run');
  }

  function change(name: string, value: FieldValue | undefined, draft?: FieldDraft): void {
    const { values, drafts } = session.getSnapshot();
    if (values[name] !== value || drafts[name] !== draft) session.setValue(name, value, draft);
  }

  useKeys({
    takesText: true,
    commands: [
      runAll?.command ?? false,
      {
        ...command('enter', isComparing ? 'compare' : 'run', 'Run the model, or go to a missing input', run),
        isMinor: !canSend,
      },
      { ...command('ctrl+r', 'run', 'Run the model', run), isMinor: !isEnterTaken || !canSend },
      confirmation?.command ?? false,
      ...inputs,
      minorCommand('tab', 'next input', 'Go to the next input', () => move(1)),
      minorCommand('shift+tab', 'previous input', 'Go to the previous input', () => move(-1)),
      state.run.status !== 'idle' &&
        command('f4 alt+r', 'last run', 'Show the last run', () => navigation.open('run')),
    ],
    onKey(key) {
      if (key.name === 'up') move(-1);
      else if (key.name === 'down') move(1);
      else if (getAction(key) === 'undo') restore();
      else return false;
      return true;
    },
  });

  const runAllKey = keyLabel(enterCommand?.label === RUN_ALL ? 'enter' : 'f7', terminal);
  const footer = useFooterLines(
    tidyState,
    keyLabel(isEnterTaken ? 'ctrl+r' : 'enter', terminal),
    confirmation?.text,
    runAll && `${runAll.label}: ${RUN_ALL} (${runAllKey})`,
  );
  const heading = isComparing
    ? [theme.accent(theme.cut(`Comparing ${marked.length} models: ${marked.join(', ')}`, body.columns))]
    : [];
  const inputRows = body.rows - footer.length - heading.length - (isRoomy(body) ? 1 : 0);
  return (
    <Box flexDirection="column" height={isScreenReader ? undefined : body.rows}>
      <Lines lines={heading} />
      <FocusScroll rows={Math.max(1, inputRows)} isRoomy={isRoomy(body)}>
        {fields.map(([name, field]) => {
          const Input = fieldInputs[field.kind] as ComponentType<FieldProps>;
          return (
            <Input
              key={name}
              name={name}
              field={field}
              value={state.values[name]}
              draft={state.drafts[name]}
              onChange={(value, draft) => change(name, value, draft)}
              focus={focus.name === name ? focus.entry : undefined}
              onFocus={(entry) => setFocus({ name, entry })}
            />
          );
        })}
      </FocusScroll>
      <Lines lines={footer} />
    </Box>
  );
}

/** The fields and the entries of lists that can be focused, in order, including the buttons of lists. */
function focusTargets(fields: readonly (readonly [string, Field])[], values: Values) {
  return fields.flatMap(([name, field]) => {
    const count = isListField(field) ? listEntries(field, values[name]).length + 1 : 1;
    return Array.from({ length: count }, (_, entry) => ({ name, entry }));
  });
}
