import { asLine, attempt, visibleLine, revokeSignIn } from '@tryout/engine';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useListener } from '../../lib/hooks.ts';
import { useApp, useSessionState, type App } from '../../state/app-context.ts';
import { SIGN_IN } from '../../state/routes.ts';
import { writeValue } from '../../state/stored/values.ts';
import { Button } from '../../ui/button.tsx';
import styles from './sign-in.module.css';

/** Shows the user's name; opens a menu with account details and links to switch accounts and sign out. */
export function AccountMenu() {
  const { session, hubName } = useApp();
  const { status, identity } = useSessionState(({ signIn }) => signIn);
  const { pathname, state } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const id = useId();

  // The first request may have failed.
  const identify = () => !identity && status === 'signed-in' && void session.refreshIdentity();
  useListener(window, 'online', identify);
  if (status === 'signed-out') return null;

  const toggle = (isNowOpen: boolean) => {
    setOpen(isNowOpen);
    if (isNowOpen) identify();
  };
  const { name = '', fullname = '', orgs = [] } = identity ?? {};
  const hasFullName = fullname !== '' && fullname !== name;
  return (
    <div>
      <Button variant="quiet" popoverTarget={id} aria-expanded={isOpen} aria-controls={id}>
        <span className={styles.name}>{identity ? visibleLine(name) : 'Account'}</span>
        <ChevronDown aria-hidden="true" size={16} className={styles.chevron} />
      </Button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className={styles.menu}
        onToggle={({ newState }) => toggle(newState === 'open')}
      >
        {identity && (
          <p className={styles.identity}>
            <strong>{hasFullName ? asLine(fullname) : visibleLine(name)}</strong>
            {hasFullName && <span className="note">{visibleLine(name)}</span>}
          </p>
        )}
        <p className="note">
          {status === 'expired' ? 'Your sign-in has expired' : `Signed in to ${hubName}`}
        </p>
        {orgs.length > 0 && (
          <div className={styles.organizations}>
            <h2 className={styles.title}>Organizations</h2>
            <ul className={styles.list}>
              {orgs.map((org) => (
                <li key={org.name} className={styles.organization}>
                  <span>{org.fullname ? asLine(org.fullname) : visibleLine(org.name)}</span>
                  {org.canPay && <span className={styles.badge}>can be billed</span>}
                </li>
              ))}
            </ul>
          </div>
        )}
        <div className={styles.actions} onClick={() => menu.current?.hidePopover()}>
          <Link to={SIGN_IN} state={pathname === SIGN_IN ? state : { from: pathname }}>
            Use another account
          </Link>
          <SignOutLink />
        </div>
      </div>
    </div>
  );
}

/** Signs out and opens the sign-in screen (specification, section 2), which asks about the history. */
export function SignOutLink() {
  const app = useApp();
  return (
    <Link data-action="" to={SIGN_IN} onClick={() => void signOut(app)}>
      Sign Out
    </Link>
  );
}

/** Signs out here, and then revokes an OAuth sign-in at the hub. Shows failures as notices. */
async function signOut({ session, store, notices, settings }: App): Promise<void> {
  const credentials = store.read();
  attempt(() => writeValue('keepOrDelete', 'asked'));
  const signingOut = session.signOut();
  const { token, grant } = await credentials;
  await signingOut;
  const { error } = session.getSnapshot().signIn;
  if (error) notices.show(error.message);
  if (token === undefined || !grant) return;
  const isRevoked = await revokeSignIn(session.connection(), token, grant).catch(() => false);
  const { host } = new URL(settings.hubUrl);
  if (!isRevoked) notices.show(`Could not revoke access at ${host}. Revoke it there under “Connected apps”.`);
}
