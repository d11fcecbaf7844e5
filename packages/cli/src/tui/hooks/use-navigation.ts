import { createContext, useContext } from 'react';
import type { OpenScreen } from '../navigation.ts';
import { useStore } from '../store.ts';
import { usePicker } from './use-picker.ts';

export function useOpenScreens(): readonly OpenScreen[] {
  return useStore(usePicker().navigation.screens);
}

/** A component's screen, and whether it is the current one. */
export const ScreenContext = createContext({ id: 0, isShown: true });

export function useIsShown(): boolean {
  return useContext(ScreenContext).isShown;
}
