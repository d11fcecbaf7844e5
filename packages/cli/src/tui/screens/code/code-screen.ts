import {
  placeOf,
  requestNow,
  steppedEntry,
  type CodeEntry,
  type CodePlace,
  type CodeTab,
  type InferenceRequest,
} from '@tryout/engine';
import type { Picker } from '../../app/picker.ts';
import { copyAndTell } from '../../system/clipboard.ts';
import type { Size } from '../../display/size.ts';
import { errorLines } from '../../panels/error-lines.ts';
import { moreBelow } from '../../panels/more-below.ts';
import { paragraph } from '../../panels/paragraph.ts';
import { scrolling } from '../../panels/scrolling.ts';
import type { Command, Screen } from '../screen.ts';
import type * as lines from './code-lines.ts';
import { saveCode } from './save-code.ts';
import { tabLines } from './tab-lines.ts';

const WORK = 'code';

/** The client that was looked at last. */
const lastClients = new WeakMap<Picker['session'], string>();

/** The code of this very run, in every language and client. What writes and colours it is loaded when it is asked for. */
export function codeScreen(picker: Picker): Screen {
  const { session, theme } = picker;
  const scroll = scrolling();
  const task = session.getSnapshot().task?.id ?? 'run';
  let tabs: readonly CodeTab[] = [];
  let place: CodePlace = { tab: 0, entry: 0 };
  let error: unknown;
  let isLoading = true;
  let drawn: { entry: CodeEntry; columns: number; lines: readonly string[] } | undefined;
  let colour: typeof lines.codeLines | undefined;

  async function load(signal: AbortSignal): Promise<void> {
    const state = session.getSnapshot();
    const modules = Promise.all([import('./load-tabs.ts'), import('./code-lines.ts')]);
    // Where they cannot be loaded, that is told where they are awaited.
    modules.catch(() => undefined);
    let request: InferenceRequest | undefined;
    try {
      request = await requestNow(picker.connection(), state, signal);
    } catch (failure) {
      error = failure;
    }
    const [{ tabsOfRequest, libraryTabOf }, { codeLines }] = await modules;
    if (signal.aborted) return;
    colour = codeLines;
    if (request) show(tabsOfRequest(picker, request));
    const model = request?.model ?? state.model;
    // Code for a library is an extra: what the hub cannot tell about it is no failure of the run's own.
    const library =
      model === undefined
        ? undefined
        : await libraryTabOf(picker.connection(), model, signal).catch(() => undefined);
    if (signal.aborted) return;
    if (library) show([...tabs, library]);
    isLoading = false;
    picker.redraw();
  }

  function show(next: readonly CodeTab[]): void {
    const id = lastClients.get(session) ?? entryNow()?.id;
    tabs = next;
    place = placeOf(tabs, id);
    picker.redraw();
  }

  function entryNow(): CodeEntry | undefined {
    return tabs[place.tab]?.entries[place.entry];
  }

  function goTo(next: CodePlace): void {
    place = next;
    scroll.toStart();
    const entry = entryNow();
    if (entry) lastClients.set(session, entry.id);
    picker.redraw();
  }

  function toTab(tab: number): void {
    const entries = tabs[tab]?.entries;
    if (!entries) return;
    goTo({
      tab,
      entry: Math.max(
        0,
        entries.findIndex(({ piece }) => piece !== undefined),
      ),
    });
  }

  function commands(): readonly Command[] {
    const piece = entryNow()?.piece;
    const moves: readonly Command[] = [
      {
        keys: ['right', 'l'],
        label: 'client',
        help: 'The next client',
        run: () => goTo(steppedEntry(tabs, place, 1)),
      },
      {
        keys: ['left', 'h'],
        label: 'client before',
        help: 'The client before',
        isMinor: true,
        run: () => goTo(steppedEntry(tabs, place, -1)),
      },
      {
        keys: ['tab'],
        label: 'language',
        help: 'The next language',
        run: () => toTab((place.tab + 1) % tabs.length),
      },
      {
        keys: ['shift+tab'],
        label: 'language before',
        help: 'The language before',
        isMinor: true,
        run: () => toTab((place.tab + tabs.length - 1) % tabs.length),
      },
      ...tabs.map(({ label }, index) => ({
        keys: [String(index + 1)],
        label,
        isMinor: true,
        run: () => toTab(index),
      })),
    ];
    const uses: readonly Command[] = piece
      ? [
          {
            keys: ['c'],
            label: 'copy',
            help: 'Copy the code',
            run: () => copyAndTell(picker, piece.code),
          },
          {
            keys: ['s'],
            label: 'save',
            help: 'Save the code to a file in this folder',
            run: () =>
              picker.work('save', async () =>
                picker.notify(`Saved as ${await saveCode(task, piece)}.`, 'good'),
              ),
          },
        ]
      : [];
    return [...uses, ...(tabs.length > 0 ? moves : []), ...scroll.commands()];
  }

  function body(columns: number): readonly string[] {
    const entry = entryNow();
    if (!entry) return [];
    if (drawn?.entry === entry && drawn.columns === columns) return drawn.lines;
    const notes = tabs[place.tab]?.notes ?? [];
    const dim = (text: string) => paragraph(text, columns, theme.dim);
    const { piece, reason = '' } = entry;
    const shown = piece
      ? [
          ...(piece.install === undefined ? [] : dim(`Install: ${piece.install}`)),
          ...(colour?.(piece, columns, picker) ?? []),
          '',
          ...notes.flatMap(dim),
        ]
      : paragraph(reason, columns);
    drawn = { entry, columns, lines: shown };
    return shown;
  }

  function draw({ columns, rows }: Size): readonly string[] {
    const failed = error === undefined ? [] : [...errorLines(error, columns, theme), ''];
    if (tabs.length === 0) {
      if (error !== undefined) return failed;
      return paragraph(
        isLoading ? 'Writing the code' : 'Fill in the inputs first: the code is that of a run.',
        columns,
      );
    }
    const head = [...failed, ...tabLines(tabs, place, columns, picker)].slice(0, Math.max(1, rows - 2));
    const gap = rows >= 8 ? [''] : [];
    return [...head, ...gap, ...moreBelow(scroll, body(columns), rows - head.length - gap.length, picker)];
  }

  return {
    crumb: () => 'code',
    commands,
    onShow() {
      if (tabs.length === 0) picker.work(WORK, load);
    },
    onLeave: () => picker.endWork(WORK),
    draw: (room) => ({ lines: draw(room) }),
  };
}
