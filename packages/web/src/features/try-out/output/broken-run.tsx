import { NotServedError, withheldTokenNote } from '@tryout/engine';
import { useState } from 'react';
import { useSession, useSessionState } from '../../../lib/session-context.ts';
import { FailureNote } from '../../../lib/ui/failure-note.tsx';
import { SENDING_WAY } from '../options/endpoint-note.ts';
import { FailureFacts } from './failure-facts.tsx';
import { NotServed } from './not-served.tsx';
import type { OutputProps } from './output.tsx';
import { RunAgain } from './run-again.tsx';
import styles from './output.module.css';

/** Why a run brought no result, or not all of it, and the ways on. */
export function BrokenRun(ways: OutputProps) {
  const session = useSession();
  const { status, error, text, reasoning, request } = useSessionState((state) => state.run);
  const isToldElsewhere = useToldBySigningIn(error);
  const signIn = useSessionState((state) => state.signIn.status);
  const isPart = text !== '' || reasoning !== undefined;
  if (status === 'cancelled')
    return (
      <div className={styles.broken}>
        <p>{isPart ? 'Cancelled: the answer is incomplete.' : 'Cancelled.'}</p>
        <RunAgain />
      </div>
    );
  if (isToldElsewhere)
    return (
      <div className={styles.broken}>
        <p>{signIn === 'signed-in' ? 'You are signed in again.' : 'It has not run: sign in again first.'}</p>
        {signIn === 'signed-in' && <RunAgain />}
      </div>
    );
  if (error instanceof NotServedError) return <NotServed error={error} {...ways} />;
  const withheld = request && withheldTokenNote(session.connection(), request, SENDING_WAY);
  return (
    <div className={styles.broken}>
      {isPart && <h3>Error</h3>}
      {isPart && <p>The answer is incomplete.</p>}
      <FailureNote error={error}>
        {withheld !== undefined && <p>{withheld}</p>}
        <FailureFacts error={error} />
      </FailureNote>
      <RunAgain />
    </div>
  );
}

/** Whether an error is one that asked to sign in again, which is told there. */
function useToldBySigningIn(error: unknown): boolean {
  const { status, error: asked } = useSessionState((state) => state.signIn);
  const [told, setTold] = useState<unknown>();
  if (status === 'expired' && asked === error && told !== error) setTold(error);
  return error !== undefined && told === error;
}
