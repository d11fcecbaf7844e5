import { createStore, useStore, type Store } from '../store.ts';
import { requiredContext } from './context.ts';

/** One line for the user, which stays until the next key is pressed. */
export interface Notice {
  readonly text: string;
  readonly tone: 'plain' | 'good' | 'error';
}

/** Shows a notice, by default in plain tone. */
export type Notify = (text: string, tone?: Notice['tone']) => void;

/** The notice that is shown, and the way to show one. */
export interface Notices {
  readonly current: Store<Notice | undefined>;
  readonly notify: Notify;
}

export function createNotices(): Notices {
  const current = createStore<Notice | undefined>(undefined);
  return { current, notify: (text, tone = 'plain') => current.set({ text, tone }) };
}

/** The notice that is shown, and the way to show one. */
export const [NoticeContext, useNotices] = requiredContext<Notices>();

/** The notice that is shown now. */
export function useNotice(): Notice | undefined {
  return useStore(useNotices().current);
}

/** The way to show a notice. */
export function useNotify(): Notify {
  return useNotices().notify;
}
