import { defaultModelOf } from '@tryout/engine';
import type { DefineCommand } from '../program/define-command.ts';
import { callOf } from '../context/call.ts';
import type { Call, Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import { checkRequest, readInputs, requiredTask } from './run/check-request.ts';
import { codeOptions, type CodeOptions } from './run/code-options.ts';
import { isAnyInputGiven } from './run/gather-values.ts';
import { requestHelp } from './run/request-help.ts';
import { addRequestOptions, type RequestOptions } from './run/request-options.ts';
import { chooseCode, isForLibrary, type CodeChoice } from './snippet/choose-code.ts';
import { ALL, clientNames, languageNames } from './snippet/code-names.ts';
import { codeOfLibrary } from './snippet/code-of-library.ts';
import { codeOfRequest } from './snippet/code-of-request.ts';
import { defaultValues } from './snippet/default-values.ts';
import { hubModel } from './snippet/hub-model.ts';
import { ownLibraryHint } from './snippet/own-library.ts';
import type { PreparedCode } from './snippet/prepared-code.ts';
import { printCode } from './snippet/print-code.ts';
import { makeServedRequest } from './snippet/served-request.ts';
import { withheldFromCodeNote } from './snippet/withheld-note.ts';

const OWN_EXAMPLE = 'Code for a library has an example of its own; what you gave is not in it.';

interface SnippetCommandOptions extends RequestOptions, CodeOptions {}

/** Writes code once the hub can be asked. */
type Write = (context: Context) => Promise<PreparedCode>;

const examples = `
Nothing is sent to a model. Without inputs the code has those of the model's card.
--client library prints code that runs the model on your own machine.

Examples:
  tryout snippet text-classification "what a day"
  tryout snippet image-to-text photo.jpg --client requests > caption.py
  tryout snippet text-generation -m Qwen/Qwen3-8B --no-stream --json
  tryout snippet fill-mask --client library
  tryout snippet <task> --help                    the inputs and parameters of that task
`;

/** `tryout snippet <task> [input…]`: the code of that very run. */
export const define: DefineCommand = (command, runtime) => {
  addRequestOptions(
    command,
    codeOptions(command, {
      lang: `one of ${languageNames.join(', ')} (the default)`,
      client: `one of ${clientNames.join(', ').replace(ALL, `${ALL} (the default)`)}, or the name of the model's own library`,
    }),
  );
  command.action(
    async (taskName: string | undefined, inputs: readonly string[], options: SnippetCommandOptions) => {
      const call = await callOf(command, runtime);
      if (options.help) {
        return call.output.write(
          await requestHelp(command, taskName, examples, call.output.terminal.columns),
        );
      }
      const choice = chooseCode(options);
      const prepare = isForLibrary(choice) ? forLibrary : forRequest;
      const write = await prepare(call, taskName, inputs, options, choice);
      await withContext(call, async (context) => printCode(call, await write(context)), {
        sendToken: options.sendToken === true,
      });
    },
  );
};

/** The code of a run: everything that was given is checked as a run checks it. */
async function forRequest(
  call: Call,
  taskName: string | undefined,
  inputs: readonly string[],
  options: SnippetCommandOptions,
  choice: CodeChoice,
): Promise<Write> {
  const task = requiredTask(taskName);
  const checked = await checkRequest(task, options);
  const given = isAnyInputGiven({ positional: inputs, options })
    ? await readInputs(call, task, inputs, options)
    : undefined;
  return async (context) => {
    const values = given ?? ((model: string | undefined) => defaultValues(call, context, task, model));
    const { route, request } = await makeServedRequest(call, context, { ...checked, values });
    const code = codeOfRequest(call, context, request, choice);
    const withheld = withheldFromCodeNote(context.connection, request, choice.withToken);
    const other =
      choice.client === undefined && route.kind !== 'endpoint' && call.output.terminal.isTerminal
        ? await ownLibraryHint(context, route.model)
        : undefined;
    return {
      ...code,
      notes: [...code.notes, ...(withheld === undefined ? [] : [withheld])],
      asides: other === undefined ? [] : [other],
    };
  };
}

/** The code of a library has an example of its own: what a run would send does not matter. */
async function forLibrary(
  call: Call,
  taskName: string | undefined,
  inputs: readonly string[],
  options: SnippetCommandOptions,
  choice: CodeChoice,
): Promise<Write> {
  const task = requiredTask(taskName);
  const { destination } = await checkRequest(task, options);
  const isLeftOut = isAnyInputGiven({ positional: inputs, options }) || options.param !== undefined;
  const { model, endpointUrl } = destination;
  const isNamed = model !== undefined || endpointUrl !== undefined;
  const named = isNamed ? await hubModel(model, choice.client) : undefined;
  return async (context) => {
    const { connection, signal } = context;
    const id = named ?? (await defaultModelOf(connection, task.id, signal));
    const code = await codeOfLibrary(context, id, choice);
    return isLeftOut ? { ...code, notes: [OWN_EXAMPLE, ...code.notes] } : code;
  };
}
