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
  const hasAskedToSignIn = useAskedToSignIn(error);
  const signIn = useSessionState((state) => state.signIn.status);
  const isPart = text !== '' || reasoning !== undefined;
  if (status === 'canceled')
    return (
      <div className={styles.broken}>
        <p>{isPart ? 'Canceled: the answer is incomplete.' : 'Canceled.'}</p>
        <RunAgain />
      </div>
    );
  if (hasAskedToSignIn && signIn === 'signed-in')
    return (
      <div className={styles.broken}>
        <p>You are signed in again.</p>
        <RunAgain />
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

/** Whether an error is one that asked to sign in again. */
function useAskedToSignIn(error: unknown): boolean {
  const { status, error: asked } = useSessionState((state) => state.signIn);
  const [seen, setSeen] = useState<unknown>();
  if (status === 'expired' && asked === error && seen !== error) setSeen(error);
  return error !== undefined && seen === error;
}
