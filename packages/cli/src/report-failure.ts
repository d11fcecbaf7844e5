import {
  describeFailure,
  isFailure,
  jsonText,
  redact,
  visible,
  type FailureDescription,
} from '@tryout/engine';
import { fold } from './terminal/fold.ts';

/** How a failure is reported. */
export interface ReportOptions {
  /** One line of JSON in place of text. */
  readonly json: boolean;
  /** The stack as well. */
  readonly debug: boolean;
  /** Cells in a line of a terminal, in which the sentences are then folded. */
  readonly columns?: number;
}

/** What is written to standard error when a command fails: `error: …`, and `hint: …` where there is a next step. */
export function failureReport(error: unknown, { json, debug, columns }: ReportOptions): string {
  const failure = redacted({ ...describeFailure(error), ...inOurTerms(error) });
  if (json) return `${jsonText({ error: failure })}\n`;
  const stack = debug && error instanceof Error ? [visible(redact(error.stack ?? ''))] : [];
  const hint = failure.hint === null ? [] : [`hint: ${oneLine(failure.hint)}`];
  const sentences = [`error: ${oneLine(failure.message)}`, ...hint];
  const folded = columns === undefined ? sentences : sentences.map((sentence) => fold(sentence, columns));
  return [...folded, ...stack].join('\n') + '\n';
}

/**
 * The engine cannot know how the command line is told to wait longer; its option sets the total alone. Commands are
 * built with classes of their own, so that errors are told by what they hold.
 */
function inOurTerms(error: unknown): Partial<FailureDescription> {
  if (!isFailure(error) || error.outcome !== 'timeout') return {};
  // A sign-in that was not finished in time is begun again: its own words say so.
  if (error.name === 'OAuthError') return {};
  const isTotal = (error as { deadline?: unknown }).deadline === 'total';
  return { hint: isTotal ? 'Try again, or allow more time with --timeout.' : 'Try again later.' };
}

function redacted(failure: FailureDescription): FailureDescription {
  const entries = Object.entries(failure).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? redact(value) : value,
  ]);
  return Object.fromEntries(entries) as FailureDescription;
}

function oneLine(text: string): string {
  return visible(text)
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
