import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { fakeHub, hubModel, queryOf, type FakeHub, type Reply } from '../../../support/fake-hub.ts';
import { cliInProcess } from '../../../support/cli-in-process.ts';
import { answerJson, sendJson } from '../../../support/loopback.ts';
import { temporaryFolder } from '../../../support/process.ts';
import { chosenRow, modelsOn, pickerOn } from './opened-lists.ts';
import { allTasks } from '../../../support/task-list.ts';

/** A hub that knows no other models than those that it lists. */
const hubListing = (listing: Reply) => fakeHub({ listing, models: [] });

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    hubModel(`org-${(from + index) % 7}/model-${from + index}`, {
      downloads: 2_000_000 - 1000 * (from + index),
      likes: 34_000 - from - index,
    }),
  );

describe('the list', () => {
  test('T6: is kept for completion', async () => {
    const hub = await hubListing((_received, response) => sendJson(response, numbered(0, 2)));
    const folder = temporaryFolder();
    const environment = { TRYOUT_DATA_DIR: folder };
    const terminal = await modelsOn(hub, { environment });
    await terminal.until(/2 models/);
    const completed = async () => {
      const words = ['complete', '--', 'text-classification', ''];
      const options = { environment: { ...environment, HF_ENDPOINT: hub.url } };
      return (await cliInProcess(words, options)).stdout;
    };
    await expect
      .poll(completed)
      .toBe('org-0/model-0\t2,000,000 downloads\norg-1/model-1\t1,999,000 downloads\n');
  });

  test('shows the first page while the second one loads, and keeps the selection', async () => {
    let second: ServerResponse | undefined;
    const hub = await hubListing((received, response) => {
      const query = queryOf(received);
      if (query.has('inference_provider')) sendJson(response, []);
      else if (query.has('cursor')) second = response;
      else sendJson(response, numbered(0, 500), 200, { Link: `<${received.url}&cursor=1>; rel="next"` });
    });
    const terminal = await modelsOn(hub);
    const screen = await terminal.until(/500 models · loading more/);
    expect(screen).toMatch(/❯ org-0\/model-0 +2\.0M +34k {2}hf-inference/);
    await terminal.typeUntil('model-431', /❯ org-4\/model-431/);
    await terminal.pressUntil(['ctrl+u', 'down'], /❯ org-5\/model-432/);
    sendJson(second!, numbered(500, 1000));
    const all = await terminal.until(/1,000 models(?! ·)/);
    expect(chosenRow(all)).toMatch(/^org-5\/model-432 /);
    await terminal.pressUntil('end', /❯ org-5\/model-999/);
    const found = await terminal.typeUntil('model-77', /Filter: model-77 .* of 1,000/);
    expect(chosenRow(found)).toMatch(/model-77 /);
  });

  test('shows the three messages of the specification', async () => {
    let listed: (response: ServerResponse) => void;
    const listing = new Promise<ServerResponse>((resolve) => (listed = resolve));
    const hub = await hubListing((_received, response) => listed(response));
    const terminal = pickerOn(hub);
    await terminal.until(/Select a task to view available models/);
    await terminal.pressUntil('enter', /^Loading models for this task$/m);
    sendJson(await listing, []);
    await terminal.until(/^No models available for this task$/m);
  });

  test('aligns compact counts, providers and notes on gated, private and unavailable models', async () => {
    const providers = ['groq', 'novita', 'together', 'hf-inference'];
    const guarded = { gated: 'manual', lastModified: '2026-02-03T04:05:06.000Z' };
    const hub = await hubListing([
      hubModel('a/popular', { downloads: 1_234_567, likes: 812, providers }),
      hubModel('a/guarded', { downloads: 33_600, likes: 1200, ...guarded }),
      hubModel('a/hidden', { downloads: 999, likes: 0, private: true }),
      hubModel('a/lonely', { downloads: 5, likes: 0, providers: [] }),
    ]);
    const terminal = await modelsOn(hub);
    await terminal.until(/3 models · 1 unavailable hidden/);
    const screen = await terminal.pressUntil('f5', /4 models/);
    const rows = screen.split('\n').filter((line) => /^(❯| ) a\//.test(line));
    expect(rows).toEqual([
      '❯ a/popular      1.2M   812  groq, novita +2',
      '  a/guarded       34k  1.2k  gated hf-inference',
      '  a/hidden        999     0  private hf-inference',
      '  a/lonely          5     0  none',
    ]);
    expect(screen).toContain('via groq, novita, together, hf-inference');
    expect(terminal.styleOf('none').dim).toBe(true);
    terminal.press('down');
    await terminal.until(/via hf-inference · updated 2026-02-03 · gated: request access on its page/);
  });

  test('F51: never shows a late list after another task was chosen', async () => {
    const late: { response: ServerResponse; closed: Promise<void> }[] = [];
    const hub = await hubListing((received, response) => {
      if (queryOf(received).get('pipeline_tag') !== 'text-classification')
        return sendJson(response, [{ id: 'org/of-b' }]);
      const closed = new Promise<void>((resolve) => response.once('close', resolve));
      late.push({ response, closed });
    });
    const terminal = await modelsOn(hub);
    await terminal.until(/Loading models for this task/);
    await terminal.pressUntil('escape', allTasks);
    await terminal.pressUntil(['down', 'enter'], /❯ org\/of-b/);
    // The request is aborted, so this late response is ignored.
    await late[0]!.closed;
    sendJson(late[0]!.response, [{ id: 'org/of-a' }]);
    await terminal.pressUntil('escape', allTasks);
    expect(terminal.written()).not.toContain('org/of-a');
  });

  test('reports a failed listing and retries it', async () => {
    const hub = await hubListing(answerJson({ error: 'Down for repair' }, 400));
    const terminal = await modelsOn(hub);
    await terminal.until(/Down for repair[^]*Ctrl-R: try again\.[^]*Ctrl-R try again/);
    hub.replies.listing = [{ id: 'org/again' }];
    await terminal.pressUntil('ctrl+r', /❯ org\/again/);
  });

  test('keeps earlier pages when one fails, and counts unreadable rows', async () => {
    const hub = await hubListing((received, response) => {
      if (queryOf(received).has('cursor')) return sendJson(response, { error: 'No more' }, 400);
      const next = { Link: `<${received.url}&cursor=1>; rel="next"` };
      sendJson(response, [hubModel('org/one'), { no: 'id' }, 7], 200, next);
    });
    const terminal = await modelsOn(hub);
    const screen = await terminal.until(/The list is incomplete: No more/);
    expect(chosenRow(screen)).toMatch(/^org\/one/);
    expect(screen).toContain('2 rows could not be read and were skipped.');
  });

  test('S5: notes that a list with unread pages may be incomplete', async () => {
    let pages = 0;
    const hub = await hubListing(({ url }, response) => {
      pages += 1;
      const next = `<${url.replace(/&cursor.*|$/, `&cursor=${pages}`)}>; rel="next"`;
      sendJson(response, [hubModel(`org/model-${pages}`)], 200, { Link: next });
    });
    const terminal = await modelsOn(hub);
    await terminal.until(/The list may be incomplete[^]*Ctrl-N to search/);
    expect(pages).toBe(20);
  });

  test('F1, F3, X9: escapes control and invisible characters in an ID', async () => {
    const id = 'org/\u001b]0;owned\u0007\u001b[2Jevil\u202egpj\u200b\u3164\ufe0f\r\n';
    const hub = await hubListing([hubModel(id, { providers: ['\u001b[31mred'] })]);
    const terminal = await modelsOn(hub, { columns: 160 });
    const screen = await terminal.until(/❯ org/);
    expect(screen).toContain(
      'org/<U+001B>]0;owned<U+0007><U+001B>[2Jevil<U+202E>gpj<U+200B><U+3164><U+FE0F><U+000A>',
    );
    expect(screen).toContain('<U+001B>[31mred');
    await terminal.typeUntil('evil', /Filter: evil/);
    // oxlint-disable-next-line no-control-regex -- these are the characters to find
    expect(terminal.written()).not.toMatch(/owned\u0007|\u202e|\u001b\[31mred/);
    await terminal.pressUntil('ctrl+o', /^'org.*is not a model ID/m);
  });

  test('shows the selected model in the smallest terminal', async () => {
    const hub = await hubListing(numbered(0, 30));
    const terminal = await modelsOn(hub, { columns: 20, rows: 7 });
    await terminal.until(/❯ org-0[^]*keys/);
    await terminal.pressUntil('end', /❯ org-1\/model-29/);
    terminal.resize(120, 40);
    await terminal.until(/❯ org-1\/model-29 +2\.0M +34k {2}hf-inference/);
  });

  test('describes the selected model in words for a screen reader', async () => {
    const hub = await hubListing(numbered(0, 30));
    const terminal = await readModelsOn(hub);
    await terminal.until(/Selected, 1 of 30: org-0\/model-0, 2\.0M downloads, 34k likes, via hf-inference/);
  });
});

/** Opens the models of text classification for a screen reader, without a pointer. */
async function readModelsOn(hub: FakeHub) {
  const terminal = pickerOn(hub, { environment: { INK_SCREEN_READER: 'true' } });
  await terminal.until(allTasks);
  await terminal.typeUntil('text class', /Selected, 1 of \d+: Text Classification/);
  terminal.press('enter');
  return terminal;
}
