import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openForm } from './support/mount.tsx';
import { button } from './support/user.ts';

test.each([
  ['redirects', /redirect/i],
  ['resets', /connect|network/i],
  ['server-error', /CUDA out of memory/],
  ['echoes-token', /hf_\*\*\*/],
  ['html', /expected|JSON/],
])('a browser reports what the model %s does', async (name, message) => {
  const { output } = await openForm(`text-classification/trouble/${name}`);
  await userEvent.fill(page.getByLabelText('Input', { exact: true }), 'Good');
  await button('Run').click();
  const alert = output.getByRole('alert');
  await expect.element(alert).toHaveTextContent(message);
  expect(alert.element().textContent).not.toContain('hf_sandbox');
});
