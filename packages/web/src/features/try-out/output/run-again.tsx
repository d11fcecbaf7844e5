import { canRun } from '@tryout/engine';
import { RotateCcw } from 'lucide-react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { Button } from '../../../lib/ui/button.tsx';
import { startRun } from '../start-run.ts';
import { GOES_ON } from './use-followed-focus.ts';

/** Runs what is filled in now once more. */
export function RunAgain() {
  const session = useSession();
  const isReady = useSessionState(canRun);
  return (
    <Button {...GOES_ON} disabled={!isReady} onClick={() => startRun(session)}>
      <RotateCcw aria-hidden="true" size={16} />
      Run again
    </Button>
  );
}
