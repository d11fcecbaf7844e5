import { InputError, modelPath, taskNamed, type TypedParameters } from '@tryout/engine';
import type { DefineCommand } from '../commands/define-command.ts';
import { fitLines } from '../commands/help/wrap-words.ts';
import { UsageError } from '../commands/usage-error.ts';
import { callOf } from '../context/call.ts';
import type { Call } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { collectParameter } from './run/collect-parameter.ts';
import { addFieldOptions } from './run/field-options.ts';
import { gatherValues } from './run/gather-values.ts';
import { perform, type CheckedRun } from './run/perform.ts';
import { filledValue } from './run/single-value.ts';
import { standardInput } from './run/standard-input.ts';
import { chooseTarget } from './run/target.ts';
import { checkParameters } from './run/typed-parameters.ts';
import { unknownParametersNote } from './run/unknown-parameters-note.ts';

interface RunCommandOptions extends Readonly<Record<string, unknown>> {
  readonly model?: string;
  readonly provider?: string;
  readonly endpointUrl?: string;
  readonly param?: TypedParameters;
  readonly output?: string;
  readonly force?: boolean;
  readonly stream: boolean;
  readonly billTo?: string;
  readonly sendToken?: boolean;
  readonly help?: boolean;
}

const examples = `
Inputs without an option fill the task's inputs in order; a list takes the rest. A text may also name a file.

Examples:
  tryout run text-classification "what a day"
  tryout run zero-shot-classification mail.txt urgent later --json
  cat notes.txt | tryout run summarization - -p truncation=longest_first
  tryout run image-to-text photo.jpg -m sandbox/shape-captioner --sandbox
  tryout run <task> --help                        the inputs and parameters of that task
`;

/** `tryout run <task> [input…]`: one run. */
export const define: DefineCommand = (command, surroundings) => {
  command
    .helpOption(false)
    .argument('[task]', 'a task: see tryout tasks')
    .argument('[input...]', 'what the model is given')
    .option(
      '-m, --model <id>',
      "a model on the hub; without it the hub's default for the task",
      filledValue('--model'),
    )
    .option('--provider <name>', 'who is to serve the model', filledValue('--provider'))
    .option('--endpoint-url <url>', 'an address of your own, called as given', filledValue('--endpoint-url'))
    .option('-p, --param <name=value>', 'a parameter of the task; repeatable', collectParameter)
    .option('-o, --output <file>', 'save the result; - is standard output', filledValue('--output'))
    .option('--force', 'replace a file that exists')
    .option('--no-stream', 'wait for the whole answer of a chat')
    .option('--bill-to <organisation>', 'the organisation that pays', filledValue('--bill-to'))
    .option('--send-token', 'send your token to an endpoint on a foreign host too')
    .option('-h, --help', 'show help; after a task, its inputs and parameters');
  addFieldOptions(command);
  command.action(
    async (taskName: string | undefined, inputs: readonly string[], options: RunCommandOptions) => {
      const call = await callOf(command, surroundings);
      if (options.help) {
        const { columns } = call.output.terminal;
        if (taskName === undefined)
          return call.output.write(command.helpInformation() + fitLines(examples, columns));
        const { taskHelp } = await import('./run/task-help.ts');
        return call.output.write(await taskHelp(command, taskNamed(taskName), columns));
      }
      if (taskName === undefined) {
        throw new UsageError('No task was given', { hint: 'See tryout tasks.' });
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
  taskName: string,
  inputs: readonly string[],
  options: RunCommandOptions,
): Promise<CheckedRun> {
  const { surroundings, output } = call;
  const task = taskNamed(taskName);
  const { model, provider, endpointUrl, param: parameters = {}, billTo } = options;
  if (model !== undefined && !/^https?:\/\//i.test(model)) modelPath(model.split(':', 1)[0] ?? '');
  if (endpointUrl !== undefined && !URL.canParse(endpointUrl)) {
    throw new InputError(`'${endpointUrl}' is not a web address`, { hint: 'It begins with https://.' });
  }
  if (billTo !== undefined && !/^[\w.-]+$/.test(billTo)) {
    throw new InputError(`'${billTo}' is not the name of an organisation`, {
      hint: 'It is the name in the address of its page.',
    });
  }
  const unknown = await checkParameters(task, parameters);
  if (unknown.length > 0) output.note(unknownParametersNote(task, unknown));
  const target = await chooseTarget(task, { ...options, json: call.options.json }, output);
  const values = await gatherValues(
    task,
    { positional: inputs, options },
    {
      takeStandardInput: standardInput(() => surroundings.input, surroundings.signal, output.note),
      note: output.note,
    },
  );
  return {
    task,
    values,
    parameters,
    target,
    stream: options.stream,
    destination: {
      ...(model === undefined ? {} : { model }),
      ...(provider === undefined ? {} : { provider }),
      ...(endpointUrl === undefined ? {} : { endpointUrl }),
    },
    ...(billTo === undefined ? {} : { billTo }),
  };
}
