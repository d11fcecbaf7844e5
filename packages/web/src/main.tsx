import { takeRedirect } from '@tryout/engine';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary, ErrorScreen, NotFoundError } from './app/error-screen.tsx';
import { AppRoutes } from './app/routes.tsx';
import { start } from './app/start.ts';
import { AppContext } from './lib/app-context.ts';
import { browserStorage } from './lib/browser-storage.ts';
import './styles/base.css';

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

/**
 * Keeps an address whose `%` stand for no letters as the text that it is: the router would warn of it on the console.
 * To be called before the router is there, which hears of a new address later than this.
 */
function keepAddressReadable(): void {
  mend();
  addEventListener('popstate', mend);
}

function mend(): void {
  try {
    decodeURI(location.hash);
  } catch {
    history.replaceState(history.state, '', location.hash.replaceAll('%', '%25'));
  }
}
