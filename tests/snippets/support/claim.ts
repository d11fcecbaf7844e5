import type { Destination, RunOptions, Task, Values } from '@tryout/engine';

/** Where code believes to go: to the sandbox by its address, or to the Hub, in whose place the sandbox answers. */
export const places = ['at the sandbox', 'at the Hub'] as const;

/** A run whose code for one client is proven. */
export interface Claim {
  readonly name: string;
  readonly task: Task;
  readonly client: string;
  readonly place: (typeof places)[number];
  /** For Python the address of an endpoint is a path on a server that is foreign to the Hub. */
  readonly destination?: Destination;
  /** Over those of the model's first example. */
  readonly values?: Values;
  readonly options?: RunOptions;
  readonly sendToken?: boolean;
}
