import type { RedirectOutcome, TokenStore } from '@tryout/engine';
import { createContext, useContext } from 'react';
import type { LazySession } from './lazy-session.ts';
import type { Notices } from './notices.ts';
import type { Settings } from './settings.ts';

/** What the page was opened with; stays as it is. */
export interface App {
  readonly settings: Settings;
  /** What a person calls the hub, for example `Hugging Face`. */
  readonly hubName: string;
  readonly store: TokenStore;
  /** The token that was there when the page was opened, the sandbox's guest included. */
  readonly token?: string;
  readonly session: LazySession;
  readonly notices: Notices;
  /** What the hub sent the person back with. */
  readonly redirect: RedirectOutcome;
}

/** Holds the app for all that is drawn; asked for by {@link useApp}. */
export const AppContext = createContext<App | undefined>(undefined);

/** What the page was opened with. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error('There is no app around this component');
  return app;
}
