import { addAbortSignal, type Readable } from 'node:stream';
import { InputError } from '@tryout/engine';

/** Stands for standard input among inputs. */
export const STANDARD_INPUT = '-';

/** Standard input, which can be read once. */
export type TakeStandardInput = () => AsyncIterable<Uint8Array | string>;

/** Hands out standard input once; Ctrl-C ends the reading. At a terminal, which would wait silently, that is noted. */
export function standardInput(
  input: () => Readable & { readonly isTTY?: boolean },
  signal: AbortSignal,
  note: (text: string) => void,
): TakeStandardInput {
  let taken = false;
  return () => {
    if (taken) {
      throw new InputError('Standard input (-) can be given once only', {
        hint: 'Save one of the inputs to a file.',
      });
    }
    taken = true;
    const stream = input();
    if (stream.isTTY === true) note('Reading standard input; Ctrl-D ends it.');
    return addAbortSignal(signal, stream);
  };
}
