import { expect, test } from 'vitest';
import { chatServer, startChat } from '../../support/chat-server.ts';
import { fakeHub, hubModel, type Reply } from '../../support/fake-hub.ts';
import { answerJson, type LoopbackServer } from '../../support/loopback.ts';
import type { TerminalSession } from '../../support/terminal-session.ts';
import { openPicker } from '../../support/open-picker.ts';
import { findForeign, HOSTILE } from '../foreign-bytes.ts';

const MODEL = 'sandbox/plain';

/** A hub that sends control sequences in every text. */
function hostileHub(inference: Reply): Promise<LoopbackServer> {
  const model = hubModel(MODEL, { tags: [HOSTILE] });
  return fakeHub({
    whoami: {
      name: HOSTILE,
      fullname: HOSTILE,
      orgs: [{ name: HOSTILE, canPay: true }, { name: 'a\u202eb' }],
    },
    listing: [
      { ...model, downloads: 5 },
      { ...model, id: `evil/${HOSTILE}`, downloads: 4 },
      { ...model, id: 'evil/\u202etxet', downloads: 3 },
    ],
    models: [
      {
        ...model,
        cardData: { pipeline_tag: HOSTILE },
        widgetData: [{ text: HOSTILE, example_title: HOSTILE }],
      },
    ],
    tasks: answerJson({ error: HOSTILE }, 404),
    inference,
  });
}

function opened(hub: LoopbackServer, ...words: string[]): TerminalSession {
  return openPicker(hub, words, { columns: 120, rows: 30 });
}

test('escapes IDs, names and labels from a hub (F1, F3)', async () => {
  const hub = await hostileHub([{ label: HOSTILE, score: 1 }]);
  const terminal = opened(hub, 'text-classification');
  await terminal.until(/sandbox\/plain/);
  await terminal.pressUntil('ctrl+y', /cannot bill: a<U\+202E>b[^]*Bill to <U\+001B>\]0;EVIL/);
  await terminal.pressUntil('escape', /Select a model/);
  await terminal.typeUntil('plain', /❯ sandbox\/plain/);
  await terminal.pressUntil('enter', /Ctrl-X/);
  await terminal.typeUntil('some text', /some text/);
  await terminal.pressUntil('ctrl+r', /<U\+001B>\]0;EVIL[^]*100/);
  await terminal.pressUntil('j', /\\u001b\]0;EVIL[^]*j result/);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.scrollback()).toContain('<U+001B>]0;EVIL');
  expect(findForeign(terminal.written())).toBeUndefined();
});

test('escapes error messages from a model (F1)', async () => {
  const hub = await hostileHub(answerJson({ error: HOSTILE }, 500));
  const terminal = opened(hub, 'text-classification', MODEL, 'some text');
  await terminal.until(/some text/);
  await terminal.pressUntil('ctrl+r', /<U\+001B>\]0;EVIL/);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
  expect(findForeign(terminal.written())).toBeUndefined();
});

test('escapes an example with control characters (F1)', async () => {
  const hub = await hostileHub([]);
  const terminal = opened(hub, 'text-classification', MODEL);
  await terminal.until(/\] Add /);
  await terminal.pressUntil('ctrl+x', /<U\+001B>\]0;EVIL[^]*Example 1 of 1: <U\+001B>/);
  expect(await terminal.endBy('ctrl+c')).toBe(130);
  expect(findForeign(terminal.written())).toBeUndefined();
});

test('escapes command-line arguments (F1, F3)', async () => {
  const hub = await hostileHub([]);
  const terminal = opened(hub, 'text-classification', 'evil/\u202etxet', HOSTILE);
  expect(await terminal.ended).toBe(2);
  expect(terminal.screen()).toContain('<U+202E>');
  expect(findForeign(terminal.written())).toBeUndefined();
});

test('escapes control sequences split across stream chunks (F1)', async () => {
  const server = await chatServer();
  const terminal = await startChat(server, { columns: 120 });
  for (const character of HOSTILE) await server.say(character);
  await server.say('THE END');
  await terminal.until(/<U\+001B>\]0;EVIL[^]*THE END/);
  await server.finish();
  await terminal.until(/j JSON/);
  expect(await terminal.endBy('ctrl+q')).toBe(0);
  expect(terminal.scrollback()).toContain('<U+001B>]0;EVIL');
  expect(findForeign(terminal.written())).toBeUndefined();
});
