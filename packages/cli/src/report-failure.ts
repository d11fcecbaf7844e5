import {
  describeFailure,
  isFailure,
  jsonText,
  redact,
  visible,
  type FailureDescription,
  type Outcome,
} from '@tryout/engine';
import { fold } from './terminal/fold.ts';

/** 124 as in timeout(1), 130 as shells report a command that Ctrl-C ended. */
const exitCodes: Readonly<Record<Outcome, number>> = {
  failed: 1,
  input: 2,
  refused: 4,
  timeout: 124,
  canceled: 130,
};

/** The exit code for an error; 1 for unexpected ones. */
export function exitCodeOf(error: unknown): number {
  return exitCodes[isFailure(error) ? error.outcome : 'failed'];
}

interface ReportOptions {
  /** One line of JSON instead of text. */
  readonly json: boolean;
  /** Adds the stack. */
  readonly debug: boolean;
  /** The terminal's width. */
  readonly columns?: number | undefined;
}

/** What standard error says about a failure: `error: …`, and `hint: …` if there is a next step. */
export function failureReport(error: unknown, { json, debug, columns }: ReportOptions): string {
  const failure = { ...describeFailure(error), ...timeoutHint(error) };
  if (json) return `${redact(jsonText({ error: failure }))}\n`;
  const lines = [`error: ${oneLine(failure.message)}`];
  if (failure.hint !== null) lines.push(`hint: ${oneLine(failure.hint)}`);
  const folded = columns ? lines.map((line) => fold(line, columns)) : lines;
  if (debug && error instanceof Error) folded.push(visible(redact(error.stack ?? '')));
  return `${folded.join('\n')}\n`;
}

/** `--timeout` is an option of the command line, so the engine cannot suggest it. */
function timeoutHint(error: unknown): Partial<FailureDescription> {
  // The error of a sign-in that took too long says what to do.
  if (!isFailure(error) || error.outcome !== 'timeout' || error.name === 'OAuthError') return {};
  const isTotal = (error as { deadline?: unknown }).deadline === 'total';
  return { hint: isTotal ? 'Try again, or allow more time with --timeout.' : 'Try again later.' };
}

function oneLine(text: string): string {
  return visible(redact(text))
    .replace(/\s*\n\s*/g, ' ')
    .trim();
}
