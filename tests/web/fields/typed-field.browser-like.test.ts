import {
  type Connection,
  createSession,
  type Field,
  type FieldDraft,
  type FieldValue,
  HUB_URL,
  memoryTokenStore,
  type Session,
} from '@tryout/engine';
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FieldInput } from '../../../packages/web/src/fields/field-input.tsx';
import type { FieldProps } from '../../../packages/web/src/fields/field-props.ts';
import { AppContext, type App } from '../../../packages/web/src/lib/app-context.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

/** No task uses such a field yet. */
async function drawField(field: Field) {
  const connect = (): Connection => {
    throw new Error('Unexpected request');
  };
  const session: Session = createSession({ connect, store: memoryTokenStore() });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const draw = () => {
    const props: FieldProps = {
      name: 'it',
      field: field as never,
      value: session.getSnapshot().values['it'] as never,
      draft: session.getSnapshot().drafts['it'],
      disabled: false,
      onChange: (value: FieldValue | undefined, draft?: FieldDraft) => session.setValue('it', value, draft),
    };
    root.render(
      createElement(
        AppContext,
        { value: { session, settings: { hubUrl: HUB_URL } } as App },
        createElement(FieldInput, props),
      ),
    );
  };
  onTestFinished(session.subscribe(draw));
  onTestFinished(() => act(() => root.unmount()));
  await act(async () => draw());
  await expect.poll(() => place.querySelector('input, select')).not.toBeNull();
  return {
    session,
    place,
    type: (text: string) =>
      act(async () => {
        const input = place.querySelector<HTMLInputElement | HTMLSelectElement>('input, select')!;
        const prototype = input instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement;
        // React tracks the element's own property, so call the native setter like a browser.
        Object.getOwnPropertyDescriptor(prototype.prototype, 'value')!.set!.call(input, text);
        input.dispatchEvent(
          new Event(input instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
        );
      }),
    shown: () => place.querySelector<HTMLInputElement>('input, select')!.value,
    value: () => session.getSnapshot().values['it'],
    alert: () => place.querySelector('[role=alert]')?.textContent,
  };
}

test('a number field has no value and shows an error for invalid input', async () => {
  const { type, shown, value, alert } = await drawField({
    kind: 'number',
    label: 'Count',
    integer: true,
    minimum: 1,
  });
  await type('3');
  expect([value(), alert()]).toEqual([3, undefined]);
  await type('0');
  expect([value(), shown()]).toEqual([undefined, '0']);
  expect(alert()).toContain('Count must be at least 1, not 0');
  await type('');
  expect([value(), shown(), alert()]).toEqual([undefined, '', undefined]);
});

test('a boolean field is true, false or empty', async () => {
  const { place, type, value } = await drawField({ kind: 'boolean', label: 'Sampled', optional: true });
  expect([...place.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Default',
    'true',
    'false',
  ]);
  await type('false');
  expect(value()).toBe(false);
  await type('');
  expect(value()).toBeUndefined();
});

test('a choice field is one of its options or empty', async () => {
  const { type, value, place } = await drawField({
    kind: 'choice',
    label: 'How',
    options: [{ value: 'simple' }, { value: 'first', description: 'The first one' }],
  });
  await type('first');
  expect(value()).toBe('first');
  expect(place.querySelector('label')?.getAttribute('for')).toBe(place.querySelector('select')?.id);
});
