import { InputError } from '@tryout/engine';

/**
 * Copies a string that is still being made. Browsers allow this only while an event handler runs.
 * @throws InputError if the browser does not allow it
 */
export async function copyText(text: Promise<string>): Promise<void> {
  const blob = text.then((content) => new Blob([content], { type: 'text/plain' }));
  // The caller handles failures of the text.
  blob.catch(() => undefined);
  try {
    // `navigator.clipboard` is missing on pages over plain http.
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
  } catch (cause) {
    await text;
    throw new InputError('The browser blocked copying', { cause });
  }
}
