import { expect, test } from 'vitest';
import { expectNoViolations } from '../../../support/browser/axe.ts';
import { picture } from '../../../support/browser/screenshots.ts';
import { openResult } from './open-result.ts';

test.each([
  'fill-mask/sandbox/n-gram-mask',
  'token-classification/sandbox/text-patterns',
  'question-answering/sandbox/word-overlap-answers',
  'table-question-answering/sandbox/table-rules',
  'feature-extraction/sandbox/trigram-embedding',
  'object-detection/sandbox/shape-detector',
  'image-segmentation/sandbox/colour-regions',
  'image-to-image/sandbox/picture-editor',
  'audio-to-audio/sandbox/bass-treble-splitter',
])('what %s finds is as good in the dark on a phone', async (path) => {
  const { page, output } = await openResult({ path, device: 'phone', colorScheme: 'dark' });
  await output.getByRole('button', { name: 'Run again' }).waitFor();
  await picture(page, `results/dark-${path.split('/')[0]}`, { whole: true });
  const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(beside, 'pixels beside the window').toBeLessThanOrEqual(0);
  await expectNoViolations(page);
});
