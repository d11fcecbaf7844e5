import { mediaTypeOf } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import type { PrepareAfterRun } from '../run/execute-run.ts';
import type { CodeOptions } from '../run/request-options.ts';
import type { Target } from '../run/target.ts';
import { chooseCode, isForLibrary } from './choose-code.ts';
import { codeOfLibrary, hubModel } from './library-code.ts';
import { drawCode, noteCode, writeCode } from './print-code.ts';
import { codeOfRequest } from './request-code.ts';

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
      ? await codeOfLibrary(context, hubModel(request.model), choice)
      : codeOfRequest(call, context, request, choice, target.kind === 'file' ? target.path : undefined);
    return async ({ view }) => {
      const contentType = mediaTypeOf(view);
      const pieces = code.pieces(contentType);
      if (call.options.json || target.kind === 'standard-output') {
        runtime.errors.write(await drawCode(pieces, output.errorTerminal));
      } else {
        const followsResult = target.kind !== 'file' || contentType !== undefined;
        await writeCode(call, pieces, followsResult ? '\n' : '');
      }
      noteCode(call, code, pieces);
    };
  };
}
