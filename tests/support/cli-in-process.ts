import { PassThrough, Writable } from 'node:stream';
import type { Runtime } from '../../packages/cli/src/runtime.ts';
import { start } from '../../packages/cli/src/start.ts';
import { interrupt, signalCodes } from '../../packages/cli/src/system/signals.ts';
import type { CliOptions } from './cli.ts';
import { keepProcessState } from './process-state.ts';
import { isolatedEnvironment, temporaryFolder, type CommandResult } from './process.ts';

interface InProcessOptions extends CliOptions {
  /** Ctrl-C once it resolves. */
  readonly interrupted?: Promise<unknown>;
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Like `cli`, but runs the sources in this process, without a terminal: for tests of many arguments. Commands run one
 * after the other.
 */
export function cliInProcess(
  words: readonly string[],
  options: InProcessOptions = {},
): Promise<CommandResult> {
  const result = last.then(() => run(words, options));
  last = result.catch(() => undefined);
  return result;
}

async function run(
  words: readonly string[],
  { folder = temporaryFolder(), environment, input = '', interrupted }: InProcessOptions,
): Promise<CommandResult> {
  const restoreProcess = keepProcessState();
  const interruption = new AbortController();
  const [output, errors] = [collector(), collector()];
  void interrupted?.then(() => interrupt(interruption, signalCodes.SIGINT));
  process.chdir(folder);
  process.env['HOME'] = folder;
  try {
    const runtime: Runtime = {
      arguments: words,
      environment: isolatedEnvironment(folder, environment),
      input: new PassThrough().end(input) as unknown as NodeJS.ReadStream,
      output: output.stream,
      errors: errors.stream,
      signal: interruption.signal,
      interrupt: () => interruption.abort(),
      // Says that there is no terminal.
      openPicker: async (command, opening) =>
        (await import('../../packages/cli/src/tui/picker-command.ts')).picker(command, runtime, opening),
    };
    const code = await start(runtime);
    const stdoutBytes = output.bytes();
    const stderr = errors.bytes().toString();
    return { code, signal: null, stdout: stdoutBytes.toString(), stdoutBytes, stderr };
  } finally {
    restoreProcess();
  }
}

function collector() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream: stream as unknown as NodeJS.WriteStream, bytes: () => Buffer.concat(chunks) };
}
