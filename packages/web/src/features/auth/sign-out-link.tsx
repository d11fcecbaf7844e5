import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { useApp } from '../../lib/app-context.ts';
import { SIGN_IN } from '../../lib/routes.ts';
import { useSession } from '../../lib/session-context.ts';
import { signOut } from './sign-out.ts';

/** The link to the sign-in screen that signs out (specification, section 2). */
export function SignOutLink(props: Omit<ComponentProps<'a'>, 'href' | 'onClick'>) {
  const app = useApp();
  const session = useSession();
  return (
    <Link to={SIGN_IN} {...props} onClick={() => void signOut(session, app)}>
      Sign Out
    </Link>
  );
}
