import type { Media } from './media.ts';
import type { ResultKind, ResultViews } from './result.ts';

/** What a task's answer is: how it is checked and how it is shown. */
export interface ResultDefinition<Kind extends ResultKind = ResultKind, Value = unknown, Inputs = never> {
  readonly kind: Kind;
  /** `json` answers are parsed, `media` answers are files. */
  readonly answer: 'json' | 'media';
  /**
   * Checks an answer and brings the shapes that servers use into the one of the command-line contract.
   * @throws OutputError (`Invalid inference output: …`)
   */
  read(answer: unknown, inputs: Inputs): Value;
  /** The same value as a front end draws it. */
  view(value: Value, inputs: Inputs): ResultViews[Kind];
}

/** A file answer shown as it is. */
export function mediaResult<Kind extends 'image' | 'audio'>(
  kind: Kind,
): ResultDefinition<Kind, Media, unknown> {
  return {
    kind,
    answer: 'media',
    read: (answer) => answer as Media,
    view: (media) => ({ media }) as ResultViews[Kind],
  };
}
