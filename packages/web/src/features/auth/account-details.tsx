import { asLine, visibleLine, type Identity } from '@tryout/engine';
import { Link, useLocation } from 'react-router-dom';
import { useApp } from '../../lib/app-context.ts';
import { SIGN_IN } from '../../lib/routes.ts';
import { useSessionState } from '../../lib/session-context.ts';
import { SignOutLink } from './sign-out-link.tsx';
import styles from './account-menu.module.css';

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
