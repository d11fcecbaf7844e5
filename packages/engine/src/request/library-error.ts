import { CanceledError, InputError, isFailure, OutputError } from '../errors/index.ts';

/**
 * What @huggingface/inference threw while it wrote a request, in words of ours.
 * @param provider whose form it was to be
 */
export function whileWriting(error: unknown, provider: string): Error {
  if (isFailure(error)) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new InputError(`${provider} does not take this input: ${reason}`, {
    hint: 'Choose another provider, or another kind of file.',
    cause: error,
  });
}

/**
 * What it threw while it read a provider's answer. All that it was given came from the server, so what it could not
 * use, an address among it, is a wrong answer.
 */
export function whileReading(error: unknown, provider: string, url: string, signal: AbortSignal): Error {
  if (signal.aborted) return new CanceledError();
  if (isFailure(error) && error.outcome !== 'input') return error;
  return new OutputError(`${provider} answered in another form than it promises`, { url, cause: error });
}
