import type { Command } from 'commander';
import type { Environment } from './terminal/terminal.ts';

export interface Runtime {
  /** Arguments after the program's name. */
  readonly arguments: readonly string[];
  readonly environment: Environment;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
  readonly signal: AbortSignal;
  /** Prompts for an access token without echoing it; requires a terminal. @throws CanceledError */
  askToken(): Promise<string>;
  /** Opens the picker on the embedded hub; requires a terminal. */
  openSandbox(command: Command): Promise<void>;
}
