import { mediaTypeOf } from '@tryout/engine';
import type { Call } from '../../context/context.ts';
import type { CodeOptions } from '../run/code-options.ts';
import type { CheckedRun } from '../run/perform.ts';
import type { Target } from '../run/target.ts';
import { chooseCode, isForLibrary } from './choose-code.ts';
import { codeOfLibrary } from './code-of-library.ts';
import { codeOfRequest } from './code-of-request.ts';
import { drawCode } from './draw-code.ts';
import { hubModel } from './hub-model.ts';
import { tellAbout, writeCode } from './print-code.ts';

/**
 * Prints the code of a run below its result; on standard error where standard output holds the one JSON value or a
 * file. Whether there is any code is found out before the run, so that a mistake costs nothing.
 * @throws UsageError
 */
export function codeAfterRun(
  call: Call,
  target: Target,
  options: CodeOptions,
): NonNullable<CheckedRun['prepare']> {
  const choice = chooseCode(options);
  const { output, runtime } = call;
  return async (context, request) => {
    const code = isForLibrary(choice)
      ? await codeOfLibrary(context, await hubModel(request.model, choice.client), choice)
      : codeOfRequest(call, context, request, choice, target.kind === 'file' ? target.path : undefined);
    return async ({ view }) => {
      const contentType = mediaTypeOf(view);
      const pieces = code.pieces(contentType);
      if (call.options.json || target.kind === 'standard-output') {
        runtime.errors.write(await drawCode(pieces, output.errorTerminal));
      } else {
        const isBelow = target.kind !== 'file' || contentType !== undefined;
        await writeCode(call, pieces, isBelow ? '\n' : '');
      }
      tellAbout(call, code, pieces);
    };
  };
}
