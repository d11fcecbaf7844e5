import { getMediaType } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import type { PrepareAfterRun } from '../run/execute-run.ts';
import type { CodeOptions } from '../run/request-options.ts';
import type { Target } from '../run/target.ts';
import { chooseCode, isForLibrary } from './choose-code.ts';
import { prepareLibraryCode, hubModel } from './library-code.ts';
import { drawCode, noteCode } from './print-code.ts';
import { prepareRequestCode } from './request-code.ts';

/**
 * Prints the code of a run after its result, or to standard error if standard output holds JSON or a file. Fails
 * before the run if the code is not available.
 * @throws UsageError
 */
export async function codeAfterRun(
  call: Call,
  target: Target,
  options: CodeOptions,
): Promise<PrepareAfterRun> {
  const choice = await chooseCode(options);
  const { output, runtime } = call;
  return async (context, request) => {
    const code = isForLibrary(choice)
      ? await prepareLibraryCode(context, hubModel(request.model), choice)
      : prepareRequestCode(call, context, request, choice, target.kind === 'file' ? target.path : undefined);
    return async ({ view }) => {
      const contentType = getMediaType(view);
      const pieces = code.pieces(contentType);
      const isApart = call.options.json || target.kind === 'standard-output';
      const text = await drawCode(pieces, isApart ? output.errorTerminal : output.terminal);
      const followsResult = target.kind !== 'file' || contentType !== undefined;
      if (isApart) runtime.errors.write(text);
      else output.write(followsResult ? `\n${text}` : text);
      noteCode(call, code, pieces);
    };
  };
}
