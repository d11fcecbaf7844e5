import { createContext, useContext } from 'react';
import { createStore, useStore, type Store } from '../store.ts';
import { requiredContext } from './context.ts';

/** The screens with what each one is opened with. */
export interface ScreenProps {
  'sign-in': object;
  token: object;
  browser: { readonly clientId: string };
  device: { readonly clientId: string };
  /** Asks for an OAuth client ID and goes on to `next` with it. @param reason why there is none */
  'client-id': { readonly next: 'browser' | 'device'; readonly reason: string };
  tasks: object;
  models: object;
  form: object;
  run: object;
  parameters: object;
  provider: object;
  code: object;
  account: object;
  /** The keys of a screen. @param screen its ID */
  keys: { readonly screen: number };
}

export type ScreenName = keyof ScreenProps;

/** A screen that is open. Screens below it stay mounted, and keep their state. */
export interface OpenScreen<Name extends ScreenName = ScreenName> {
  /** Tells it from other screens of the same name. */
  readonly id: number;
  readonly name: Name;
  readonly props: ScreenProps[Name];
}

/** The screens that lie over each other, and the way between them. */
export interface Navigation {
  /** The first one lies at the bottom. */
  readonly screens: Store<readonly OpenScreen[]>;
  /** Lays a screen over the others. */
  open<Name extends ScreenName>(name: Name, props?: ScreenProps[Name]): void;
  /** Leaves the top screen; with a name the topmost of that name and all above it. The last one is not left. */
  back(name?: ScreenName): void;
  isOpen(name: ScreenName): boolean;
}

/** A navigation without any screen. */
export function createNavigation(): Navigation {
  const screens = createStore<readonly OpenScreen[]>([]);
  let lastId = 0;
  return {
    screens,
    open(name, props) {
      lastId += 1;
      screens.set([...screens.get(), { id: lastId, name, props: props ?? {} } as OpenScreen]);
    },
    back(name) {
      const all = screens.get();
      const index = name === undefined ? all.length - 1 : all.findLastIndex((screen) => screen.name === name);
      if (index > 0) screens.set(all.slice(0, index));
    },
    isOpen: (name) => screens.get().some((screen) => screen.name === name),
  };
}

/** The way between the screens. */
export const [NavigationContext, useNavigation] = requiredContext<Navigation>();

/** The screens that are open. */
export function useOpenScreens(): readonly OpenScreen[] {
  return useStore(useNavigation().screens);
}

/** Tells a component which screen it is on, and whether that is the one in sight. */
export const ScreenContext = createContext<{ readonly id: number; readonly isShown: boolean }>({
  id: 0,
  isShown: true,
});

/** Whether the screen of this component is the one in sight; others stay mounted below it. */
export function useIsShown(): boolean {
  return useContext(ScreenContext).isShown;
}
