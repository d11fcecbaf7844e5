import { describeFailure, redact } from '@tryout/engine';
import type { Theme } from '../../terminal/theme.ts';
import { paragraph } from './paragraph.ts';

/**
 * What happened and what to do about it; empty without an error.
 * @param known an address that is shown already: a hint with it is left out
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
