import { useLayoutEffect, useRef } from 'react';

/** Gives a field the focus back that it lost by being disabled for a while, unless something else has it by then. */
export function useFocusBack(field: HTMLElement | null, isDisabled: boolean): void {
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    // Browsers take the focus away after this, and tell nobody.
    if (isDisabled) hadFocus.current = document.activeElement === field && field !== null;
    else if (hadFocus.current) {
      hadFocus.current = false;
      const { activeElement } = document;
      if (activeElement === null || activeElement === document.body) field?.focus();
    }
  }, [field, isDisabled]);
}
