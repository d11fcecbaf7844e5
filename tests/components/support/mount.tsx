/// <reference types="vite/client" />
import {
  createSession,
  createStore,
  exampleRound,
  memoryTokenStore,
  paceRuns,
  taskNamed,
  type Connection,
  type FieldValue,
  type Session,
} from '@tryout/engine';
import type { ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, inject } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import TryOut from '../../../packages/web/src/app/try-out.tsx';
import {
  AppContext,
  createMemory,
  createNotices,
  type App,
} from '../../../packages/web/src/state/app-context.ts';
import { openConnection, type Settings } from '../../../packages/web/src/state/settings.ts';
import { createDatabaseOpener } from '../../../packages/web/src/state/stored/database.ts';
import { createBrowserHistory } from '../../../packages/web/src/state/stored/history.ts';
import { afterEveryTest } from '../../support/hooks.ts';
import { serve, serveChat, type ChatServer } from './server.ts';
import type { ServedReply } from './server.mts';

/** The sandbox's guest. */
const TOKEN = 'hf_sandbox';
const DESKTOP = { width: 1280, height: 800 };

let mounted: { readonly root: Root; readonly session: Session; readonly container: HTMLElement } | undefined;

afterEveryTest(async () => {
  unmount();
  localStorage.clear();
  sessionStorage.clear();
  if (innerWidth !== DESKTOP.width || innerHeight !== DESKTOP.height)
    await page.viewport(DESKTOP.width, DESKTOP.height);
});

function unmount(): void {
  mounted?.root.unmount();
  mounted?.session.dispose();
  mounted?.container.remove();
  mounted = undefined;
}

/**
 * Renders a part of the app with a session on the sandbox, until the next one or the end of the test.
 * @param path the route
 */
export function mount(
  part: ReactNode,
  settings: Partial<Settings> = {},
  path = '/',
): Pick<OpenForm, 'session' | 'sent' | 'app'> {
  unmount();
  const sent: unknown[] = [];
  const { hubUrl, inferenceUrl } = { ...inject('sandbox'), ...settings };
  const all: Settings = { hubUrl, inferenceUrl, guestToken: TOKEN, ...settings };
  const connection: Connection = {
    ...openConnection(all),
    onRequest: ({ method, body }) => void (method === 'POST' && sent.push(JSON.parse(body ?? 'null'))),
  };
  const store = memoryTokenStore();
  const session = createSession({
    connect: (token) => (token === undefined ? connection : { ...connection, token }),
    store,
    token: TOKEN,
  });
  const app: App = {
    settings: all,
    hubName: 'the sandbox',
    store,
    session,
    displayedState: paceRuns(session, 0),
    notices: createNotices(),
    memory: createMemory(),
    unsavedInputs: createStore({ files: new Map() }),
    history: () => Promise.resolve(createBrowserHistory(createDatabaseOpener())),
    redirect: { status: 'none' },
  };
  const container = document.body.appendChild(document.createElement('main'));
  const root = createRoot(container);
  mounted = { root, session, container };
  root.render(
    <MemoryRouter initialEntries={[path]}>
      <AppContext value={app}>{part}</AppContext>
    </MemoryRouter>,
  );
  return { session, sent, app };
}

interface FormOptions {
  /** Replaces the inference server: the reply to every request. */
  readonly answer?: ServedReply;
  /** The URL of the inference server; the sandbox's by default. */
  readonly inferenceUrl?: string;
}

export interface OpenForm {
  readonly app: App;
  readonly session: Session;
  /** The output panel. */
  readonly output: Locator;
  /** The bodies of the requests to models, parsed. */
  readonly sent: readonly unknown[];
}

/** Mounts form, output and code of a model. @param path for example `object-detection/sandbox/shape-detector` */
export async function openForm(path: string, options: FormOptions = {}): Promise<OpenForm> {
  const { answer, inferenceUrl = answer && (await serve({ '': answer })).url } = options;
  const settings = inferenceUrl === undefined ? {} : { inferenceUrl };
  const { app, session, sent } = mount(<TryOut />, settings);
  const [task = '', ...model] = path.split('/');
  session.chooseTask(taskNamed(task).id);
  session.chooseModel(model.join('/'));
  return { app, session, sent, output: page.getByRole('region', { name: /^(?:Output|Error)$/ }) };
}

/** {@link openForm}, then fills in the first example and runs it. @param texts overrides of the example, by label */
export async function showResult(
  path: string,
  { texts = {}, ...options }: FormOptions & { readonly texts?: Readonly<Record<string, FieldValue>> } = {},
): Promise<OpenForm> {
  const form = await openForm(path, options);
  const { session } = form;
  // Pointer and keyboard are for what a test is about: each step costs as much as a result.
  await exampleRound(session).next(new AbortController().signal);
  for (const [name, { label }] of Object.entries(session.getSnapshot().task!.fields))
    if (texts[label] !== undefined) session.setValue(name, texts[label]);
  await session.run();
  return form;
}

/** A chat whose answers the test streams step by step, up to the first one. */
export async function startChat(): Promise<OpenForm & ChatServer> {
  const chat = await serveChat();
  const form = await openForm('text-generation/sandbox/plain-assistant', { inferenceUrl: chat.url });
  const { session } = form;
  await expect.poll(() => session.getSnapshot().chatSupport).toBeDefined();
  await exampleRound(session).next(new AbortController().signal);
  void session.run();
  return { ...form, ...chat };
}
