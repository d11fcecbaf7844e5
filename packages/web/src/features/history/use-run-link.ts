import { loaded, messageOf } from '@tryout/engine';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useApp } from '../../lib/app-context.ts';
import { hasRun, takeRunLink } from '../../lib/run-links.ts';

/**
 * Opens the run of a link in the address, or of one from before the sign-in, and removes it from the address, so that a
 * reload keeps the user's edits.
 */
export function useRunLink(): void {
  const app = useApp();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useEffect(() => {
    const kept = takeRunLink(pathname);
    const link = hasRun(search) ? pathname + search : kept;
    if (link === undefined) return;
    let isCurrent = true;
    const open = async () => {
      try {
        const { openRunLink } = await loaded(() => import('./open-run.ts'));
        return await openRunLink(app, `#${link}`);
      } catch (error) {
        app.notices.show(messageOf(error));
        return pathname;
      }
    };
    void open().then((path) => isCurrent && navigate(path, { replace: true }));
    return () => void (isCurrent = false);
  }, [app, navigate, pathname, search]);
}
