import { createStore, type Observable } from '@tryout/engine';
import { createContext, useContext, useState, useSyncExternalStore, type FocusEvent } from 'react';

interface Selection {
  readonly hovered?: number | undefined;
  readonly focused?: number | undefined;
  /** Selected by a click while nothing is hovered or focused. */
  readonly pinned?: number | undefined;
}

/** The hovered, focused or pinned part of a result, both in the picture or text and in the list. */
export interface HoverSelection extends Observable<Selection> {
  hover(index: number | undefined): void;
  focus(index: number | undefined): void;
  pin(index: number): void;
}

export function createHoverSelection(): HoverSelection {
  const { getSnapshot, subscribe, set } = createStore<Selection>({});
  const update = (change: Selection) => set({ ...getSnapshot(), ...change });
  return {
    getSnapshot,
    subscribe,
    hover: (hovered) => hovered !== getSnapshot().hovered && update({ hovered }),
    focus: (focused) => focused !== getSnapshot().focused && update({ focused }),
    pin: (index) => update({ pinned: getSnapshot().pinned === index ? undefined : index }),
  };
}

export function activeIndex({ hovered, focused, pinned }: Selection): number | undefined {
  return hovered ?? focused ?? pinned;
}

export const HoverContext = createContext<HoverSelection>(createHoverSelection());

/** A selection for the parts of one result. */
export function useNewHoverSelection(): HoverSelection {
  return useState(createHoverSelection)[0];
}

export function useActiveIndex(): number | undefined {
  const selection = useContext(HoverContext);
  return useSyncExternalStore(selection.subscribe, () => activeIndex(selection.getSnapshot()));
}

/** State of one part, and props for elements that represent it; renders only when its state changes. */
export function useHoverPart(index: number) {
  const selection = useContext(HoverContext);
  const { subscribe, getSnapshot, hover, focus, pin } = selection;
  const isActive = useSyncExternalStore(subscribe, () => activeIndex(getSnapshot()) === index);
  const isPinned = useSyncExternalStore(subscribe, () => getSnapshot().pinned === index);
  return {
    isActive,
    isPinned,
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
