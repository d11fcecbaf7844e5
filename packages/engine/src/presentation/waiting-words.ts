import type { SessionState } from '../session/index.ts';
import { count, duration } from './amounts.ts';
import { describeEvent } from './describe-event.ts';

type Waiting = Pick<SessionState, 'run' | 'model'>;

/** What a run that is under way waits for, and how far it is. */
export function waitingWords({ run, model }: Waiting): string {
  const { status, request, progress, waiting, text, reasoning } = run;
  if (status === 'streaming') {
    const [stage, growing] = text === '' && reasoning ? ['Reasoning', reasoning] : ['Streaming', text];
    return `${stage}: ${count(growing.length)} characters so far`;
  }
  if (waiting) return describeEvent({ type: 'waiting', ...waiting }).text;
  if (progress) return describeEvent({ type: 'progress', ...progress }).text;
  if (!request) return model === undefined ? 'Looking up who answers' : `Looking up who serves ${model}`;
  return 'Waiting for the answer';
}

/** The same without what changes all the time: it is read aloud whenever it does. */
export function spokenWaitingWords(state: Waiting): string {
  const { status, progress, waiting, text, reasoning } = state.run;
  if (status === 'streaming') return text === '' && reasoning ? 'Reasoning' : 'Streaming';
  if (waiting || !progress) return waitingWords(state);
  if (progress.phase === 'download') return 'Receiving';
  return progress.bytes === progress.total ? 'Waiting for the answer' : 'Sending';
}

/** How much of a text that still grows can be read aloud: whole sentences. */
export function spokenLength(text: string): number {
  const ends = ['. ', '? ', '! ', '\n', '。'].map((end) => text.lastIndexOf(end));
  return Math.max(...ends) + 1;
}

/** The time that something takes so far; short ones need no clock. */
export function clockWords(milliseconds: number): string {
  return milliseconds < 1000 ? '' : duration(Math.floor(milliseconds / 1000));
}
