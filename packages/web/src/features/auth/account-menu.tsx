import { asLine, type Identity, visibleLine } from '@tryout/engine';
import { ChevronDown } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useApp, useSession, useSessionState } from '../../lib/app-context.ts';
import { SIGN_IN } from '../../lib/routes.ts';
import { Button } from '../../lib/ui/button.tsx';
import { SignOutLink } from './sign-out.tsx';
import styles from './auth.module.css';

/** Says who is signed in; opened, it says more and leads out. */
export function AccountMenu() {
  const session = useSession();
  const status = useSessionState(({ signIn }) => signIn.status);
  const identity = useSessionState(({ signIn }) => signIn.identity);
  const [isOpen, setOpen] = useState(false);
  const whole = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const onPointer = ({ target }: PointerEvent) => {
      if (!whole.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [isOpen]);

  if (status === 'signed-out') return null;

  const toggle = () => {
    setOpen(!isOpen);
    // The hub could not be asked before, perhaps.
    if (!isOpen && !identity && status === 'signed-in') void session.refreshIdentity();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !whole.current?.contains(relatedTarget)) setOpen(false);
  };
  return (
    <div ref={whole} className={styles.account} onKeyDown={onKeyDown} onBlur={onBlur}>
      <Button
        ref={button}
        look="quiet"
        className={styles.button}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      >
        <span className={styles.name}>{identity ? visibleLine(identity.name) : 'Account'}</span>
        <ChevronDown aria-hidden="true" size={16} className={styles.sign} />
      </Button>
      {isOpen && (
        <div id={id} className={styles.sheet}>
          <AccountDetails onLeft={() => setOpen(false)} />
        </div>
      )}
    </div>
  );
}

/**
 * Who is signed in, the organizations, and the ways out.
 * @param onLeft called when one of these is taken
 */
export function AccountDetails({ onLeft }: { onLeft(): void }) {
  const { hubName } = useApp();
  const { pathname, state } = useLocation();
  const identity = useSessionState(({ signIn }) => signIn.identity);
  const status = useSessionState(({ signIn }) => signIn.status);
  return (
    <>
      {identity && <Who identity={identity} />}
      <p className={styles.soft}>
        {status === 'expired' ? 'Your sign-in has expired' : `Signed in to ${hubName}`}
      </p>
      {identity && identity.orgs.length > 0 && <Organizations orgs={identity.orgs} />}
      <div className={styles.ways} onClick={onLeft}>
        <Link to={SIGN_IN} state={pathname === SIGN_IN ? state : { from: pathname }}>
          Use another account
        </Link>
        <SignOutLink />
      </div>
    </>
  );
}

function Who({ identity: { name, fullname } }: { readonly identity: Identity }) {
  const hasFullName = fullname !== '' && fullname !== name;
  return (
    <p className={styles.who}>
      <strong>{hasFullName ? asLine(fullname) : visibleLine(name)}</strong>
      {hasFullName && <span className={styles.soft}>{visibleLine(name)}</span>}
    </p>
  );
}

function Organizations({ orgs }: Pick<Identity, 'orgs'>) {
  return (
    <div className={styles.organizations}>
      <h2 className={styles.title}>Organizations</h2>
      <ul className={styles.list}>
        {orgs.map(({ name, fullname, canPay }) => (
          <li key={name} className={styles.organization}>
            <span>{fullname ? asLine(fullname) : visibleLine(name)}</span>
            {canPay && <span className={styles.mark}>can pay for runs</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
