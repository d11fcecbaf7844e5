import { defaultModelOf, NotServedError } from '@tryout/engine';
import { callOf, type Call, type Context } from '../context/context.ts';
import { withContext } from '../context/with-context.ts';
import type { DefineCommand } from '../program/command-table.ts';
import { checkRequest, makeRequest, type CheckedRequest } from './run/request.ts';
import {
  addRequestOptions,
  codeOptions,
  requestHelp,
  requiredTask,
  type CodeOptions,
  type RequestOptions,
} from './run/request-options.ts';
import { hasInputs, readInputs } from './run/values.ts';
import {
  ALL,
  chooseCode,
  clientNames,
  isForLibrary,
  languageNames,
  type CodeChoice,
} from './snippet/choose-code.ts';
import { codeOfLibrary, hubModel, ownLibraryHint } from './snippet/library-code.ts';
import { printCode, type PreparedCode } from './snippet/print-code.ts';
import { codeOfRequest, defaultValues, withheldFromCodeNote } from './snippet/request-code.ts';

interface SnippetOptions extends RequestOptions, CodeOptions {}

/** Writes the code once the hub can be asked. */
type WriteCode = (context: Context) => Promise<PreparedCode>;

const examples = `
Nothing is sent to a model. Without inputs, the code uses those of the model's
card. --client library prints code that runs the model on your own machine.

Examples:
  tryout snippet text-classification "what a day"
  tryout snippet image-to-text photo.jpg --client requests > caption.py
  tryout snippet text-generation -m Qwen/Qwen3-8B --no-stream --json
  tryout snippet fill-mask --client library
  tryout snippet <task> --help    (the task's inputs and parameters)
`;

/** `tryout snippet <task> [input…]`: the code of a run. */
export const define: DefineCommand = (command, runtime) => {
  const clients = clientNames.join(', ').replace(ALL, `${ALL} (default)`);
  addRequestOptions(
    command,
    codeOptions(
      command,
      `one of ${languageNames.join(', ')} (default)`,
      `one of ${clients}, or the name of the model's own library`,
    ),
  );
  command.action(async (taskName: string | undefined, inputs: readonly string[], options: SnippetOptions) => {
    const call = await callOf(command, runtime);
    const { columns } = call.output.terminal;
    if (options.help) return call.output.write(await requestHelp(command, taskName, examples, columns));
    const choice = chooseCode(options);
    const checked = await checkRequest(call, requiredTask(taskName), options);
    const prepare = isForLibrary(choice) ? prepareLibraryCode : prepareRequestCode;
    const write = await prepare(call, checked, inputs, options, choice);
    await withContext(call, async (context) => printCode(call, await write(context)), {
      sendToken: options.sendToken,
    });
  });
};

async function prepareRequestCode(
  call: Call,
  checked: CheckedRequest,
  inputs: readonly string[],
  options: SnippetOptions,
  choice: CodeChoice,
): Promise<WriteCode> {
  const { task } = checked;
  const given = hasInputs(inputs, options) ? await readInputs(call, task, inputs, options) : undefined;
  return async (context) => {
    const values = given ?? ((model?: string) => defaultValues(call, context, task, model));
    const { route, request } = await makeRequest(call, context, checked, values).catch(
      async (error: unknown) => {
        if (!(error instanceof NotServedError)) throw error;
        // Without a provider there may still be code of the model's own library.
        const hints = [error.hint, await ownLibraryHint(context, error.model)];
        throw Object.assign(error, { hint: hints.filter(Boolean).join(' ') || undefined });
      },
    );
    const code = codeOfRequest(call, context, request, choice);
    const withheld = withheldFromCodeNote(context.connection, request, choice.withToken);
    const suggestsLibrary =
      choice.client === undefined && route.kind !== 'endpoint' && call.output.terminal.isTerminal;
    const libraryHint = suggestsLibrary ? await ownLibraryHint(context, route.model) : undefined;
    return {
      ...code,
      notes: withheld === undefined ? code.notes : [...code.notes, withheld],
      asides: libraryHint === undefined ? [] : [libraryHint],
    };
  };
}

async function prepareLibraryCode(
  _call: Call,
  { task, destination: { model, endpointUrl } }: CheckedRequest,
  inputs: readonly string[],
  options: SnippetOptions,
  choice: CodeChoice,
): Promise<WriteCode> {
  const isNamed = model !== undefined || endpointUrl !== undefined;
  const named = isNamed ? await hubModel(model, choice.client) : undefined;
  const ignoresInputs = hasInputs(inputs, options) || options.param !== undefined;
  return async (context) => {
    const { connection, signal } = context;
    const code = await codeOfLibrary(
      context,
      named ?? (await defaultModelOf(connection, task.id, signal)),
      choice,
    );
    if (!ignoresInputs) return code;
    const note = 'Code for a library uses its own example, not your inputs and parameters.';
    return { ...code, notes: [note, ...code.notes] };
  };
}
