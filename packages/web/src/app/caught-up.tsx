import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Has the router look once more where it is: it is drawn in small steps, and does not hear of an address that changes
 * between them. Draws nothing.
 */
export function CaughtUp() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    const now = location.hash.slice(1) || '/';
    if (now !== pathname + search) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    // Later it hears of all changes itself.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return null;
}
