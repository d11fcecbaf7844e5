import { useState } from 'react';
import { Navigate, useLocation, useNavigate, type NavigateFunction } from 'react-router-dom';
import { page, type Locator } from 'vitest/browser';
import { Layout } from '../../../packages/web/src/app/layout.tsx';
import PickerPage from '../../../packages/web/src/app/picker-page.tsx';
import type { Settings } from '../../../packages/web/src/state/settings.ts';
import { mount, type OpenForm } from './mount.tsx';

/** The picker with its header and its form, as signed-in users see it. */
export interface OpenScreen extends OpenForm {
  /** The current path. */
  path(): string;
  goTo(path: string): void;
  /** Goes back or forward. */
  goBy(steps: number): void;
  readonly task: Locator;
  readonly model: Locator;
  /** The rendered rows of the open list. */
  readonly options: Locator;
  /** A status message. */
  status(text: string | RegExp): Locator;
}

/** Mounts the screen of a path, such as `/translation`, with a session on the sandbox. */
export function openScreen(path: string, settings: Partial<Settings> = {}): OpenScreen {
  let current = '';
  let navigate: NavigateFunction;
  function Screen() {
    const { pathname, search } = useLocation();
    navigate = useNavigate();
    const [isFirst, setFirst] = useState(true);
    current = pathname + search;
    if (isFirst && current === path) setFirst(false);
    if (isFirst && current !== path) return <Navigate replace to={path} />;
    return (
      <Layout hasApp hasPicker>
        <PickerPage />
      </Layout>
    );
  }
  const mounted = mount(<Screen />, settings);
  return {
    ...mounted,
    path: () => current,
    goTo: (next) => void navigate(next),
    goBy: (steps) => void navigate(steps),
    output: page.getByRole('region', { name: /^(?:Output|Error)$/ }),
    task: page.getByRole('combobox', { name: 'Task' }),
    model: page.getByRole('combobox', { name: 'Model' }),
    options: page.getByRole('option'),
    status: (text) => page.getByRole('status').filter({ hasText: text }),
  };
}
