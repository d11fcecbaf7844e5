import { lazily } from '../lib/lazily.ts';

/** The pages, each loaded when it is shown. */
export const signInPage = lazily(() =>
  import('../features/auth/sign-in-page.tsx').then(({ SignInPage }) => SignInPage),
);
export const pickerPage = lazily(() => import('./picker-page.tsx').then(({ PickerPage }) => PickerPage));
