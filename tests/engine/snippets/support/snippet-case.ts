import type { Destination, RunOptions, Task, Values } from '@tryout/engine';

/** The code uses the URL of the sandbox, or the Hub's URL, which is redirected to the sandbox. */
export const targets = ['at the sandbox', 'at the Hub'] as const;

/** A run to compare with its code for one client. */
export interface SnippetCase {
  readonly name: string;
  readonly task: Task;
  readonly client: string;
  readonly place: (typeof targets)[number];
  /** For Python, an endpoint is a path on a server other than the Hub. */
  readonly destination?: Destination;
  /** Overrides the values of the model's first example. */
  readonly values?: Values;
  readonly options?: RunOptions;
  readonly sendToken?: boolean;
}
