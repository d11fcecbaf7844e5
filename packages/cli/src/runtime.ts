import type { Command } from 'commander';

/** The parts of the process that commands may use. */
export interface Runtime {
  /** Arguments after the program's name. */
  readonly arguments: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  readonly errors: NodeJS.WriteStream;
  /** Aborted by the first Ctrl-C. */
  readonly signal: AbortSignal;
  /**
   * Asks for an access token without showing it; needs a terminal.
   * @throws CanceledError
   */
  askToken(): Promise<string>;
  /** Opens the picker on the embedded hub; needs a terminal. */
  openSandbox(command: Command): Promise<void>;
}
