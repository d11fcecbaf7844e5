import { useLayoutEffect, useRef } from 'react';

/** Gives a field the focus back that it lost by being disabled for a while, unless something else has it by then. */
export function useFocusBack(
  field: (HTMLElement & { readonly disabled: boolean }) | null,
  isDisabled: boolean,
): void {
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    if (!field) return;
    const onFocus = () => void (hasFocus.current = true);
    // Some browsers take the focus from what is disabled at once, others later, and tell nobody.
    const onBlur = () => {
      if (!field.disabled) hasFocus.current = false;
    };
    field.addEventListener('focus', onFocus);
    field.addEventListener('blur', onBlur);
    return () => {
      field.removeEventListener('focus', onFocus);
      field.removeEventListener('blur', onBlur);
    };
  }, [field]);
  useLayoutEffect(() => {
    if (isDisabled || !hasFocus.current) return;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) field?.focus();
    else if (activeElement !== field) hasFocus.current = false;
  }, [field, isDisabled]);
}
