import { addAbortSignal, type Readable } from 'node:stream';
import { InputError } from '@tryout/engine';

/** Stands for standard input among inputs. */
export const STANDARD_INPUT = '-';

/** Standard input, which can be read once. */
export type TakeStandardInput = () => AsyncIterable<Uint8Array | string>;

/** Hands out standard input once; Ctrl-C ends the reading. */
export function standardInput(input: () => Readable, signal: AbortSignal): TakeStandardInput {
  let taken = false;
  return () => {
    if (taken) {
      throw new InputError('Standard input (-) can be given once only', {
        hint: 'Save one of the inputs to a file.',
      });
    }
    taken = true;
    return addAbortSignal(signal, input());
  };
}
