import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus back to where it was in a form when that can be used again: a browser takes it from what is disabled.
 * Whoever has gone elsewhere meanwhile stays there.
 */
export function useKeptFocus(form: RefObject<HTMLElement | null>, isDisabled: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return;
    if (!isDisabled) {
      const kept = last.current;
      last.current = null;
      if (kept?.isConnected && (document.activeElement ?? document.body) === document.body)
        kept.focus({ preventScroll: true });
      return;
    }
    // It is disabled now, and not yet without the focus.
    const active = document.activeElement;
    if (active instanceof HTMLElement && element.contains(active)) last.current = active;
  }, [form, isDisabled]);
}
