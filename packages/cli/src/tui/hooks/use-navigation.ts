import { createStore } from '@tryout/engine';
import { createContext, useContext } from 'react';
import { useStore } from '../store.ts';
import { usePicker } from './use-picker.ts';

export interface ScreenProps {
  'sign-in': object;
  token: object;
  browser: { readonly clientId: string };
  device: { readonly clientId: string };
  tasks: object;
  models: object;
  form: object;
  run: object;
  parameters: object;
  provider: object;
  code: object;
  account: object;
  history: object;
  /** @param screen the ID of the screen to list keys for */
  keys: { readonly screen: number };
}

export type ScreenName = keyof ScreenProps;

export interface OpenScreen<Name extends ScreenName = ScreenName> {
  readonly id: number;
  readonly name: Name;
  readonly props: ScreenProps[Name];
}

export type Navigation = ReturnType<typeof createNavigation>;

export function createNavigation() {
  const screens = createStore<readonly OpenScreen[]>([]);
  let lastId = 0;
  return {
    /** From bottom to top. */
    screens,
    open<Name extends ScreenName>(name: Name, props?: ScreenProps[Name]): void {
      lastId += 1;
      screens.set([...screens.getSnapshot(), { id: lastId, name, props: props ?? {} } as OpenScreen]);
    },
    /**
     * Closes the top screen; with a name, the topmost one of that name and all above it. Never closes the first screen.
     */
    back(name?: ScreenName): void {
      const all = screens.getSnapshot();
      const index = name === undefined ? all.length - 1 : all.findLastIndex((screen) => screen.name === name);
      if (index > 0) screens.set(all.slice(0, index));
    },
    isOpen: (name: ScreenName) => screens.getSnapshot().some((screen) => screen.name === name),
  };
}

export function useOpenScreens(): readonly OpenScreen[] {
  return useStore(usePicker().navigation.screens);
}

/** A component's screen, and whether it is the current one. */
export const ScreenContext = createContext({ id: 0, isShown: true });

export function useIsShown(): boolean {
  return useContext(ScreenContext).isShown;
}
