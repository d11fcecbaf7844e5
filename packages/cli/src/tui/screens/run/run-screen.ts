import { canRun, isRunning } from '@tryout/engine';
import { rememberRun } from '../../app/last-run.ts';
import type { Picker } from '../../app/picker.ts';
import type { Size } from '../../display/size.ts';
import { codeScreen } from '../code/code-screen.ts';
import { scrollCommands } from '../../panels/scroll-commands.ts';
import type { Command, Drawing, Screen } from '../screen.ts';
import { failureCommands } from './failure-commands.ts';
import { headLines, withPart } from './head-lines.ts';
import { partCommands, resultCommands } from './result-commands.ts';
import { createRunClock } from './run-clock.ts';
import { createRunView } from './run-view.ts';
import { createSavePrompt, type SavePrompt } from './save-prompt.ts';

/** From this height on there is an empty line below what is said of the run. */
const ROOMY = 12;

/** The run at hand, which the form has begun: what it waits for, what streams in, its result, or why it failed. */
export function runScreen(picker: Picker): Screen {
  const { session, theme } = picker;
  const view = createRunView(picker);
  const clock = createRunClock(picker, () => picker.screens.at(-1) === screen);
  let prompt: SavePrompt | undefined;
  let isPlaying = false;
  const run = () => session.getSnapshot().run;

  function retry(): void {
    if (!canRun(session.getSnapshot()))
      return picker.notify('Some input is missing: e goes back to the inputs.');
    endPrompt();
    stopPlaying();
    view.reset();
    clock.restart();
    void session.run();
    picker.redraw();
  }

  function endPrompt(): void {
    prompt = undefined;
  }

  function stopPlaying(): void {
    isPlaying = false;
    picker.endWork('play');
  }

  function cancel(): void {
    session.cancel();
    picker.redraw();
  }

  function commands(): readonly Command[] {
    const scrolling = scrollCommands(view.scroll);
    if (prompt) return prompt.commands();
    const code: Command[] = run().request
      ? [
          {
            keys: ['k'],
            label: 'code',
            help: 'This very run as code',
            run: () => picker.open(codeScreen(picker)),
          },
        ]
      : [];
    if (isRunning(session.getSnapshot()))
      return [
        {
          keys: ['escape'],
          label: 'cancel',
          help: 'Cancel the run; what has come so far stays',
          run: cancel,
        },
        ...code,
        ...scrolling,
      ];
    const result = resultCommands(picker, {
      view,
      askToSave(task, saved) {
        const asJson = view.isJson();
        prompt = createSavePrompt(picker, { task: task.id, result: saved, asJson, onEnd: endPrompt });
        picker.redraw();
      },
      isPlaying: () => isPlaying,
      setPlaying: (next) => (isPlaying = next),
    });
    return [
      ...result,
      ...failureCommands(picker, screen),
      ...code,
      { keys: ['r'], label: run().status === 'idle' ? 'run' : 'again', help: 'Run it again', run: retry },
      ...partCommands(picker, view),
      {
        // Not Enter: someone who pressed it twice in the form would not see what came.
        keys: ['e'],
        label: 'inputs',
        help: 'Back to the inputs',
        isMinor: true,
        run: () => picker.back(screen),
      },
      ...scrolling,
    ];
  }

  function draw(room: Size): Drawing {
    rememberRun(picker);
    const asked = prompt?.draw(room.columns) ?? [];
    const told = headLines(picker, clock, room.columns);
    const playing = isPlaying ? [theme.accent('Playing; p stops it.')] : [];
    const head = [...told, ...playing].slice(0, Math.max(1, room.rows - asked.length - 1));
    const gap = room.rows >= ROOMY ? [''] : [];
    const rows = Math.max(0, room.rows - head.length - gap.length - asked.length);
    const body = view.draw({ columns: room.columns, rows });
    const top = withPart(head, picker.isRead ? undefined : body.part, room.columns, theme.dim);
    const above = [...top, ...gap];
    const empty = Array.from({ length: asked.length > 0 ? rows - body.lines.length : 0 }, () => '');
    return {
      lines: [...above, ...body.lines.slice(0, rows), ...empty, ...asked],
      pictures: body.pictures.map((picture) => ({ ...picture, row: picture.row + above.length })),
    };
  }

  const screen: Screen = {
    crumb: () => 'run',
    commands,
    draw,
    takesText: () => prompt?.takesText() ?? false,
    onKey: (key) => prompt?.onKey(key) ?? false,
    onBack() {
      if (!clock.hasJustEnded()) return false;
      picker.notify('The run has just ended; Esc again goes back.');
      return true;
    },
    onLeave() {
      clock.stop();
      stopPlaying();
    },
  };
  return screen;
}
