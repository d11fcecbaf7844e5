import { exampleRound, taskNamed, tasks, type Task } from '@tryout/engine';
import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import { expect, inject, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import Compare from '../../packages/web/src/screens/compare/compare.tsx';
import { parseCandidates } from '../../packages/web/src/state/routes.ts';
import { mount } from './support/mount.tsx';
import { button, press, textsOf, within } from './support/user.ts';

/** Compares up to two models of the sandbox on the first example. */
async function compare(task: Task): Promise<void> {
  const answer = await fetch(`${inject('sandbox').hubUrl}/api/models?pipeline_tag=${task.id}&limit=2`);
  const ids = ((await answer.json()) as { id: string }[]).map(({ id }) => id);
  const candidates = [ids[0]!, ids[1] ?? ids[0]!].map((model) => ({ model }));
  const { session } = mount(<Compare task={task} candidates={candidates} />);
  session.chooseTask(task.id);
  session.chooseModel(ids[0]!);
  await exampleRound(session).next(new AbortController().signal);
  await page.getByRole('button', { name: /^(?:Run|Send)$/ }).click();
  await expect.element(page.getByText('2 of 2 models answered')).toBeInTheDocument();
}

/** The color of each mask, and the parts of it that are visible. */
function getMaskStyles(canvas: HTMLCanvasElement) {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
  const alpha = data.findIndex((value, at) => at % 4 === 3 && value === 255);
  const color = `rgb(${data.slice(alpha - 3, alpha).join(', ')})`;
  return { color, stripes: getComputedStyle(canvas).maskImage };
}

const models = page.getByRole('list', { name: 'Models in the image' });

/** The image with the regions of all models: the list and what is around it. */
function together(): Element {
  let part = models.element();
  while (!part.querySelector('img')) part = part.parentElement!;
  return part;
}

/** What only results of a kind have when they are compared. */
const checks: Readonly<Partial<Record<Task['result']['kind'], () => Promise<void>>>> = {
  boxes: () => hideFirstModel('[style*="--tone"][style*="left"]'),
  async masks() {
    const masks = () => [...together().querySelectorAll('canvas')];
    await expect.poll(() => masks().length).toBeGreaterThan(1);
    const swatches = within(models, 'span')
      .filter(({ textContent }) => textContent === '')
      .map((each) => getComputedStyle(each).backgroundColor);
    await expect.poll(() => [...new Set(masks().map((mask) => getMaskStyles(mask).color))]).toEqual(swatches);
    expect(new Set(masks().map((mask) => getMaskStyles(mask).stripes)).size).toBe(2);
    await hideFirstModel('canvas');
  },
  async image() {
    const slider = page.getByRole('slider', { name: /^Divide between/ });
    await expect.element(slider).toBeInTheDocument();
    (slider.element() as HTMLElement).focus();
    await press('{Home}');
    await expect.element(slider).toHaveAttribute('aria-valuetext', '0%');
  },
  async audio() {
    for (let times = 0; times < 2; times += 1) await button('Play').first().click();
    await expect.poll(() => button('Pause').elements().length).toBe(1);
  },
};

async function hideFirstModel(regions: string): Promise<void> {
  const count = () => together().querySelectorAll(regions).length;
  await expect.poll(count).toBeGreaterThan(0);
  const before = count();
  await userEvent.click(models.getByRole('switch').first());
  await expect.poll(count).toBeLessThan(before);
}

const byKind = new Map(tasks.map((task) => [task.result.kind, task]));

for (const [kind, task] of byKind) {
  const tags = kind in checks || kind === 'text' ? [] : ['nightly'];
  test(`results of the kind ${kind} are next to each other`, { tags }, async () => {
    await compare(task);
    const heads = page
      .getByRole('group', { name: 'Results, side by side' })
      .getByRole('heading', { level: 3 });
    await expect.poll(() => heads.elements().length).toBeGreaterThanOrEqual(3);
    await expect.poll(() => page.getByText('appears here').query()).toBe(null);
    await checks[kind]?.();
  });
}

const names = ['vader-sentiment', 'mood-word-count', 'question-or-statement'];
const candidates = names.map((name) => ({ model: `sandbox/${name}` }));

/** A comparison whose models are those of the URL once it has changed. */
function ComparisonOfUrl({ task }: { readonly task: Task }) {
  const { pathname, search } = useLocation();
  const shown = useMemo(() => (pathname === '/' ? candidates : parseCandidates(search)), [pathname, search]);
  if (!shown) return <p>{`Left for ${pathname}`}</p>;
  return <Compare task={task} candidates={shown} />;
}

test.each([0, 1, 2])(
  'removing model %d of three leaves the others, then one of them, with their results',
  async (index) => {
    const task = taskNamed('text-classification');
    const { session } = mount(<ComparisonOfUrl task={task} />);
    session.chooseTask(task.id);
    session.chooseModel(candidates[0]!.model);
    session.setValue('text', 'What a lovely day');
    await button('Run').click();
    await expect.element(page.getByText('3 of 3 models answered')).toBeInTheDocument();
    const results = (of: readonly string[]) =>
      of.map((name) => page.getByRole('region', { name, exact: true }).element().textContent);
    const others = names.toSpliced(index, 1);
    const before = results(others);
    const group = page.getByRole('group', { name: 'Results, side by side' });
    await button(`Remove ${names[index]}`).click();
    const heads = () => textsOf(within(group, 'section > div h3'));
    await expect.poll(heads).toEqual([...others, 'Add a model']);
    expect(results(others)).toEqual(before);
    const [removed, rest] = index === 1 ? others.toReversed() : others;
    await button(`Remove ${removed}`).click();
    await expect.element(page.getByText(`Left for /text-classification/sandbox/${rest}`)).toBeVisible();
    const { model, run } = session.getSnapshot();
    expect([model, run.result?.run.route.model]).toEqual([`sandbox/${rest}`, `sandbox/${rest}`]);
  },
);
