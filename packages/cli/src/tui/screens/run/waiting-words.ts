import type { SessionState } from '@tryout/engine';
import { count, describeEvent, duration } from '../../../terminal/index.ts';

/** What a run that is under way waits for. */
export function waitingWords({ run, model }: Pick<SessionState, 'run' | 'model'>): string {
  const { status, request, progress, waiting, text } = run;
  if (status === 'streaming') return `Streaming: ${count(text.length)} characters so far`;
  if (waiting) return describeEvent({ type: 'waiting', ...waiting }).text;
  if (progress) return describeEvent({ type: 'progress', ...progress }).text;
  if (!request) return model === undefined ? 'Looking up who answers' : `Looking up who serves ${model}`;
  return 'Waiting for the answer';
}

/** The time that something takes so far; short ones need no clock. */
export function clockWords(milliseconds: number): string {
  return milliseconds < 1000 ? '' : duration(Math.floor(milliseconds / 1000));
}
