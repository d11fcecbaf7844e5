import type { Session } from '../session/index.ts';
import { asLine } from './as-line.ts';
import { examplesOf, type Examples } from './examples.ts';
import { isSomething, unfilled } from './fill-in.ts';
import { messageOf } from './message-of.ts';

/** What became of an example that was asked for. */
export interface ToldExample {
  /** `none`: there is none at all; `failed`: its file cannot be had; `unfit`: it fits none of the fields. */
  readonly status: 'filled' | 'none' | 'failed' | 'unfit';
  /** One line for the person. */
  readonly text: string;
  /** Whether what stood in the form before can be brought back. */
  readonly hasReplaced: boolean;
}

/** Fills the form of a session with one example after the other, and begins anew behind the last one. */
export interface ExampleRound {
  /**
   * Fetches the next example and fills the form with it.
   * @returns undefined where it was ended, or another task or model was chosen meanwhile
   * @throws what looking for examples throws
   */
  next(signal: AbortSignal): Promise<ToldExample | undefined>;
}

/**
 * Steps through the examples of the session's task and model.
 * @param wayBack appended to the text when inputs were replaced, for example how to restore them
 */
export function exampleRound(session: Session, wayBack = ''): ExampleRound {
  let known: { readonly place: string; readonly found: Examples } | undefined;
  let index = 0;
  return {
    async next(signal) {
      const { task, model } = session.getSnapshot();
      if (!task) return undefined;
      const place = `${task.id} ${model ?? ''}`;
      if (known?.place !== place)
        known = { place, found: await examplesOf(session.connection(), task, model, signal) };
      if (signal.aborted) return undefined;
      const { examples, rest, ownFiles } = known.found;
      const own = ownFiles.length === 0 ? '' : `${ownFiles.join(', ')} takes a file of your own.`;
      if (examples.length === 0) {
        const none = 'Neither the model nor the task has an example.';
        return { status: 'none', text: own === '' ? none : `No example here: ${own}`, hasReplaced: false };
      }
      const at = index % examples.length;
      const example = examples[at]!;
      // One that cannot be had is not tried for ever.
      index = at + 1;
      const name = `Example ${at + 1} of ${examples.length}`;
      let failure: unknown;
      const values = await example.values(signal).catch((error: unknown) => void (failure = error));
      const now = session.getSnapshot();
      if (signal.aborted || now.task !== task || now.model !== model) return undefined;
      if (!values)
        return {
          status: 'failed',
          text: `${name} cannot be had: ${messageOf(failure)}`,
          hasReplaced: false,
        };
      if (Object.keys(values).length === 0)
        return { status: 'unfit', text: `${name} is of another form.`, hasReplaced: false };
      const hasReplaced = now.replacedBy === 'example' || Object.values(now.values).some(isSomething);
      session.fillExample({ ...unfilled(task, now.values, rest), ...values });
      const title = example.title === undefined ? '' : `: ${asLine(example.title)}`;
      const told = name + title + (hasReplaced ? wayBack : '');
      return { status: 'filled', text: [told, own].filter(Boolean).join('. '), hasReplaced };
    },
  };
}
