import { asLine, visibleLine } from '@tryout/engine';
import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useApp, useSession, useSessionState } from '../../lib/app-context.ts';
import { useListener } from '../../lib/dom-hooks.ts';
import { SIGN_IN } from '../../lib/routes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { SignOutLink } from './sign-out.tsx';
import styles from './auth.module.css';

/** Shows the user's name; opens a menu with account details and links to switch accounts and sign out. */
export function AccountMenu() {
  const session = useSession();
  const { status, identity } = useSessionState(({ signIn }) => signIn);
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useListener(document, 'pointerdown', ({ target }) => {
    if (!menu.current?.contains(target as Node)) setOpen(false);
  });

  if (status === 'signed-out') return null;

  const toggle = () => {
    setOpen(!isOpen);
    // The first request may have failed.
    if (!isOpen && !identity && status === 'signed-in') void session.refreshIdentity();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !menu.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    <div ref={menu} className={styles.account} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        ref={button}
        variant="quiet"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        <span className={styles.name}>{identity ? visibleLine(identity.name) : 'Account'}</span>
        <ChevronDown aria-hidden="true" size={16} className={styles.chevron} />
      </Button>
      {isOpen && (
        <div id={id} className={styles.menu}>
          <AccountDetails onClose={() => setOpen(false)} />
        </div>
      )}
    </div>
  );
}

function AccountDetails({ onClose }: { onClose(): void }) {
  const { status, identity } = useSessionState(({ signIn }) => signIn);
  const { hubName } = useApp();
  const { pathname, state } = useLocation();
  const { name = '', fullname = '', orgs = [] } = identity ?? {};
  const hasFullName = fullname !== '' && fullname !== name;
  return (
    <>
      {identity && (
        <p className={styles.identity}>
          <strong>{hasFullName ? asLine(fullname) : visibleLine(name)}</strong>
          {hasFullName && <span className={styles.muted}>{visibleLine(name)}</span>}
        </p>
      )}
      <p className={styles.muted}>
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
      <div className={styles.actions} onClick={onClose}>
        <Link to={SIGN_IN} state={pathname === SIGN_IN ? state : { from: pathname }}>
          Use another account
        </Link>
        <SignOutLink />
      </div>
    </>
  );
}
