import { callOf, type Call } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../program/command-table.ts';
import { UsageError } from '../program/errors.ts';
import { filledValue } from '../program/options.ts';
import { executeRun, type CheckedRun, type PrepareAfterRun } from './run/execute-run.ts';
import { checkRequest } from './run/request.ts';
import {
  addRequestOptions,
  codeOptions,
  requestHelp,
  requiredTask,
  type CodeOptions,
  type RequestOptions,
} from './run/request-options.ts';
import { chooseTarget, type Target } from './run/target.ts';
import { readInputs } from './run/values.ts';

interface RunOptions extends RequestOptions, CodeOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly snippet?: boolean;
}

const examples = `
Positional inputs fill the task's inputs in order; a list takes the rest. The
first missing input is read from a pipe or a file on standard input. If a text
names a file, the file is read. @FILE always reads a file, @@ is a literal @,
and --literal uses all texts literally.

Examples:
  tryout run text-classification "what a day"
  tryout run zero-shot-classification mail.txt urgent later --json
  cat notes.txt | tryout run summarization -p truncation=longest_first
  tryout run image-to-text photo.jpg -m sandbox/shape-captioner --sandbox
  tryout run translation "Good morning" --snippet --lang python
  tryout run <task> --help        (the task's inputs and parameters)
`;

/** `tryout run <task> [input…]`: runs a model once. */
export const define: DefineCommand = (command, runtime) => {
  const code = [
    command.createOption('--snippet', 'print the code of the run after its result'),
    ...codeOptions(
      command,
      'code language (see tryout snippet --help)',
      'code client (see tryout snippet --help)',
    ),
  ];
  addRequestOptions(command, [
    command
      .createOption(
        '-o, --output <file>',
        'save the result to a file; .png draws boxes and masks; - for standard output',
      )
      .argParser(filledValue('--output')),
    command.createOption('--force', 'replace an existing file'),
    ...code.map((option) => option.helpGroup('Code:')),
  ]);
  command.action(async (taskName: string | undefined, inputs: readonly string[], options: RunOptions) => {
    const call = await callOf(command, runtime);
    const { columns } = call.output.terminal;
    if (options.help) return call.output.write(await requestHelp(command, taskName, examples, columns));
    const checked = await check(call, taskName, inputs, options);
    await withContext(call, (context) => executeRun(call, context, checked), {
      sendToken: options.sendToken,
    });
  });
};

/** Validates and reads all inputs before any request. */
async function check(
  call: Call,
  taskName: string | undefined,
  inputs: readonly string[],
  options: RunOptions,
): Promise<CheckedRun> {
  const task = requiredTask(taskName);
  const request = await checkRequest(call, task, options, taskName);
  const target = await chooseTarget(call, task, options);
  const prepare = await prepareCode(call, target, options);
  const values = await readInputs(call, task, inputs, options);
  return { ...request, values, target, prepare };
}

async function prepareCode(
  call: Call,
  target: Target,
  options: RunOptions,
): Promise<PrepareAfterRun | undefined> {
  if (options.snippet) {
    const { codeAfterRun } = await import('./snippet/code-after-run.ts');
    return codeAfterRun(call, target, options);
  }
  const given = { '--lang': options.lang, '--client': options.client, '--with-token': options.withToken };
  const [option] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (option === undefined) return undefined;
  throw new UsageError(`${option} requires --snippet`, { hint: 'Add --snippet, or use tryout snippet.' });
}
