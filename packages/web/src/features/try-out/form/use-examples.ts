import {
  examplesOf,
  isFailure,
  isSomething,
  messageOf,
  unfilled,
  visibleLine,
  type Examples,
  type KeptValues,
  type Task,
} from '@tryout/engine';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../../lib/session-context.ts';

/** What is said about the last example that was asked for. */
export interface ExampleWords {
  readonly text: string;
  readonly isWrong?: boolean;
  /** Whether what stood in the form before can be brought back. */
  readonly hasReplaced?: boolean;
}

/** Fills the form with one example after the other. */
export interface ExampleFilling {
  readonly isFetching: boolean;
  readonly told?: ExampleWords;
  next(): void;
  restore(): void;
  /** Ends what is under way, and what was said of it. */
  forget(): void;
  /** Ends what is under way. */
  end(): void;
}

/** @param kept where what stood in the form before is kept */
export function useExamples(task: Task, kept: KeptValues): ExampleFilling {
  const session = useSession();
  const found = useRef<Examples>(undefined);
  const index = useRef(0);
  const work = useRef<AbortController>(undefined);
  const [isFetching, setFetching] = useState(false);
  const [told, setTold] = useState<ExampleWords>();
  useEffect(() => () => work.current?.abort(), []);

  function end(): void {
    work.current?.abort();
    setFetching(false);
  }

  async function fill(signal: AbortSignal): Promise<ExampleWords> {
    const { model } = session.getSnapshot();
    found.current ??= await examplesOf(session.connection(), task, model, signal);
    const { examples, rest, ownFiles } = found.current;
    const own = ownFiles.length === 0 ? '' : `${ownFiles.join(', ')} takes a file of your own.`;
    if (examples.length === 0)
      return {
        text: own === '' ? 'Neither the model nor the task has an example.' : `No example here: ${own}`,
      };
    const at = index.current % examples.length;
    const example = examples[at]!;
    // One that cannot be had is not tried for ever.
    index.current = at + 1;
    const place = `Example ${at + 1} of ${examples.length}`;
    let values: Awaited<ReturnType<typeof example.values>>;
    try {
      values = await example.values(signal);
    } catch (error) {
      if (!isFailure(error)) throw error;
      return { text: `${place} cannot be had: ${messageOf(error)}`, isWrong: true };
    }
    if (signal.aborted) return { text: '' };
    if (Object.keys(values).length === 0) return { text: `${place} is of another form.`, isWrong: true };
    const before = session.getSnapshot().values;
    const hasReplaced = kept.freshBy() === 'example' || Object.values(before).some(isSomething);
    kept.replace('example', () => session.fill({ ...unfilled(task, before, rest), ...values }));
    const title = example.title === undefined ? '' : `: ${visibleLine(example.title)}`;
    return { text: [place + title, own].filter(Boolean).join('. '), hasReplaced };
  }

  return {
    isFetching,
    ...(told === undefined ? {} : { told }),
    end,
    next() {
      work.current?.abort();
      setTold(undefined);
      const controller = new AbortController();
      work.current = controller;
      setFetching(true);
      const tell = (words: ExampleWords) => {
        if (controller.signal.aborted) return;
        setFetching(false);
        setTold(words);
      };
      fill(controller.signal).then(tell, (error: unknown) => tell({ text: messageOf(error), isWrong: true }));
    },
    restore() {
      end();
      setTold(kept.restore() ? { text: 'Brought back.' } : undefined);
    },
    forget() {
      end();
      setTold(undefined);
    },
  };
}
