import { useEffect, useRef } from 'react';

/** Gives the focus to a field's input when what took its place for a while is gone, and the focus with it. */
export function useReturnedFocus(id: string, isReplaced: boolean): void {
  const was = useRef(isReplaced);
  useEffect(() => {
    const hasEnded = was.current && !isReplaced;
    was.current = isReplaced;
    if (hasEnded && (document.activeElement ?? document.body) === document.body)
      document.getElementById(id)?.focus();
  }, [id, isReplaced]);
}
