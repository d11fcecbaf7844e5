import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Gives the focus back to where it was in a form when that can be used again: a browser takes it from what is disabled,
 * and tells nobody. Whoever has gone elsewhere meanwhile stays there.
 */
export function useKeptFocus(form: RefObject<HTMLElement | null>, isDisabled: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const onFocusIn = ({ target }: FocusEvent) => {
      last.current = target instanceof HTMLElement ? target : null;
    };
    const onFocusOut = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !target.matches(':disabled')) last.current = null;
    };
    element.addEventListener('focusin', onFocusIn);
    element.addEventListener('focusout', onFocusOut);
    return () => {
      element.removeEventListener('focusin', onFocusIn);
      element.removeEventListener('focusout', onFocusOut);
    };
  }, [form]);
  useLayoutEffect(() => {
    const kept = last.current;
    const active = document.activeElement ?? document.body;
    if (!isDisabled && kept?.isConnected && active === document.body) kept.focus({ preventScroll: true });
  }, [isDisabled]);
}
