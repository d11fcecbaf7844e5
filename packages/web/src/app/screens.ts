/** Loads the sign-in screen. */
export const loadSignInPage = () => import('../features/auth/sign-in-page.tsx');

/** Loads the picker. */
export const loadPickerPage = () => import('./picker-page.tsx');
