// Takes the screenshots of the web app in README.md and docs, from real runs on the sandbox.
import sharp from 'sharp';
import { startBrowser, startWeb } from '../tests/bench/web-browser.mjs';

const docs = new URL('../docs/', import.meta.url).pathname;
const desktop = { width: 1280, height: 800 };
const phone = { width: 390, height: 844 };

/** Runs the form's example and waits for a text in the output. */
async function runExample(page, text) {
  await page
    .getByRole('button', { name: /^Try an example/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByText(text).first().waitFor();
}

const images = [
  {
    name: 'web-start',
    path: '',
    viewport: desktop,
    schemes: ['light'],
    show: (page) => page.getByRole('heading', { name: 'Computer Vision' }).waitFor(),
  },
  {
    name: 'web-run',
    path: '#/object-detection/sandbox/shape-detector',
    viewport: desktop,
    schemes: ['light', 'dark'],
    async show(page) {
      await runExample(page, 'green triangle');
      await page.getByRole('banner').evaluate((element) => element.scrollIntoView());
    },
  },
  {
    name: 'web-code',
    path: '#/zero-shot-classification/sandbox/label-overlap',
    viewport: desktop,
    schemes: ['light'],
    async show(page) {
      await runExample(page, '%');
      await page.getByRole('tab', { name: 'Code' }).click();
      await page.getByRole('region', { name: 'curl' }).waitFor();
      await page.getByRole('banner').evaluate((element) => element.scrollIntoView());
    },
  },
  {
    name: 'web-compare',
    path: '#/object-detection/sandbox/shape-detector?compare=sandbox/shape-detector,sandbox/fill-ratio-detector',
    viewport: desktop,
    schemes: ['light'],
    show: (page) => runExample(page, 'Differences'),
  },
  {
    name: 'web-phone',
    path: '#/token-classification/sandbox/compromise-entities',
    viewport: phone,
    device: { isMobile: true, hasTouch: true },
    schemes: ['light'],
    async show(page) {
      await runExample(page, 'Copy');
      const actions = page.getByRole('button', { name: 'Run again' });
      await actions.evaluate((element) => element.scrollIntoView({ block: 'end' }));
    },
  },
];

const [web, { browser }] = await Promise.all([startWeb(), startBrowser()]);
try {
  for (const { name, path, viewport, device, schemes, show } of images) {
    for (const colorScheme of schemes) {
      const options = { viewport, colorScheme, deviceScaleFactor: 1.5, reducedMotion: 'reduce' };
      const page = await browser.newPage({ ...options, ...device });
      await page.goto(web.url + path);
      await show(page);
      // Avoid hover styles.
      await page.mouse.move(0, 0);
      const file = `${docs}${name}${schemes.length > 1 ? `-${colorScheme}` : ''}.webp`;
      await sharp(await page.screenshot())
        .webp({ quality: 82 })
        .toFile(file);
      console.log(file);
      await page.close();
    }
  }
} finally {
  await browser.close();
  web.close();
}
