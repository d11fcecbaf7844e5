import type { SessionState } from '@tryout/engine';
import type { ComponentType, ReactNode } from 'react';
import type { ScreenName } from '../hooks/stores.ts';
import { AboutScreen } from './about.tsx';
import { AccountScreen } from './account.tsx';
import { BatchScreen } from './batch.tsx';
import { SignInScreen, TokenScreen } from './sign-in.tsx';
import { CompareScreen } from './compare.tsx';
import { CodeScreen } from './code.tsx';
import { FormScreen } from './form.tsx';
import { HistoryScreen } from './history.tsx';
import { KeysScreen } from './keys.tsx';
import { ModelsScreen } from './models.tsx';
import { ParametersScreen } from './parameters.tsx';
import { ProviderScreen } from './provider.tsx';
import { RunScreen } from './run.tsx';
import { TasksScreen } from './tasks.tsx';
import { BrowserScreen, DeviceScreen } from './hub-page.tsx';

interface ScreenDefinition {
  readonly component: ComponentType;
  /** Shown in the header; the first screen has none. */
  readonly title?: (state: SessionState) => string;
}

const screens: Readonly<Record<ScreenName, ScreenDefinition>> = {
  'sign-in': { component: SignInScreen, title: () => 'sign in' },
  token: { component: TokenScreen, title: () => 'token' },
  browser: { component: BrowserScreen, title: () => 'browser' },
  device: { component: DeviceScreen, title: () => 'code' },
  tasks: { component: TasksScreen },
  about: { component: AboutScreen, title: () => 'about this task' },
  models: { component: ModelsScreen, title: ({ task }) => task?.label ?? 'models' },
  form: {
    component: FormScreen,
    title: ({ model, choices }) => model ?? choices.endpointUrl ?? 'inputs',
  },
  run: { component: RunScreen, title: () => 'run' },
  compare: { component: CompareScreen, title: () => 'compare' },
  batch: { component: BatchScreen, title: () => 'batch' },
  parameters: { component: ParametersScreen, title: () => 'parameters' },
  provider: { component: ProviderScreen, title: () => 'provider' },
  code: { component: CodeScreen, title: () => 'code' },
  account: { component: AccountScreen, title: () => 'account' },
  history: { component: HistoryScreen, title: () => 'history' },
  keys: { component: KeysScreen, title: () => 'keys' },
};

export function screenTitle(name: ScreenName, state: SessionState): string | undefined {
  return screens[name].title?.(state);
}

export function Screen({ name }: { readonly name: ScreenName }): ReactNode {
  const Component = screens[name].component;
  return <Component />;
}
