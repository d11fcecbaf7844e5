import { useEffect } from 'react';

const APP = 'Tryout';

/** Names the page for tabs, bookmarks and the list of pages behind the back button: `parts · Tryout`. */
export function useTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter((part) => part !== undefined), APP].join(' · ');
  useEffect(() => {
    document.title = title;
    return () => {
      document.title = APP;
    };
  }, [title]);
}
