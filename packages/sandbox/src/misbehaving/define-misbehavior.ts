import type { TaskId, WidgetExample } from '../define-model.ts';
import type { Exchange } from '../server/exchange.ts';

/** What a misbehaving model is given. */
export interface MisbehavingRun {
  exchange: Exchange;
  id: string;
  /** The request's body; empty when it was not a JSON object. */
  body: Readonly<Record<string, unknown>>;
  /** The text that was asked about: the inputs, or the last message of a conversation. */
  text: string;
}

/** A model that does on purpose what models and servers do when they fail. */
export interface Misbehavior {
  id: string;
  task: TaskId;
  /** Markdown. */
  card: string;
  examples: [WidgetExample];
  /** Whether it takes conversations, and no plain runs. */
  chat?: boolean;
  gated?: boolean;
  /** Answers, or does not. */
  answer(run: MisbehavingRun): void | Promise<void>;
}

interface Kind {
  task?: TaskId;
  chat?: boolean;
  gated?: boolean;
}

/** Defines `trouble/{name}`; `says` is one sentence about what it does. */
export function defineMisbehavior(
  name: string,
  says: string,
  answer: Misbehavior['answer'],
  kind: Kind = {},
): Misbehavior {
  const id = `trouble/${name}`;
  const task = kind.chat === true ? 'text-generation' : (kind.task ?? 'text-classification');
  return {
    ...kind,
    id,
    task,
    card: `# ${id}\n\n${says}\n\nIt misbehaves on purpose, so that clients can be tried against it.\n`,
    examples: [{ text: 'What happens if the server does not do what it should?' }],
    answer,
  };
}
