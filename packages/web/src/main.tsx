import './styles/base.css';
import { attempt, completeRedirect } from '@tryout/engine';
import { createRoot } from 'react-dom/client';
import { ErrorScreen, Layout } from './app/layout.tsx';
import { AppRoutes } from './app/routes.tsx';
import { start } from './app/start.ts';
import { AppContext } from './state/app-context.ts';
import { signInStorage } from './state/stored/values.ts';
import { ErrorBoundary } from './ui/failure-note.tsx';
import { applyStoredTheme } from './state/stored/preferences.ts';

// Must run first, before any request: a code in the URL must not leak.
const redirect = completeRedirect({
  page: { href: location.href, replace: (href) => history.replaceState(history.state, '', href) },
  storage: signInStorage,
});

// Before all other listeners: keys of an input method, such as the Enter that confirms a word, never reach the app. Safari
// sends that Enter after the composition, where only the key code shows it.
addEventListener(
  'keydown',
  (event) => (event.isComposing || event.keyCode === 229) && event.stopImmediatePropagation(),
  { capture: true },
);

// Must run before the router, which logs a warning about hashes it cannot decode.
escapeInvalidHash();
addEventListener('popstate', escapeInvalidHash);

applyStoredTheme();

const root = createRoot(document.getElementById('app')!);

const renderErrorScreen = (error: unknown, hasStarted: boolean) => (
  <Layout>
    <ErrorScreen error={error} hasStarted={hasStarted} />
  </Layout>
);

start(redirect).then(
  (app) =>
    root.render(
      <ErrorBoundary show={(error) => renderErrorScreen(error, true)}>
        <AppContext value={app}>
          <AppRoutes />
        </AppContext>
      </ErrorBoundary>,
    ),
  (error: unknown) => root.render(renderErrorScreen(error, false)),
);

function escapeInvalidHash(): void {
  if (attempt(() => decodeURI(location.hash)) !== undefined) return;
  history.replaceState(history.state, '', location.hash.replaceAll('%', '%25'));
}
