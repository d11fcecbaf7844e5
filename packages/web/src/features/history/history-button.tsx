import { loaded } from '@tryout/engine';
import { lazy, useState } from 'react';
import { useSignedIn } from '../../lib/app-context.ts';
import { LoadBoundary } from '../../lib/load-boundary.tsx';
import { Button } from '../../lib/ui/button.tsx';

const HistoryRail = lazy(() => loaded(() => import('./history-rail.tsx')));

/** Opens the history; hidden while signed out. */
export function HistoryButton() {
  const isSignedIn = useSignedIn();
  const [isOpen, setOpen] = useState(false);
  if (!isSignedIn) return null;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        History
      </Button>
      {isOpen && (
        <LoadBoundary>
          <HistoryRail onClose={() => setOpen(false)} />
        </LoadBoundary>
      )}
    </>
  );
}
