import { createStore } from '@tryout/engine';

export type ScreenName =
  | 'sign-in'
  | 'token'
  | 'browser'
  | 'device'
  | 'tasks'
  | 'about'
  | 'models'
  | 'form'
  | 'run'
  | 'parameters'
  | 'provider'
  | 'code'
  | 'account'
  | 'history'
  | 'keys';

export interface OpenScreen {
  readonly id: number;
  readonly name: ScreenName;
}

export type Navigation = ReturnType<typeof createNavigation>;

export function createNavigation() {
  const screens = createStore<readonly OpenScreen[]>([]);
  let lastId = 0;
  return {
    /** From bottom to top. */
    screens,
    open(name: ScreenName): void {
      lastId += 1;
      screens.set([...screens.getSnapshot(), { id: lastId, name }]);
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
