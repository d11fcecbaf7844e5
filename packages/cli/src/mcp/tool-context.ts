import type { Budget, EndedRun, RunEvent, RunSpec } from '@tryout/engine';
import type { Call, Context } from '../context/context.ts';
import type { Arguments } from './arguments.ts';

export interface SessionLimits {
  /** Real paths. Results are saved below the first. */
  readonly roots: readonly string[];
  /** US dollars. */
  readonly maxCost?: number | undefined;
}

/** What a tool needs besides its arguments. */
export interface ToolContext extends Context {
  /** Of this call. */
  readonly call: Call;
  readonly roots: readonly string[];
  /** Undefined without a limit of the cost. */
  readonly budget: Budget | undefined;
  /** What the answer says besides the result, one sentence each. */
  readonly notes: string[];
  /** Reports the progress of a run. */
  readonly onEvent: (event: RunEvent) => void;
  /** Records an ended run in the history; the call does not wait for it. */
  record(setup: RunSpec, run: EndedRun): void;
}

/** An image block of a result, in base64. */
export interface ImageBlock {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}

/** What a tool returns: a value for programs and models, or a text with an image. */
export type Answer =
  | { readonly structured: object }
  | {
      readonly text: string;
      readonly images: readonly ImageBlock[];
      readonly facts?: object;
      readonly isError?: boolean;
    };

/** A tool; what it throws becomes a result. */
export type Handler = (toolArguments: Arguments, context: ToolContext) => Promise<Answer>;
