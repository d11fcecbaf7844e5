import { callOf, type Call } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../runtime.ts';
import { executeRun, type CheckedRun } from './run/execute-run.ts';
import { addOutputOptions, checkOutput, type OutputOptions } from './run/output-options.ts';
import { checkRequest } from './run/request.ts';
import { addRequestOptions, requestHelp, requiredTask, type RequestOptions } from './run/request-options.ts';
import { readInputs } from './run/values.ts';

type RunOptions = RequestOptions & OutputOptions;

const examples = `
Positional inputs fill the task's inputs in order; a list takes the rest. The
first missing input is read from a pipe or a file on standard input. If text is
the name of a file, the file is read. @FILE always reads a file, @@ is a literal
@, and --literal takes all text literally.

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
  addRequestOptions(command);
  addOutputOptions(command);
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
  const output = await checkOutput(call, task, options);
  const values = await readInputs(call, task, inputs, options);
  return { ...request, ...output, values };
}
