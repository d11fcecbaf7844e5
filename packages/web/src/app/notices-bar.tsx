import { Suspense, useState, useSyncExternalStore } from 'react';
import { useApp } from '../lib/app-context.ts';
import { lazily } from '../lib/lazily.ts';
import { useSignInState } from '../lib/use-sign-in-state.ts';
import styles from './notices-bar.module.css';

const dismissButton = lazily(() => import('./dismiss-button.tsx').then(({ DismissButton }) => DismissButton));

/** What there is to tell, at the foot of the page, until it is dismissed. */
export function NoticesBar() {
  const { notices } = useApp();
  const told = useSyncExternalStore(notices.subscribe, notices.getSnapshot);
  const signIn = useSignInState();
  const [dismissed, setDismissed] = useState<unknown>();
  // The next one is told again, be it the same.
  if (signIn?.notice === undefined && dismissed !== undefined) setDismissed(undefined);
  const isOpen = signIn?.notice !== undefined && signIn.notice !== dismissed;
  return (
    <div role="status" className={styles.bar}>
      {isOpen && <Line text={signIn.notice ?? ''} onDismiss={() => setDismissed(signIn.notice)} />}
      {told && <Line key={told.number} text={told.text} onDismiss={notices.dismiss} />}
    </div>
  );
}

function Line({ text, onDismiss }: { readonly text: string; onDismiss(): void }) {
  return (
    <div className={styles.notice}>
      <p>{text}</p>
      <Suspense>
        <dismissButton.View onDismiss={onDismiss} />
      </Suspense>
    </div>
  );
}
