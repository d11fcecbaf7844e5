import { exampleRound } from '@tryout/engine';
import { useState } from 'react';
import { useJob } from './use-job.ts';
import { usePicker, type Notice } from './use-picker.ts';

/**
 * Fills in the examples of the model or task, one after another.
 * @param tone of the notice about a filled-in example
 */
export function useExamples(tone: Notice['tone']) {
  const { session, notify } = usePicker();
  const job = useJob();
  const [round] = useState(() => exampleRound(session, { hasTitle: true, restoreHint: ' (Ctrl-_ to undo)' }));
  const tones = { filled: tone, failed: 'error', none: 'plain', unfit: 'plain' } as const;
  return {
    fillNext: () =>
      job.start(round.next, (outcome) => outcome && notify(outcome.text, tones[outcome.status])),
    stop: job.stop,
  };
}
