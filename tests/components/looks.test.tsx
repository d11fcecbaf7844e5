// @module-tag nightly
import '@fontsource/fira-mono/latin-400.css';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import icon from '../../packages/web/public/icon.svg?url';
import { ErrorScreen, Layout, NOT_FOUND } from '../../packages/web/src/app/layout.tsx';
import PickerPage from '../../packages/web/src/app/picker-page.tsx';
import { ShortcutSheet } from '../../packages/web/src/app/palette.tsx';
import SignInPage from '../../packages/web/src/screens/sign-in/sign-in-page.tsx';
import { getCurrentRun } from '../../packages/web/src/state/run-files.ts';
import { mount, openForm, showResult } from './support/mount.tsx';
import { file, json, serve } from './support/server.ts';
import { button, pointAway } from './support/user.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Whether the browser and its fonts are the ones that the references were taken with. */
    isBundledChromium: boolean;
  }
}

const root = document.documentElement;
/** Wide enough for the form and the output side by side. */
const WIDTH = 960;
const SENTIMENT = 'text-classification/sandbox/vader-sentiment';
const COMPARISON = `${SENTIMENT}?compare=sandbox/vader-sentiment,sandbox/mood-word-count`;

const field = (name: string) => page.getByLabelText(name, { exact: true });
const all = page.elementLocator(document.body);
const form = page.getByRole('region', { name: 'Inputs' });
const dialog = page.getByRole('dialog');

const result = async (...call: Parameters<typeof showResult>) => (await showResult(...call)).output;

/** The filled form of a model. */
async function filled(path: string): Promise<Locator> {
  await showResult(path);
  return form;
}

/** A screen with the header of the app. */
async function openScreen(path: string, content = <PickerPage />, settings?: Parameters<typeof mount>[1]) {
  await page.viewport(WIDTH, 640);
  const opened = mount(
    <Layout hasApp hasPicker>
      {content}
    </Layout>,
    settings,
    path,
  );
  // Its own path is for the built page.
  await vi.waitFor(() => document.querySelector('header img')!.setAttribute('src', icon));
  return opened;
}

const answer = `**Three** facts about \`Array.at\`:

1. It takes a negative index.
2. It returns \`undefined\` outside of the array.

\`\`\`js
const last = [1, 2, 3].at(-1); // 3
\`\`\`

| call | value |
| --- | ---: |
| \`at(0)\` | 1 |
| \`at(-1)\` | 3 |

> See [the documentation](https://example.org/).`;

const stream = (text: string) =>
  file(
    'text/event-stream',
    new TextEncoder().encode(
      `data: ${JSON.stringify({ choices: [{ delta: { content: text }, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`,
    ),
  );

