import { visibleLine } from '@tryout/engine';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useApp } from '../../lib/app-context.ts';
import { useSignInState } from '../../lib/use-sign-in-state.ts';
import { useSignedIn } from '../../lib/use-signed-in.ts';
import styles from './sign-in.module.css';

export interface SignedInNoteProps {
  /** This tab was opened to sign in for another one, and has done so. */
  readonly isDone: boolean;
  /** The path to go on at. */
  readonly to: string;
}

/** Says who is signed in already, and leads back. */
export function SignedInNote({ isDone, to }: SignedInNoteProps) {
  const { session: lazy } = useApp();
  const isSignedIn = useSignedIn();
  const signIn = useSignInState();
  useEffect(() => void lazy.load().catch(() => undefined), [lazy]);
  if (!isSignedIn || signIn?.status === 'expired') return null;
  const identity = signIn?.identity;
  const name = identity ? ` as ${visibleLine(identity.name)}` : '';
  return (
    <div role="status" className={styles.signedIn}>
      <p>You are signed in{name}.</p>
      {isDone && <p>The tab that you came from goes on by itself; this one can be closed.</p>}
      <p>
        <Link to={to}>{isDone ? 'Go on here' : 'Go on'}</Link>
      </p>
    </div>
  );
}
