import { lazily } from '../lib/lazily.ts';

/** The page for signing in, loaded when it is shown. */
export const signInPage = lazily(() =>
  import('../features/auth/sign-in-page.tsx').then(({ SignInPage }) => SignInPage),
);

/** The page for choosing and trying a model, loaded when it is shown. */
export const pickerPage = lazily(() => import('./picker-page.tsx').then(({ PickerPage }) => PickerPage));
