import { createContext, useContext, useMemo, useState, type FocusEvent, type ReactNode } from 'react';

/** The hovered, focused or pinned part of a result, both in the image or text and in the list. */
interface Selection {
  /** Index of the hovered or focused part, or else of the pinned one. */
  readonly active: number | undefined;
  /** Selected by a click. */
  readonly pinned: number | undefined;
  hover(index: number | undefined): void;
  focus(index: number | undefined): void;
  pin(index: number): void;
}

const HoverContext = createContext<Selection | undefined>(undefined);

/** A selection for the parts of one result. */
export function HoverSelection({ children }: { readonly children: ReactNode }) {
  const [hovered, hover] = useState<number>();
  const [focused, focus] = useState<number>();
  const [pinned, setPinned] = useState<number>();
  const selection = useMemo(() => {
    const pin = (index: number) => setPinned((before) => (before === index ? undefined : index));
    return { active: hovered ?? focused ?? pinned, pinned, hover, focus, pin };
  }, [hovered, focused, pinned]);
  return <HoverContext value={selection}>{children}</HoverContext>;
}

/** The selection of the result around a component. */
export function useHoverSelection(): Selection {
  return useContext(HoverContext)!;
}

/** State of one part, and props for elements that represent it. */
export function useHoverPart(index: number) {
  const { active, pinned, hover, focus, pin } = useHoverSelection();
  return {
    isActive: active === index,
    isPinned: pinned === index,
    pin: () => pin(index),
    hoverProps: {
      onPointerEnter: () => hover(index),
      onPointerLeave: () => hover(undefined),
    },
    focusProps: {
      onFocus: ({ target }: FocusEvent) => target.matches(':focus-visible') && focus(index),
      onBlur: () => focus(undefined),
    },
  };
}
