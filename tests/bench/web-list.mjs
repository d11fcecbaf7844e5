import { line, median } from './measure.mjs';
import { startBrowser, startWeb } from './web-browser.mjs';

const MODELS = 1000;
const TASK = 'text-classification';
/** Milliseconds from a click until the list is painted, and from a key until its matches are. */
const GOALS = { open: 50, key: 16 };
const ROUNDS = 15;
const WORDS = ['bert base', 'llama', 'sentiment', 'xlmrob', 'org12'];

/** Without these the browser only paints every 16 ms. */
const unlimitedFrameRate = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

const kinds = ['bert-base', 'roberta-large', 'llama-3', 'xlm-roberta', 'deberta-v3', 'distilbert', 'qwen-2'];
const uses = ['uncased', 'sentiment', 'emotion', 'toxicity', 'finetuned-sst-2', 'multilingual', 'reviews'];

/** The longest list of models. */
function rows() {
  return Array.from({ length: MODELS }, (_, index) => ({
    id: `org${index % 97}/${kinds[index % kinds.length]}-${uses[index % uses.length]}-${index}`,
    downloads: 3_000_000 - index * 2500,
    likes: index % 1300,
    pipeline_tag: TASK,
    private: false,
    gated: false,
    lastModified: '2026-08-01T12:00:00.000Z',
    inferenceProviderMapping: [
      { provider: 'hf-inference', providerId: `${index}`, status: 'live', task: TASK },
    ],
  }));
}

/** Runs in the page: measures the time from each user event until the next frame is painted. */
function watchPaints() {
  const painted = (name, start) =>
    globalThis.requestAnimationFrame(() => {
      const { port1, port2 } = new globalThis.MessageChannel();
      port1.onmessage = () => performance.measure(name, { start, end: performance.now() });
      port2.postMessage(undefined);
    });
  globalThis.addEventListener('click', ({ timeStamp }) => painted('open', timeStamp), true);
  globalThis.addEventListener('keydown', ({ timeStamp }) => painted('key', timeStamp), true);
}

/** Waits for a number of measured paints; returns their milliseconds and clears them. */
async function paintsOf(page, kind, count) {
  await page.waitForFunction(
    ([name, wanted]) => performance.getEntriesByName(name).length >= wanted,
    [kind, count],
  );
  return page.evaluate((name) => {
    const durations = performance.getEntriesByName(name).map(({ duration }) => duration);
    performance.clearMeasures();
    return durations;
  }, kind);
}

async function measure(page) {
  const model = page.getByRole('combobox', { name: 'Model' });
  const times = { open: [], key: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    await page.evaluate(() => performance.clearMeasures());
    await model.click();
    await page.getByRole('option').first().waitFor();
    const opened = await paintsOf(page, 'open', 1);
    const word = WORDS[(round + WORDS.length) % WORDS.length];
    for (const letter of word) await page.keyboard.press(letter === ' ' ? 'Space' : letter);
    for (let rest = word.length; rest > 0; rest -= 1) await page.keyboard.press('Backspace');
    const typed = await paintsOf(page, 'key', word.length * 2);
    await page.keyboard.press('Escape');
    // The first round is a warmup.
    if (round < 0) continue;
    times.open.push(...opened);
    times.key.push(...typed);
  }
  return times;
}

/** Measures how fast a list of 1,000 models opens and filters in a real browser. */
export async function webList() {
  console.log('\nList of 1,000 models in the web app: milliseconds until painted in a real browser, medians');
  const [web, { browser }] = await Promise.all([startWeb(), startBrowser(unlimitedFrameRate)]);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const headers = { 'Access-Control-Allow-Origin': '*' };
    await page.route('**/api/models?*', (route) => route.fulfill({ json: rows(), headers }));
    await page.addInitScript(watchPaints);
    await page.goto(`${web.url}#/${TASK}`);
    await page.getByText('1,000 models').waitFor();
    const times = await measure(page);
    for (const [kind, name] of [
      ['open', 'open the list'],
      ['key', 'filter the list with a key'],
    ]) {
      const sorted = [...times[kind]].sort((a, b) => a - b);
      const slow = sorted[Math.floor(sorted.length * 0.95)];
      line(name, median(sorted), GOALS[kind], `95th percentile ${slow.toFixed(1)} ms`);
    }
    const shown = await page.getByRole('option').count();
    await page.getByRole('combobox', { name: 'Model' }).click();
    line('rows in the document', (await page.getByRole('option').count()) - shown);
  } finally {
    await browser.close();
    web.close();
  }
}
