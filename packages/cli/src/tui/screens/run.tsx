import { canRun, isRunning, proposedName } from '@tryout/engine';
import { Box } from 'ink';
import { useEffect, useState, type ReactNode } from 'react';
import { SavePrompt } from '../components/save-prompt.tsx';
import { runToKeep, type LastRun } from '../../results/farewell.ts';
import { withHolding } from '../../files/ending-fits.ts';
import { command, useKeys, type Command } from '../hooks/use-keys.ts';
import { useNavigation } from '../hooks/use-navigation.ts';
import { useNotify } from '../hooks/use-notice.ts';
import { usePicker, type PickerMemory } from '../hooks/use-picker.ts';
import { useSession } from '../hooks/use-session.ts';
import { useTerminal } from '../hooks/use-terminal.ts';
import { JsonResult } from '../results/json-result.tsx';
import { resultComponents } from '../results/results.tsx';
import { existingFile, resultFiles, savedWords, textFile, writeFiles } from '../../results/save-result.ts';
import { TextResult } from '../results/text-result.tsx';
import { headLines, outputLabel } from './run/head-lines.ts';
import { partialAnswer, useFailureCommands, useResultCommands } from './run/use-result-commands.ts';
import { useRunClock } from './run/use-run-clock.ts';

/** From this height on there is an empty line, and the label of the output has a line of its own. */
const ROOMY = 12;

/** How the output of a run is shown. Another run begins with a new one. */
interface OutputState {
  readonly run: number;
  readonly isJson: boolean;
  /** JSON that was shown once keeps its place. */
  readonly hasJson: boolean;
  /** The part that is chosen among several, from 0. */
  readonly chosen?: number | undefined;
  /** The file name that is proposed while it is asked where to save. */
  readonly saving?: string | undefined;
}

/** The run that the form has started: its progress, what streams in, its result, or its error. */
export function RunScreen(): ReactNode {
  const settings = usePicker();
  const { session, memory, isRead } = settings;
  const shown = useTerminal();
  const { terminal, theme, body } = shown;
  const navigation = useNavigation();
  const notify = useNotify();
  const state = useSession();
  const { task, run } = state;
  const { result } = run;
  const clock = useRunClock(run);
  const [output, setOutput] = useState<OutputState>({ run: 0, isJson: false, hasJson: false });
  const { isJson, chosen, saving } = output;
  const isSaving = saving !== undefined;
  const change = (changes: Partial<OutputState>) => setOutput((now) => ({ ...now, ...changes }));
  // The session forgets the run when another model is chosen.
  useEffect(() => rememberRun(memory, runToKeep(state)), [memory, state]);

  const failureCommands = useFailureCommands(run);
  const { commands, partCommands, isPlaying, stopPlaying } = useResultCommands(run, {
    isJson,
    toggleJson: () => change({ isJson: !isJson, hasJson: true }),
    chosen,
    choose: (part) => change({ chosen: part }),
    askToSave() {
      const view = result?.view ?? { kind: 'text' as const, text: '' };
      if (task) change({ saving: proposedName(task.id, view, isJson) });
    },
  });

  function retry(): void {
    if (!canRun(session.getSnapshot())) return notify('Some input is missing: e goes back to the inputs.');
    stopPlaying();
    clock.restart();
    setOutput({ run: output.run + 1, isJson: false, hasJson: false });
    void session.run();
  }

  const code: Command[] = run.request
    ? [command('k', 'code', 'Code of this run', () => navigation.open('code'))]
    : [];
  useKeys({
    isActive: !isSaving,
    commands: isRunning(state)
      ? [command('escape', 'cancel', 'Cancel the run; what has come so far stays', session.cancel), ...code]
      : [
          ...commands,
          ...failureCommands,
          ...code,
          command('r', run.status === 'idle' ? 'run' : 'again', 'Run it again', retry),
          ...partCommands,
          {
            // Not Enter: whoever pressed it twice in the form would not see the result.
            keys: ['e'],
            label: 'inputs',
            help: 'Back to the inputs',
            isMinor: true,
            run: () => navigation.back('run'),
          },
        ],
    onKey({ name }) {
      if (name !== 'escape' || !clock.isLateCancel()) return false;
      notify('The run has just ended; Esc again goes back.');
      return true;
    },
  });

  const asked = isSaving ? 1 : 0;
  const isRoomy = body.rows >= ROOMY;
  const label = outputLabel(run);
  const told = [
    ...headLines(state, clock, settings, { ...shown, label: isRoomy || isRead ? undefined : label }),
    ...(isPlaying ? [theme.accent('Playing; p stops it.')] : []),
  ].slice(0, Math.max(1, body.rows - asked - 1));
  const below = label ? [theme.title(label)] : [];
  const head = isRead ? [...told, ...below] : isRoomy ? [...told, '', ...below] : told;
  const room = { columns: body.columns, rows: Math.max(0, body.rows - head.length - asked) };

  const Result = result ? resultComponents[result.view.kind] : TextResult;
  const props = { run, head, room, chosen, hasKeys: !isSaving };

  async function save(name: string, replace: boolean): Promise<string | void> {
    const savedTo = result && memory.savedFiles.get(result)?.[0];
    const files = result
      ? await resultFiles(result, { name, asJson: isJson, savedTo, terminal })
      : [textFile(name, partialAnswer(run))];
    const existing = replace ? undefined : await existingFile(files);
    if (existing !== undefined) return existing;
    await writeFiles(files, replace);
    const paths = files.map(({ path }) => path);
    if (result) memory.savedFiles.set(result, paths);
    change({ saving: undefined });
    notify(savedWords(withHolding(paths[0]!, files[0]!.contentType), paths.length - 1), 'good');
  }

  return (
    <Box flexDirection="column" {...(isRead ? {} : { height: body.rows })}>
      <Box flexDirection="column" flexGrow={1} overflow={isRead ? 'visible' : 'hidden'}>
        <Result key={`result ${output.run}`} {...props} isShown={!isJson} />
        {output.hasJson && <JsonResult key={`json ${output.run}`} {...props} isShown={isJson} />}
      </Box>
      {isSaving && (
        <SavePrompt proposed={saving} onSave={save} onCancel={() => change({ saving: undefined })} />
      )}
    </Box>
  );
}

function rememberRun(memory: PickerMemory, run: LastRun | undefined): void {
  if (run) memory.lastRun = run;
}
