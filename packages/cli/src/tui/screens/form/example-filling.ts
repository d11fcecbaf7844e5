import {
  examplesOf,
  isSomething,
  messageOf,
  unfilled,
  visibleLine,
  type Examples,
  type KeptValues,
} from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';

const WORK = 'example';

/** Fills a form with one example after the other. */
export interface ExampleFilling {
  next(): void;
  /** Ends what is under way. */
  end(): void;
}

/** @param kept where what stood there before is kept */
export function exampleFilling(picker: Picker, kept: KeptValues): ExampleFilling {
  const { session } = picker;
  let known: { readonly model: string | undefined; readonly found: Examples } | undefined;
  let index = 0;

  async function fill(signal: AbortSignal): Promise<void> {
    const { task, model } = session.getSnapshot();
    if (!task) return;
    const connection = picker.connection();
    if (known?.model !== model || !known)
      known = { model, found: await examplesOf(connection, task, model, signal) };
    const { examples, rest, ownFiles } = known.found;
    if (signal.aborted) return;
    const own = ownFiles.length === 0 ? '' : `${ownFiles.join(', ')} takes a file of your own.`;
    if (examples.length === 0)
      return picker.notify(
        own === '' ? 'Neither the model nor the task has an example.' : `No example here: ${own}`,
      );
    const at = index % examples.length;
    const example = examples[at]!;
    // One that cannot be had is not tried for ever.
    index = at + 1;
    const place = `Example ${at + 1} of ${examples.length}`;
    const values = await example.values(signal).catch((error: unknown) => {
      if (!signal.aborted) picker.notify(`${place} cannot be had: ${messageOf(error)}`, 'error');
      return undefined;
    });
    if (signal.aborted || !values) return;
    const before = session.getSnapshot();
    if (before.task !== task || before.model !== model) return;
    if (Object.keys(values).length === 0) return picker.notify(`${place} is of another form.`);
    const hadAny = kept.freshBy() === 'example' || Object.values(before.values).some(isSomething);
    kept.replace('example', () => session.fill({ ...unfilled(task, before.values, rest), ...values }));
    const title = example.title === undefined ? '' : `: ${visibleLine(example.title)}`;
    const back = hadAny ? ' (Ctrl-_ brings back what was there)' : '';
    picker.notify([place + title + back, own].filter(Boolean).join('. '), 'good');
  }

  return {
    next() {
      picker.notify('Fetching an example');
      picker.work(WORK, fill);
    },
    end: () => picker.endWork(WORK),
  };
}
