import { canRun, isRunning, keptValues, missingInputs, missingLabels } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { isUndo } from '../../text-editing/keymap.ts';
import { codeScreen } from '../code/code-screen.ts';
import { parametersScreen } from '../parameters/parameters-screen.ts';
import { providerScreen } from '../provider/provider-screen.ts';
import { runScreen } from '../run/run-screen.ts';
import type { Command, Screen } from '../screen.ts';
import { exampleFilling } from './example-filling.ts';
import { formFields } from './form-fields.ts';
import { formDrawer } from './form-lines.ts';

/** The inputs of the chosen task, and what leads from them: a run, examples, parameters, the provider, code. */
export function formScreen(picker: Picker): Screen {
  const { session } = picker;
  const fields = formFields(picker);
  const drawer = formDrawer(picker, fields);
  const kept = keptValues(session);
  const examples = exampleFilling(picker, kept);
  const state = session.getSnapshot;

  function run(): void {
    if (isRunning(state())) return picker.open(runScreen(picker));
    const [first] = missingInputs(state());
    if (first !== undefined) {
      fields.focus(first);
      return picker.notify(`Missing: ${missingLabels(state()).join(', ')}`);
    }
    if (!canRun(state())) return picker.notify('Choose a model first, or an endpoint with Ctrl-T.');
    examples.end();
    void session.run();
    picker.open(runScreen(picker));
  }

  function enter(): void {
    const box = fields.box();
    if (box?.onEnter?.()) return picker.redraw();
    if (!box?.isReading?.()) return run();
    isAwaited = true;
  }

  /** Enter was pressed before the file of its box was read: what it means is done then, unless another key comes first. */
  let isAwaited = false;
  function runWhenRead(): void {
    if (!isAwaited || missingInputs(state()).length > 0) return;
    isAwaited = false;
    if (picker.screens.at(-1) === screen) run();
  }
  const unsubscribe = session.subscribe(() => {
    if (isAwaited) queueMicrotask(runWhenRead);
  });

  function clear(): void {
    isAwaited = false;
    if (kept.freshBy() === 'clearing') return restore();
    examples.end();
    kept.replace('clearing', session.clear);
    picker.notify('Cleared; Ctrl-L once more brings it back.');
  }

  function restore(): void {
    examples.end();
    if (kept.restore()) picker.notify('Brought back.');
  }

  function move(direction: 'next' | 'previous'): void {
    fields.move(direction, true);
    picker.redraw();
  }

  function commands(): readonly Command[] {
    const own = fields.box()?.commands?.() ?? [];
    const label = fields.box()?.enterLabel?.() ?? 'run';
    // Where Enter does something else.
    const isRunShown = label !== 'run' && canRun(state());
    return [
      { keys: ['enter'], label, help: 'Run the model, or go on to what is missing', run: enter },
      { keys: ['ctrl+r'], label: 'run', help: 'Run the model', isMinor: !isRunShown, run },
      ...own,
      { keys: ['ctrl+x'], label: 'example', help: 'Fill in the next example', run: examples.next },
      { keys: ['tab'], label: 'next input', isMinor: true, run: () => move('next') },
      { keys: ['shift+tab'], label: 'input before', isMinor: true, run: () => move('previous') },
      {
        keys: ['ctrl+p'],
        label: 'parameters',
        help: 'Parameters of the run',
        run: () => picker.open(parametersScreen(picker)),
      },
      {
        keys: ['ctrl+t'],
        label: 'provider',
        help: 'Who serves the model',
        run: () => picker.open(providerScreen(picker)),
      },
      { keys: ['ctrl+l'], label: 'clear', help: 'Clear all inputs; once more brings them back', run: clear },
      ...(state().run.status === 'idle'
        ? []
        : [
            {
              keys: ['ctrl+o'],
              label: 'last run',
              help: 'The last run of the model again: its result, without asking anew',
              isMinor: true,
              run: () => picker.open(runScreen(picker)),
            },
          ]),
      {
        keys: ['ctrl+g'],
        label: 'code',
        help: 'The code of this request',
        isMinor: true,
        run: () => picker.open(codeScreen(picker)),
      },
    ];
  }

  const screen: Screen = {
    crumb: () => state().model ?? state().choices.endpointUrl ?? 'inputs',
    commands,
    takesText: () => true,
    onKey(key) {
      isAwaited = false;
      if (isUndo(key) && kept.freshBy() !== undefined) {
        restore();
        return true;
      }
      if (fields.box()?.onKey(key)) {
        picker.redraw();
        return true;
      }
      if (key.name === 'up' || key.name === 'down') {
        if (fields.move(key.name === 'up' ? 'previous' : 'next', false)) picker.redraw();
        return true;
      }
      if (!isUndo(key)) return false;
      restore();
      return true;
    },
    draw: (room) =>
      drawer.draw(room, state(), fields.box()?.enterLabel?.() === undefined ? 'enter' : 'ctrl+r'),
    onLeave() {
      isAwaited = false;
      unsubscribe();
      examples.end();
    },
  };
  return screen;
}
