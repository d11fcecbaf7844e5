import { exampleRound, isRunning, type SessionState } from '@tryout/engine';
import { useState } from 'react';
import { aboutCommand } from './global-commands.ts';
import { useJob } from './use-job.ts';
import { command, minorCommand, type Command } from './use-keys.ts';
import { usePicker } from './use-picker.ts';

/**
 * Commands of forms and conversations: examples, clearing, and screens for parameters, providers and code.
 * @param beforeCode called before the code is shown
 */
export function useInputCommands(state: SessionState, beforeCode?: () => void) {
  const settings = usePicker();
  const { session, navigation, notify } = settings;
  const job = useJob();
  const [round] = useState(() => exampleRound(session, { hasTitle: true, restoreHint: ' (Ctrl-_ to undo)' }));

  function restore(): void {
    job.stop();
    if (session.restore()) notify('Restored.');
  }

  function clear(): void {
    if (session.getSnapshot().replacedBy === 'clear') return restore();
    job.stop();
    session.clear();
    notify('Cleared. Press Ctrl-L again to undo.');
  }

  function fillExample(): void {
    notify('Loading an example');
    job.start(
      round.next,
      (outcome) => outcome && notify(outcome.text, outcome.status === 'failed' ? 'error' : 'plain'),
    );
  }

  function showCode(): void {
    beforeCode?.();
    navigation.open('code');
  }

  const commands: readonly (Command | false)[] = [
    !isRunning(state) && command('ctrl+x', 'example', 'Fill in the next example', fillExample),
    command('ctrl+p', 'parameters', 'Edit parameters', () => navigation.open('parameters')),
    command('ctrl+t', 'provider', 'Choose a provider and options', () => navigation.open('provider')),
    command('ctrl+l', 'clear', 'Clear all inputs; press again to undo', clear),
    aboutCommand(settings, state.task),
    minorCommand('ctrl+g', 'code', 'Show code for these inputs', showCode),
    state.replacedBy !== undefined &&
      minorCommand('ctrl+_ alt+u', 'undo', 'Undo clearing, editing or an example', restore),
  ];
  return { commands, restore, stopExample: job.stop };
}
