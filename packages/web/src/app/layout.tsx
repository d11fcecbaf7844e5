import { isFailure, visible } from '@tryout/engine';
import { History, Monitor, Moon, Sun, X, type LucideIcon } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import { AccountMenu } from '../screens/sign-in/account-menu.tsx';
import { classes } from '../lib/classes.ts';
import { useHeadingFocus, useTitle } from '../lib/hooks.ts';
import { useApp, useSessionState, useSignedIn, type Outcome } from '../state/app-context.ts';
import { chooseTheme, themes, useTheme, type Theme } from '../state/stored/preferences.ts';
import { IconButton, ButtonLink } from '../ui/button.tsx';
import { loadOnUse, ReloadButton } from '../ui/failure-note.tsx';
import { RailButton } from '../ui/rail.tsx';
import { HeaderSlot } from '../ui/slot.tsx';
import { Shortcuts } from './shortcuts.tsx';
import styles from './app.module.css';

const HistoryRail = loadOnUse(() => import('../screens/history/history-rail.tsx'));

interface LayoutProps {
  /** Adds the history, the account menu and notices, once the app has started. */
  readonly hasApp?: boolean;
  /** Reserves the place of the task and the model, so that nothing moves when they are loaded. */
  readonly hasPicker?: boolean;
  readonly children: ReactNode;
}

/**
 * The frame around every screen: the header stays, and `main` scrolls below it, never the page. A screen whose parts
 * scroll on their own fills `main` instead (`frame.module.css`).
 */
export function Layout({ hasApp = false, hasPicker = false, children }: LayoutProps) {
  const main = useRef<HTMLElement>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.page}>
      <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <header className={styles.header}>
        <a className={styles.home} href="#/" aria-label="Tryout, home page">
          <img src="./icon.svg" alt="" width={28} height={28} />
          <span>Tryout</span>
          <span aria-hidden="true">🤗</span>
        </a>
        <div ref={setSlot} className={classes(styles.slot, hasPicker && styles.reserved)} />
        <div className={styles.tools}>
          {hasApp && <HistoryButton />}
          <ThemeButton />
          {hasApp && <AccountMenu />}
        </div>
      </header>
      <main ref={main} tabIndex={-1} className={styles.main}>
        <HeaderSlot.Target value={slot}>{children}</HeaderSlot.Target>
      </main>
      {hasApp && <NoticesBar focusNext={() => main.current?.focus({ preventScroll: true })} />}
      {hasApp && <SignedInShortcuts />}
    </div>
  );
}

function SignedInShortcuts() {
  return useSignedIn() && <Shortcuts />;
}

function HistoryButton() {
  return (
    useSignedIn() && (
      <RailButton data-action="" icon={History} rail={(close) => <HistoryRail onClose={close} />}>
        <span className={styles.word}>History</span>
      </RailButton>
    )
  );
}

const themeIcons: Readonly<Record<Theme, LucideIcon>> = { system: Monitor, light: Sun, dark: Moon };

function ThemeButton() {
  const theme = useTheme();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  return (
    <IconButton
      data-action=""
      label={`Theme: ${theme}. Switch to ${next}`}
      icon={themeIcons[theme]}
      onClick={() => chooseTheme(next)}
    />
  );
}

/** Page and sign-in notices, until they are dismissed; brief ones disappear by themselves. */
function NoticesBar({ focusNext }: Pick<NoticeProps, 'focusNext'>) {
  const { notices } = useApp();
  const notice = useSyncExternalStore(notices.subscribe, notices.getSnapshot);
  const signInNotice = useSessionState(({ signIn }) => signIn.notice);
  const [dismissedNotice, setDismissedNotice] = useState<unknown>();
  // The same notice may come again later.
  if (signInNotice === undefined && dismissedNotice !== undefined) setDismissedNotice(undefined);
  return (
    <div role="status" className={styles.bar}>
      {signInNotice !== undefined && signInNotice !== dismissedNotice && (
        <Notice
          text={signInNotice}
          focusNext={focusNext}
          onDismiss={() => setDismissedNotice(signInNotice)}
        />
      )}
      {notice && <Notice key={notice.number} {...notice} focusNext={focusNext} onDismiss={notices.dismiss} />}
    </div>
  );
}

/** Milliseconds that a brief notice is shown, or longer while it is hovered or focused. */
const BRIEF_DURATION = 6000;

interface NoticeProps extends Outcome {
  /** For when the button that dismisses it disappears. */
  focusNext(): void;
  onDismiss(): void;
}

function Notice({ text, isBrief = false, focusNext, onDismiss }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  const dismiss = useEffectEvent(() => box.current?.matches(':hover, :focus-within') || onDismiss());
  useEffect(() => {
    if (!isBrief) return;
    const timer = setInterval(() => dismiss(), BRIEF_DURATION);
    return () => clearInterval(timer);
  }, [isBrief]);
  return (
    <div ref={box} className={styles.notice}>
      <p>{text}</p>
      <IconButton
        label="Dismiss"
        icon={X}
        onClick={() => {
          focusNext();
          onDismiss();
        }}
      />
    </div>
  );
}

/** The error of a path that no route matches. */
export const NOT_FOUND = '404 Not Found';

interface ErrorScreenProps {
  readonly error: unknown;
  /** False if the app failed to start: links do not work before a reload. */
  readonly hasStarted?: boolean;
}

/** The content of the page for all errors that are not shown in place (specification, sections 2 and 8). */
export function ErrorScreen({ error, hasStarted = true }: ErrorScreenProps) {
  const hint = isFailure(error) ? error.hint : undefined;
  const heading = useHeadingFocus();
  useTitle(error === NOT_FOUND ? NOT_FOUND : 'Error');
  return (
    <div className={styles.screen}>
      <h1 ref={heading} tabIndex={-1}>
        Unexpected Application Error!
      </h1>
      <p>{visible(error instanceof Error ? error.message : String(error))}</p>
      {hint !== undefined && <p>{hint}</p>}
      {error !== NOT_FOUND && <ReloadButton />}
      {hasStarted && <ButtonLink href="#/">Go to the home page</ButtonLink>}
    </div>
  );
}
