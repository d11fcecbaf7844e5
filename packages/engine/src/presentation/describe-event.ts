import type { ChatPiece, RunEvent } from '../request/index.ts';
import { duration, size } from './amounts.ts';

/** What an event says in words, and which stage of the run it belongs to. */
export function describeEvent(event: Exclude<RunEvent, ChatPiece>): { stage: string; text: string } {
  if (event.type === 'waiting') {
    const estimate = event.seconds === undefined ? '' : ` (about ${duration(Math.round(event.seconds))})`;
    return { stage: 'model', text: `Waiting for the model to load${estimate}` };
  }
  const { phase, bytes, total } = event;
  if (phase === 'upload' && bytes === total) return { stage: 'answer', text: 'Waiting for the answer' };
  const part = total
    ? `${Math.min(100, Math.floor((bytes / total) * 100))} % of ${size(total)}`
    : size(bytes);
  return { stage: phase, text: `${phase === 'upload' ? 'Sending' : 'Receiving'} ${part}` };
}
