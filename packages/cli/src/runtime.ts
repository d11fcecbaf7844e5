import type { Command } from 'commander';

export interface Runtime {
  /** Arguments after the program's name. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
  readonly signal: AbortSignal;
  /** Prompts for an access token without echoing it; requires a terminal. @throws CanceledError */
  askToken(): Promise<string>;
  /** Opens the picker on the embedded hub; requires a terminal. */
  openSandbox(command: Command): Promise<void>;
}
