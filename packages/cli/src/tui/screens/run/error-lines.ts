import { describeFailure, redact, visible, type Failure } from '@tryout/engine';
import { wrap } from '../../../terminal/index.ts';
import type { Theme } from '../../theme/theme.ts';

/** A failure: what happened, what to do next, and what only someone who asks for help needs. */
export function errorLines(error: Failure, columns: number, theme: Theme): string[] {
  const { message, hint, status, url, requestId } = describeFailure(error);
  const facts = [
    ...(status === null ? [] : [`status ${status}`]),
    ...(url === null ? [] : [url]),
    ...(requestId === null ? [] : [`request ${requestId}`]),
  ];
  return [
    ...folded(message, columns).map((line) => theme.error(line)),
    ...(hint === null ? [] : folded(hint, columns)),
    ...facts.flatMap((fact) => folded(fact, columns)).map((line) => theme.dim(line)),
  ];
}

function folded(text: string, columns: number): string[] {
  const oneLine = visible(redact(text)).replace(/\s+/g, ' ').trim();
  return wrap(oneLine, columns).split('\n');
}
