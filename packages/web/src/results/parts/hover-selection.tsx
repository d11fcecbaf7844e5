import { createContext, useContext, useMemo, useState, type FocusEvent, type ReactNode } from 'react';

/** The hovered, focused or pinned part of a result, both in the image or text and in the list. */
interface Selection {
  /** Index of the hovered or focused part, otherwise of the pinned one. */
  readonly activeIndex: number | undefined;
  /** Selected by a click. */
  readonly pinnedIndex: number | undefined;
  hover(index: number | undefined): void;
  focus(index: number | undefined): void;
  pin(index: number): void;
}

const HoverContext = createContext<Selection | undefined>(undefined);

/** A selection for the parts of one result. */
export function HoverSelection({ children }: { readonly children: ReactNode }) {
  const [hoveredIndex, hover] = useState<number>();
  const [focusedIndex, focus] = useState<number>();
  const [pinnedIndex, setPinnedIndex] = useState<number>();
  const selection = useMemo(() => {
    const pin = (index: number) => setPinnedIndex((before) => (before === index ? undefined : index));
    const activeIndex = hoveredIndex ?? focusedIndex ?? pinnedIndex;
    return { activeIndex, pinnedIndex, hover, focus, pin };
  }, [hoveredIndex, focusedIndex, pinnedIndex]);
  return <HoverContext value={selection}>{children}</HoverContext>;
}

/** The selection of the result around a component. */
export function useHoverSelection(): Selection {
  return useContext(HoverContext)!;
}

/** State of one part, and props for elements that represent it. */
export function useHoverPart(index: number) {
  const { activeIndex, pinnedIndex, hover, focus, pin } = useHoverSelection();
  return {
    isActive: activeIndex === index,
    isPinned: pinnedIndex === index,
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
