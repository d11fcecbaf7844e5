import { exampleRound, type KeptValues, type ToldExample } from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';

const WORK = 'example';

/** How the notice about an example looks. */
const looks: Readonly<Partial<Record<ToldExample['status'], 'good' | 'error'>>> = {
  filled: 'good',
  failed: 'error',
};

/** Fills a form with one example after the other. */
export interface ExampleFilling {
  next(): void;
  /** Ends what is under way. */
  end(): void;
}

/** @param kept where what stood there before is kept */
export function exampleFilling(picker: Picker, kept: KeptValues): ExampleFilling {
  const round = exampleRound(picker.session, kept, {
    connection: () => picker.connection(),
    wayBack: ' (Ctrl-_ brings back what was there)',
  });
  return {
    next() {
      picker.notify('Fetching an example');
      picker.work(WORK, async (signal) => {
        const told = await round.next(signal);
        if (told) picker.notify(told.text, looks[told.status]);
      });
    },
    end: () => picker.endWork(WORK),
  };
}
