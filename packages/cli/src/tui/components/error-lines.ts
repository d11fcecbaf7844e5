import { describeFailure, redact } from '@tryout/engine';
import type { Theme } from '../../terminal/theme.ts';
import { paragraph } from './paragraph.ts';

/**
 * A failure beside what caused it: what happened, and what to do. Nothing without one.
 * @param known an address that stands there already, so that no hint has to repeat it
 */
export function errorLines(error: unknown, columns: number, theme: Theme, known?: string): string[] {
  if (error === undefined) return [];
  const { message, hint } = describeFailure(error);
  const isKnown = known !== undefined && hint?.includes(known) === true;
  return [
    ...paragraph(inOneLine(message), columns, theme.error),
    ...(hint === null || isKnown ? [] : paragraph(inOneLine(hint), columns)),
  ];
}

/** What only someone who asks for help needs to know of a failure: the status, the address, the request. */
export function failureFacts(error: unknown, columns: number, theme: Theme): string[] {
  const { message, status, url, requestId } = describeFailure(error);
  const isTold = url !== null && message.includes(url);
  const facts = [
    ...(status === null ? [] : [`status ${status}`]),
    ...(url === null || isTold ? [] : [url]),
    ...(requestId === null ? [] : [`request ${requestId}`]),
  ];
  return facts.flatMap((fact) => paragraph(inOneLine(fact), columns, theme.dim));
}

function inOneLine(text: string): string {
  return redact(text).replace(/\s+/g, ' ').trim();
}
