import { createStore, useStore, type Store } from '../store.ts';
import { requiredContext } from './context.ts';

/** One line for the user, shown until the next key press. */
export interface Notice {
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'error';
}

/** Shows a notice, in plain tone by default. */
export type Notify = (text: string, tone?: Notice['tone']) => void;

/** The current notice, and a function to show another. */
export interface Notices {
  readonly current: Store<Notice | undefined>;
  readonly notify: Notify;
}

export function createNotices(): Notices {
  const current = createStore<Notice | undefined>(undefined);
  return { current, notify: (text, tone = 'plain') => current.set({ text, tone }) };
}

/** The current notice, and a function to show another. */
export const [NoticeContext, useNotices] = requiredContext<Notices>();

/** The current notice. */
export function useNotice(): Notice | undefined {
  return useStore(useNotices().current);
}

/** A function that shows a notice. */
export function useNotify(): Notify {
  return useNotices().notify;
}
