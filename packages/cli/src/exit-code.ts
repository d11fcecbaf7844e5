import { isFailure, type Outcome } from '@tryout/engine';

/** What a finished command that did what it was asked ends with. */
export const DONE = 0;

/** 124 is what timeout(1) ends with, 130 what a shell reports for a command that Ctrl-C ended. */
const codes: Readonly<Record<Outcome, number>> = {
  failed: 1,
  input: 2,
  refused: 4,
  timeout: 124,
  canceled: 130,
};

/** The exit code for how a command ended; 1 for anything thrown that is not an error of ours. */
export function exitCodeOf(error: unknown): number {
  return isFailure(error) ? codes[error.outcome] : codes.failed;
}
