import type { DefineCommand } from '../program/define-command.ts';
import { UsageError } from '../program/usage-error.ts';
import { callOf } from '../context/call.ts';
import type { Call } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { checkRequest, readInputs, requiredTask } from './run/check-request.ts';
import { codeOptions, type CodeOptions } from './run/code-options.ts';
import { perform, type CheckedRun } from './run/perform.ts';
import { requestHelp } from './run/request-help.ts';
import { addRequestOptions, type RequestOptions } from './run/request-options.ts';
import { filledValue } from './run/single-value.ts';
import { chooseTarget } from './run/target.ts';

interface RunCommandOptions extends RequestOptions, CodeOptions {
  readonly output?: string;
  readonly force?: boolean;
  readonly snippet?: boolean;
}

const examples = `
Inputs without an option fill the task's inputs in order; a list takes the rest. A text that is the name of a file is
read from it; @FILE always is, @@ stands for an @, and --literal takes every text as it is.

Examples:
  tryout run text-classification "what a day"
  tryout run zero-shot-classification mail.txt urgent later --json
  cat notes.txt | tryout run summarization - -p truncation=longest_first
  tryout run image-to-text photo.jpg -m sandbox/shape-captioner --sandbox
  tryout run translation "Good morning" --snippet --lang python
  tryout run <task> --help                        the inputs and parameters of that task
`;

/** `tryout run <task> [input…]`: one run. */
export const define: DefineCommand = (command, runtime) => {
  const code = [
    command.createOption('--snippet', 'print the code of this run after its result'),
    ...codeOptions(command, {
      lang: 'a language of that code: see tryout snippet --help',
      client: 'a client of that code',
    }),
  ];
  addRequestOptions(command, [
    command
      .createOption('-o, --output <file>', 'save the result; - is standard output')
      .argParser(filledValue('--output')),
    command.createOption('--force', 'replace a file that exists'),
    ...code.map((option) => option.helpGroup('Code:')),
  ]);
  command.action(
    async (taskName: string | undefined, inputs: readonly string[], options: RunCommandOptions) => {
      const call = await callOf(command, runtime);
      if (options.help) {
        return call.output.write(
          await requestHelp(command, taskName, examples, call.output.terminal.columns),
        );
      }
      const checked = await check(call, taskName, inputs, options);
      await withContext(call, (context) => perform(call, context, checked), {
        sendToken: options.sendToken === true,
      });
    },
  );
};

/** Checks and reads all that was given; nothing is sent before. */
async function check(
  call: Call,
  taskName: string | undefined,
  inputs: readonly string[],
  options: RunCommandOptions,
): Promise<CheckedRun> {
  const task = requiredTask(taskName);
  const request = await checkRequest(task, options);
  const target = await chooseTarget(task, { ...options, json: call.options.json }, call.output);
  const prepare = await chosenCode(call, target, options);
  const values = await readInputs(call, task, inputs, options);
  return { ...request, values, target, ...(prepare === undefined ? {} : { prepare }) };
}

/** What is to be printed after the run; loaded only when it is wanted. */
async function chosenCode(
  call: Call,
  target: CheckedRun['target'],
  options: RunCommandOptions,
): Promise<CheckedRun['prepare']> {
  if (options.snippet) {
    const { codeAfterRun } = await import('./snippet/code-after-run.ts');
    return codeAfterRun(call, target, options);
  }
  const given = { '--lang': options.lang, '--client': options.client, '--with-token': options.withToken };
  const [stray] = Object.entries(given).find(([, value]) => value !== undefined) ?? [];
  if (stray === undefined) return undefined;
  throw new UsageError(`${stray} is given without --snippet`, {
    hint: 'Add --snippet, or use tryout snippet.',
  });
}
