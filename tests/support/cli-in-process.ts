import { PassThrough, Writable, type Readable } from 'node:stream';
import type { Runtime } from '../../packages/cli/src/runtime.ts';
import { start } from '../../packages/cli/src/start.ts';
import { interrupt, signalCodes } from '../../packages/cli/src/system/signals.ts';
import { follow, type CliOptions, type RunningCli } from './cli.ts';
import { enterFolders } from './process-state.ts';
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
  { input = '', ...options }: InProcessOptions,
): Promise<CommandResult> {
  const [output, errors] = [collector(), collector()];
  const streams = { input: new PassThrough().end(input), output: output.stream, errors: errors.stream };
  const code = await startInProcess(words, streams, options);
  return resultOf(code, output.bytes(), errors.bytes());
}

function resultOf(code: number, stdoutBytes: Buffer, stderr: Buffer): CommandResult {
  return { code, signal: null, stdout: stdoutBytes.toString(), stdoutBytes, stderr: stderr.toString() };
}

/** Like `runningCli`, in this process. Its signals are only those that end a command. */
export function runningInProcess(words: readonly string[], options: CliOptions = {}): RunningCli {
  let interruptNow: () => void = () => undefined;
  const interrupted = new Promise<void>((resolve) => (interruptNow = resolve));
  const [stdout, stderr] = [collector(), collector()];
  const errors = new PassThrough();
  errors.on('data', (chunk: Buffer) => stderr.stream.write(chunk));
  const streams = { input: new PassThrough().end(), output: stdout.stream, errors };
  const environment = { BROWSER: 'true', ...options.environment };
  const code = startInProcess(words, streams, { ...options, environment, interrupted });
  const result = code.then((ended) => resultOf(ended, stdout.bytes(), stderr.bytes()));
  return follow(errors, result, interruptNow);
}

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

/** Starts a command in this process. It has the working folder and the home folder of the last one that started. */
export async function startInProcess(
  words: readonly string[],
  { input, output, errors }: Streams,
  { folder = temporaryFolder(), environment, interrupted }: Omit<InProcessOptions, 'input'> = {},
): Promise<number> {
  const leave = enterFolders(folder, environment?.['HOME']);
  const interruption = new AbortController();
  void interrupted?.then(() => interrupt(interruption, signalCodes.SIGINT));
  try {
    const runtime: Runtime = {
      arguments: words,
      environment: isolatedEnvironment(folder, environment),
      input: input as NodeJS.ReadStream,
      output: output as NodeJS.WriteStream,
      errors: errors as NodeJS.WriteStream,
      signal: interruption.signal,
      interrupt: () => interruption.abort(),
      // Says that there is no terminal.
      openPicker: async (command, opening) =>
        (await import('../../packages/cli/src/tui/picker-command.ts')).picker(command, runtime, opening),
    };
    return await start(runtime);
  } finally {
    leave();
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
  return { stream, bytes: () => Buffer.concat(chunks) };
}