/** Each look opens a part of the app and returns what is compared. */
const looks: Readonly<Record<string, () => Promise<Locator>>> = {
  boxes: () =>
    result('object-detection/sandbox/shape-detector', {
      answer: json([
        { label: 'square', score: 0.98, box: { xmin: 200, ymin: 40, xmax: 290, ymax: 130 } },
        { label: 'circle', score: 0.61, box: { xmin: 40, ymin: 30, xmax: 140, ymax: 130 } },
      ]),
    }),
  masks: () => result('image-segmentation/sandbox/color-regions'),
  labels: () => result(SENTIMENT),
  entities: () => result('token-classification/sandbox/compromise-entities'),
  answers: () => result('question-answering/sandbox/word-overlap-answers'),
  table: () => result('table-question-answering/sandbox/table-rules'),
  numbers: () => result('sentence-similarity/sandbox/word-cosine'),
  chart: () => result('feature-extraction/sandbox/trigram-embedding'),
  image: () => result('text-to-image/sandbox/shape-painter'),
  audio: () => result('text-to-speech/sandbox/morse-speaker'),
  failure: () => result(SENTIMENT, { answer: json({ error: 'Model is overloaded' }, { status: 503 }) }),
  code: async () => {
    const output = await result(SENTIMENT);
    await output.getByRole('tab', { name: 'Code' }).click();
    await expect.element(output.getByText('Content-Type')).toBeVisible();
    return output;
  },
  chat: async () => {
    await showResult('text-generation/sandbox/plain-assistant', { answer: stream(answer) });
    await field('Message').fill('And of at(-2)?');
    (document.activeElement as HTMLElement).blur();
    return page.getByRole('region', { name: 'Output' });
  },
  form: async () => {
    await openForm(SENTIMENT);
    return form;
  },
  'image form': () => filled('image-classification/sandbox/named-colors'),
  'table form': () => filled('table-question-answering/sandbox/table-rules'),
  'list form': () => filled('sentence-similarity/sandbox/word-cosine'),
  'disabled form': async () => {
    const { session } = await openForm('text-classification/trouble/silent');
    session.setValue('text', 'It works');
    void session.run();
    await expect.element(field('Input')).toBeDisabled();
    return form;
  },
  'parameters and options': async () => {
    await openForm(SENTIMENT);
    for (const name of [/^Parameters/, /^Options/]) await page.getByRole('button', { name }).click();
    await userEvent.fill(field('top_k'), 'two');
    await expect.element(page.getByText(/top_k must be an integer/).first()).toBeVisible();
    // The focus would hide the color of the border.
    (field('top_k').element() as HTMLElement).blur();
    return form;
  },
  start: async () => {
    await openScreen('/');
    await expect.element(page.getByRole('heading', { name: /^All \d+ tasks$/ })).toBeVisible();
    return all;
  },
  task: async () => {
    await openScreen('/text-classification');
    await expect.element(page.getByRole('heading', { name: /^Start with/ })).toBeVisible();
    return all;
  },
  models: async () => {
    await openScreen('/text-classification');
    await page.getByRole('combobox', { name: 'Model' }).click();
    await expect.element(page.getByRole('option', { name: /vader/ })).toBeVisible();
    return all;
  },
  comparison: async () => {
    const { session } = await openScreen(`/${COMPARISON}`);
    await expect.element(field('Input')).toBeVisible();
    session.setValue('text', 'It is a good day.');
    await button('Run').click();
    await expect.element(page.getByText('2 of 2 models answered')).toBeInTheDocument();
    return all;
  },
  batch: async () => {
    await openScreen(`/${COMPARISON}&batch=`);
    const table = 'review\tlabel\nI love it\tPOSITIVE\nI hate it\tNEGATIVE\nIt is a table\tPOSITIVE';
    await userEvent.fill(page.getByLabelText('Or paste rows'), table);
    await button('Use these rows').click();
    await button('Start').click();
    await expect.element(page.getByText('6 of 6', { exact: true })).toBeVisible();
    return all;
  },
  history: async () => {
    const { app, session } = await openScreen(`/${SENTIMENT}`);
    const history = await app.history();
    await history.clear();
    for (const text of ['It is a good day.', 'I hate it.']) {
      session.setValue('text', text);
      await session.run();
      await history.add(await getCurrentRun(session), 'POSITIVE');
    }
    await button('History').click();
    await expect.element(dialog.getByRole('listitem').nth(1)).toBeVisible();
    return dialog;
  },
  notice: async () => {
    const { app } = await openScreen(`/${SENTIMENT}`);
    app.notices.show('This run was not recorded. The browser has no storage left.');
    return page.getByRole('status').filter({ hasText: 'not recorded' });
  },
  shortcuts: async () => {
    await openScreen('/', <ShortcutSheet onClose={() => undefined} />);
    return dialog;
  },
  'expired sign-in': async () => {
    const refused = json({ error: 'Invalid credentials' }, { status: 401 });
    const { url: inferenceUrl } = await serve({ '': refused });
    const { session } = await openScreen(`/${SENTIMENT}`, undefined, { inferenceUrl });
    await expect.element(field('Input')).toBeVisible();
    session.setValue('text', 'It is a good day.');
    await session.run();
    await expect.element(dialog).toBeVisible();
    return all;
  },
  'sign-in': async () => {
    await openScreen('/sign-in', <SignInPage />);
    return all;
  },
  'unknown page': async () => {
    await openScreen('/nowhere', <ErrorScreen error={NOT_FOUND} />);
    return all;
  },
};

beforeAll(async () => {
  root.style.setProperty('--font', "'Open Sans'");
  root.style.setProperty('--font-code', "'Fira Mono', 'Open Sans'");
  await document.fonts.load("1rem 'Fira Mono'");
});

afterAll(() => {
  delete root.dataset['theme'];
  root.removeAttribute('style');
});

/** Waits until everything is loaded and drawn, and replaces measured times with what follows from them, and ports of servers. */
async function settle(part: Locator): Promise<void> {
  const element = part.element();
  const images = () => [...element.querySelectorAll('img')];
  await expect.poll(() => images().every(({ complete }) => complete)).toBe(true);
  await document.fonts.ready;
  await Promise.all(images().map((image) => image.decode()));
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode as Text;
    const text = node.data
      .replace(/[\d.]+ m?s\b/g, '1.2 s')
      .replace(/about \$[\d.]+/g, 'about $0.00001')
      .replace(/\d+ (?=tokens\/s)/g, '34 ')
      .replace(/(?<=127\.0\.0\.1:)\d+(?:\/\d+(?=\/))?/g, '12345');
    if (text !== node.data) node.data = text;
  }
}

test.for(Object.entries(looks))('looks as before: %s', async ([name, open], { skip }) => {
  if (!inject('isBundledChromium')) skip('References are compared in the bundled Chromium only');
  await page.viewport(WIDTH, 1600);
  const part = await open();
  // Nothing is hovered.
  await pointAway();
  await expect.element(part).toBeVisible();
  for (const theme of ['light', 'dark']) {
    root.dataset['theme'] = theme;
    await settle(part);
    await expect.element(part).toMatchScreenshot(`${name}-${theme}`);
  }
});
