import './styles/base.css';
import { takeRedirect } from '@tryout/engine';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { AppRoutes } from './app/routes.tsx';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { ErrorScreen } from './app/error-screen.tsx';
import { NotFoundError } from './app/not-found-error.ts';
import { keepAddressReadable } from './app/readable-address.ts';
import { start } from './app/start.ts';
import { AppContext } from './lib/app-context.ts';
import { browserStorage } from './lib/browser-storage.ts';

// First of all, and before any request: a code in the address must not go anywhere (F24).
const redirect = takeRedirect({
  page: { href: location.href, replace: (href) => history.replaceState(history.state, '', href) },
  storage: browserStorage,
});

keepAddressReadable();

const root = createRoot(document.getElementById('app')!, {
  // It is shown; an address that leads nowhere is no fault of the program.
  onCaughtError: (error) => {
    if (!(error instanceof NotFoundError)) console.error(error);
  },
});

start(redirect).then(
  (app) =>
    // In small steps, between which the browser answers the person.
    startTransition(() =>
      root.render(
        <ErrorBoundary>
          <AppContext value={app}>
            <AppRoutes />
          </AppContext>
        </ErrorBoundary>,
      ),
    ),
  (error: unknown) => root.render(<ErrorScreen error={error} isBegun={false} />),
);
