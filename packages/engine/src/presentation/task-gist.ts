import type { Task } from '../tasks/index.ts';

/** Where a sentence ends and another begins. */
const END = /(?<=[.!?])\s+(?=[A-Z])/;
/** What the Hub's descriptions begin with, which says no more than the task's name: `X is the task of …`. */
const LEAD =
  /^.{1,150}? is (?:the task of|an? .{0,60}?tasks? .{0,40}?(?:in which|where)(?: .{1,150} able to)?) (\w)/;
/** What comes behind the point: `…, such as A, B and more.` */
const TAIL = /, (?:such as|which) .*$/;

/**
 * What a task is about in one short sentence, cut out of the Hub's description: `Answering questions on document
 * images.`; empty where the Hub has none.
 */
export function taskGist({ summary }: Pick<Task, 'summary'>): string {
  const [sentence = ''] = summary.split(END);
  return sentence.replace(LEAD, (_, letter: string) => letter.toUpperCase()).replace(TAIL, '.');
}
