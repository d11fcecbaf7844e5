import { loaded } from '@tryout/engine';
import { lazy, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useSignedIn } from '../../lib/app-context.ts';
import { LoadBoundary } from '../../lib/load-boundary.tsx';
import { Button } from '../../lib/ui/button.tsx';

const HistoryRail = lazy(() => loaded(() => import('./history-rail.tsx')));

/** Opens the history, which navigation closes; hidden while signed out. */
export function HistoryButton() {
  const isSignedIn = useSignedIn();
  const { pathname } = useLocation();
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = openedAt === pathname;
  if (openedAt !== undefined && !isOpen) setOpenedAt(undefined);
  if (!isSignedIn) return null;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpenedAt(pathname)}>
        History
      </Button>
      {isOpen && (
        <LoadBoundary>
          <HistoryRail onClose={() => setOpenedAt(undefined)} />
        </LoadBoundary>
      )}
    </>
  );
}
