import { loaded } from '@tryout/engine';
import { lazy } from 'react';
import { useSignedIn } from '../../state/app-context.ts';
import { LoadBoundary } from '../../ui/failure-note.tsx';
import { Button } from '../../ui/button.tsx';
import { useRail } from '../../ui/rail.tsx';

const HistoryRail = lazy(() => loaded(() => import('./history-rail.tsx')));

/** Opens the history, which navigation closes; hidden while signed out. */
export function HistoryButton() {
  const isSignedIn = useSignedIn();
  const { isOpen, open, close } = useRail();
  if (!isSignedIn) return null;
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={open}>
        History
      </Button>
      {isOpen && (
        <LoadBoundary>
          <HistoryRail onClose={close} />
        </LoadBoundary>
      )}
    </>
  );
}
