import type { Observable } from '@tryout/engine';
import { createContext, useContext, useState, useSyncExternalStore } from 'react';

/** Which of a result's parts a person points at; it is shown in the picture or the text and in its row alike. */
interface Linked extends Observable<number | undefined> {
  /** @param index undefined when the pointer leaves */
  hover(index: number | undefined): void;
  /** @param index undefined when the focus leaves */
  focus(index: number | undefined): void;
  /** Keeps a part shown when nothing is pointed at; the same one again lets go of it. */
  pin(index: number): void;
  pinned(): number | undefined;
}

/** Nothing is pointed at. */
export function createLinked(): Linked {
  const listeners = new Set<() => void>();
  let hovered: number | undefined;
  let focused: number | undefined;
  let pinned: number | undefined;
  const tell = () => {
    for (const listener of [...listeners]) listener();
  };
  return {
    getSnapshot: () => hovered ?? focused ?? pinned,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hover(index) {
      if (hovered === index) return;
      hovered = index;
      tell();
    },
    focus(index) {
      if (focused === index) return;
      focused = index;
      tell();
    },
    pin(index) {
      pinned = pinned === index ? undefined : index;
      tell();
    },
    pinned: () => pinned,
  };
}

/** The parts below share what is pointed at. */
export const LinkedContext = createContext<Linked>(createLinked());

/** One for a component that is drawn. */
export function useNewLinked(): Linked {
  return useState(createLinked)[0];
}

/** Which part is pointed at. */
export function useActive(linked: Linked): number | undefined {
  return useSyncExternalStore(linked.subscribe, linked.getSnapshot);
}

/** Whether one part is pointed at, and whether it is pinned; draws anew only when that changes. */
export function useLinkedPart(index: number): { linked: Linked; isActive: boolean; isPinned: boolean } {
  const linked = useContext(LinkedContext);
  const isActive = useSyncExternalStore(linked.subscribe, () => linked.getSnapshot() === index);
  const isPinned = useSyncExternalStore(linked.subscribe, () => linked.pinned() === index);
  return { linked, isActive, isPinned };
}

/** What an element does that stands for a part. */
export function pointing(linked: Linked, index: number) {
  return {
    onPointerEnter: () => linked.hover(index),
    onPointerLeave: () => linked.hover(undefined),
  };
}
