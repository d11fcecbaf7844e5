import { failures } from './failures.ts';
import { MISBEHAVES, type Failure, type Misbehavior } from './misbehave.ts';
import { streamFailures } from './streams.ts';

function define(list: Readonly<Record<string, Failure>>, chat: boolean): Misbehavior[] {
  return Object.entries(list).map(
    ([name, { description, answer, task = 'text-classification', isGated = false }]) => ({
      id: `trouble/${name}`,
      task: chat ? 'text-generation' : task,
      card: `# trouble/${name}\n\n${description}\n\nIt fails on purpose, to test clients.\n`,
      examples: [{ text: 'What happens if the server does not do what it should?' }],
      tags: [MISBEHAVES],
      chat,
      isGated,
      answer,
    }),
  );
}

/** In the order of the listing. */
export const misbehaviors: readonly Misbehavior[] = [
  ...define(failures, false),
  ...define(streamFailures, true),
];
