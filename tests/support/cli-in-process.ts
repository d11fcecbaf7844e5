import { PassThrough, Writable } from 'node:stream';
import { start } from '../../packages/cli/src/start.ts';
import { interrupt, signalCodes } from '../../packages/cli/src/system/signals.ts';
import type { CliOptions } from './cli.ts';
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
  const [folderBefore, homeBefore, consoleBefore] = [process.cwd(), process.env['HOME'], { ...console }];
  const [output, errors] = [collector(), collector()];
  const interruption = new AbortController();
  void interrupted?.then(() => interrupt(interruption, signalCodes.SIGINT));
  process.chdir(folder);
  process.env['HOME'] = folder;
  try {
    const code = await start({
      arguments: words,
      environment: isolatedEnvironment(folder, environment),
      input: new PassThrough().end(input) as unknown as NodeJS.ReadStream,
      output: output.stream,
      errors: errors.stream,
      signal: interruption.signal,
      openPicker: noTerminal,
    });
    const stdoutBytes = output.bytes();
    const stderr = errors.bytes().toString();
    return { code, signal: null, stdout: stdoutBytes.toString(), stdoutBytes, stderr };
  } finally {
    process.chdir(folderBefore);
    if (homeBefore === undefined) delete process.env['HOME'];
    else process.env['HOME'] = homeBefore;
    // Commands silence their libraries.
    Object.assign(console, consoleBefore);
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

function noTerminal(): never {
  throw new Error('There is no terminal');
}
