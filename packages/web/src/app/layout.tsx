import { X } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { SessionContext, useApp, useSignInState } from '../lib/app-context.ts';
import { lazily } from '../lib/lazily.tsx';
import { IconButton } from '../lib/ui/button.tsx';
import { whenIdle } from '../lib/when-idle.ts';
import styles from './app.module.css';

export interface LayoutProps {
  /** Stands beside the link home. */
  readonly header?: ReactNode;
  /** Lies over the foot of the page. */
  readonly notices?: ReactNode;
  readonly children: ReactNode;
}

/** The yellow page around every screen. */
export function Layout({ header, notices, children }: LayoutProps) {
  const main = useRef<HTMLElement>(null);
  return (
    <div className={styles.page}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className={styles.header}>
        <a className={styles.home} href="#/" aria-label="Tryout, start page">
          <span aria-hidden="true">🤗</span>
        </a>
        {header}
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      {notices}
    </div>
  );
}

const accountMenu = lazily(async () => {
  await whenIdle();
  return (await import('../features/auth/account-menu.tsx')).AccountMenu;
});

/** Who is signed in, beside the link home. */
export function Header() {
  const { session: lazy } = useApp();
  const session = useSyncExternalStore(lazy.subscribe, lazy.getSnapshot);
  if (!session) return null;
  return (
    <SessionContext value={session}>
      <Suspense>
        <accountMenu.View />
      </Suspense>
    </SessionContext>
  );
}

const dismissButton = lazily(() => import('./layout.tsx').then(({ DismissButton }) => DismissButton));

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

/** Takes a notice away. */
export function DismissButton({ onDismiss }: { onDismiss(): void }) {
  return <IconButton label="Dismiss" icon={X} onClick={onDismiss} />;
}
